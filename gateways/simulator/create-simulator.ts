import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomUUID } from 'node:crypto';
import type {
  CancelChargeResult,
  ChargeReference,
  ChargeRequest,
  CreateChargeResult,
  GatewayCharge,
  PixGateway,
  RefundChargeResult,
} from '#shop/payments/gateway.ts';
import { openLedger, type Decision, type Ledger, type LedgerEntry } from './open-ledger.ts';

export interface SimulatorOptions {
  /** The folder of the ledger; created if missing. Processes on one machine may share it. */
  directory: string;
  /** The payer sees it. Cut to the BR Code's 25 and 15 ASCII characters. */
  merchantName: string;
  merchantCity: string;
  /** The receiver in the BR Code. The default is a random key that nobody can own, so no real bank pays it. */
  pixKey?: string;
  now: () => Date;
}

export type PayResult =
  | { ok: true; charge: GatewayCharge }
  /** `already_paid`: nothing is missing, and the call names no amount. */
  | { ok: false; reason: 'not_found' | 'already_paid' };

export type DisputeResult =
  | { ok: true; charge: GatewayCharge }
  /** `not_open`: there is nothing to decide. `not_disputable`: no money, or a dispute runs already. */
  | { ok: false; reason: 'not_found' | 'not_disputable' | 'not_open' };

export interface Simulator extends PixGateway {
  /**
   * The payer pays at any time: also after expiry, cancellation or an earlier payment, as with a static code. Without
   * `amountCents`: the sum that is missing, so a second click pays nothing twice. With it: exactly that sum, however
   * odd.
   */
  pay(chargeOrGatewayId: string, amountCents?: number): Promise<PayResult>;
  /** The payer's bank opens a dispute about all that was paid; the shop has ten days to answer. */
  openDispute(chargeOrGatewayId: string): Promise<DisputeResult>;
  /** The bank decides for the shop, or takes the money back. */
  decideDispute(chargeOrGatewayId: string, as: 'won' | 'lost'): Promise<DisputeResult>;
}

const KEEP_MS = 30 * 24 * 3_600_000;
const ANSWER_MS = 10 * 24 * 3_600_000;
const PRUNE_EVERY_MS = 3_600_000;
const UNOWNED_KEY = '00000000-0000-4000-8000-000000000000';
const ID_PREFIX = 'sim_';

/** A PIX provider on the local disk: no network, no money, and the same contract as the real ones. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const ledger = openLedger(options.directory);
  let prunedAt = -Infinity;

  const codeFor = (charge: { chargeId: string; amountCents: number; description: string }) =>
    generatePixPayload({
      key: options.pixKey ?? UNOWNED_KEY,
      merchantName: options.merchantName,
      merchantCity: options.merchantCity,
      amount: charge.amountCents / 100,
      // A BR Code holds 25 of the 32 hex digits: enough to recognise the charge on a bank statement.
      txid: charge.chargeId.replaceAll('-', '').slice(0, 25),
      description: charge.description,
    });

  if (codeFor({ chargeId: UNOWNED_KEY, amountCents: 100, description: '' }) === null) {
    throw new Error(
      'simulator: no BR Code can be made of these settings; merchantName (BRAND_NAME) and merchantCity need ' +
        'at least one Latin letter or digit, and pixKey must be a CPF, CNPJ, e-mail, +55 phone or uuid',
    );
  }

  async function pruneNowAndThen(): Promise<void> {
    const now = options.now().getTime();
    if (now - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = now;
    await ledger.prune(new Date(now - KEEP_MS));
  }

  return {
    name: 'simulator',
    traits: { idempotentCreate: true, namesPaidAmount: true, refunds: 'partial', minimumTtlSeconds: 1 },

    async create(request) {
      const chargeId = toChargeId(request.chargeId);
      const pixCode = chargeId && isChargeable(request) ? codeFor({ ...request, chargeId }) : null;
      if (chargeId === null || pixCode === null) {
        return { ok: false, reason: 'refused', detail: 'charge id, amount or time to live out of range' };
      }
      await pruneNowAndThen();
      return ledger.change<CreateChargeResult>(chargeId, (existing) => {
        if (existing && existing.amountCents !== request.amountCents) {
          const detail = `charge ${chargeId} exists with another amount (${existing.amountCents})`;
          return { store: null, answer: { ok: false, reason: 'refused', detail } };
        }
        const now = options.now();
        const entry = existing ?? openEntry(request, { chargeId, pixCode, now });
        const charge = { ...toCharge(entry, now), pixCode: entry.pixCode };
        return { store: existing ? null : entry, answer: { ok: true, charge } };
      });
    },

    async find(reference) {
      const chargeId = chargeIdOf(reference);
      const entry = chargeId && (await ledger.read(chargeId));
      return entry
        ? { ok: true, charge: toCharge(entry, options.now()) }
        : { ok: false, reason: 'not_found' };
    },

    async cancel(reference) {
      const chargeId = chargeIdOf(reference);
      if (chargeId === null) return { ok: false, reason: 'not_found' };
      return ledger.change<CancelChargeResult>(chargeId, (entry) => {
        if (!entry) return { store: null, answer: { ok: false, reason: 'not_found' } };
        if (entry.payments.length > 0) {
          return { store: null, answer: { ok: false, reason: 'already_paid' } };
        }
        const cancelledAt = entry.cancelledAt ?? options.now().toISOString();
        return { store: { ...entry, cancelledAt }, answer: { ok: true } };
      });
    },

    async refund({ charge, refundId, amountCents }) {
      const refund = { id: refundId, amountCents, at: options.now().toISOString() };
      const chargeId = chargeIdOf(charge);
      if (chargeId === null) return refused('no such charge').answer;
      return ledger.change<RefundChargeResult>(chargeId, (entry) => decideRefund(entry, refund));
    },

    async findRefund({ charge, refundId }) {
      const chargeId = chargeIdOf(charge);
      const entry = chargeId && (await ledger.read(chargeId));
      if (!entry || !entry.refunds.some(({ id }) => id === refundId)) {
        return { ok: false, reason: 'not_found' };
      }
      return { ok: true, status: 'refunded', gatewayRefundId: refundId };
    },

    readWebhook: () => ({ ok: false, reason: 'malformed' }),

    ...payWith(ledger, options.now),
  };
}

/** What the payer and the payer's bank do. */
function payWith(ledger: Ledger, now: () => Date): Pick<Simulator, 'pay' | 'openDispute' | 'decideDispute'> {
  async function changeDisputes(
    chargeOrGatewayId: string,
    change: (entry: LedgerEntry, now: Date) => LedgerEntry['disputes'] | 'not_disputable' | 'not_open',
  ): Promise<DisputeResult> {
    const chargeId = toChargeId(chargeOrGatewayId);
    if (chargeId === null) return { ok: false, reason: 'not_found' };
    return ledger.change<DisputeResult>(chargeId, (entry) => {
      if (!entry) return { store: null, answer: { ok: false, reason: 'not_found' } };
      const at = now();
      const disputes = change(entry, at);
      if (typeof disputes === 'string') return { store: null, answer: { ok: false, reason: disputes } };
      const changed = { ...entry, disputes };
      return { store: changed, answer: { ok: true, charge: toCharge(changed, at) } };
    });
  }

  return {
    async pay(chargeOrGatewayId, amountCents) {
      if (amountCents !== undefined && !isCents(amountCents)) {
        throw new RangeError(`simulator: pay takes whole positive centavos, not ${amountCents}`);
      }
      const chargeId = toChargeId(chargeOrGatewayId);
      if (chargeId === null) return { ok: false, reason: 'not_found' };
      return ledger.change<PayResult>(chargeId, (entry) => {
        if (!entry) return { store: null, answer: { ok: false, reason: 'not_found' } };
        return decidePayment(entry, amountCents ?? entry.amountCents - sumCents(entry.payments), now());
      });
    },

    openDispute: (id) =>
      changeDisputes(id, (entry, now) => {
        if (isDisputed(entry) || leftCents(entry) <= 0) return 'not_disputable';
        const answerBy = new Date(now.getTime() + ANSWER_MS).toISOString();
        const dispute = { id: randomUUID(), openedAt: now.toISOString(), answerBy, state: 'open' as const };
        return [...entry.disputes, dispute];
      }),

    decideDispute: (id, as) =>
      changeDisputes(id, (entry) => {
        if (!isDisputed(entry)) return 'not_open';
        return entry.disputes.map((each) => (each.state === 'open' ? { ...each, state: as } : each));
      }),
  };
}

function openEntry(
  { amountCents, description, ttlSeconds }: ChargeRequest,
  { chargeId, pixCode, now }: { chargeId: string; pixCode: string; now: Date },
): LedgerEntry {
  return {
    chargeId,
    amountCents,
    description,
    pixCode,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000).toISOString(),
    cancelledAt: null,
    payments: [],
    refunds: [],
    disputes: [],
  };
}

function decidePayment(entry: LedgerEntry, amountCents: number, now: Date): Decision<PayResult> {
  if (amountCents <= 0) return { store: null, answer: { ok: false, reason: 'already_paid' } };
  const payment = { id: randomUUID(), amountCents, at: now.toISOString() };
  const paid = { ...entry, payments: [...entry.payments, payment] };
  return { store: paid, answer: { ok: true, charge: toCharge(paid, now) } };
}

function decideRefund(
  entry: LedgerEntry | null,
  refund: LedgerEntry['refunds'][number],
): Decision<RefundChargeResult> {
  if (!entry) return refused('no such charge');
  const done: RefundChargeResult = { ok: true, status: 'refunded', gatewayRefundId: refund.id };
  const earlier = entry.refunds.find(({ id }) => id === refund.id);
  if (earlier?.amountCents === refund.amountCents) return { store: null, answer: done };
  if (earlier) return refused('este id já devolveu outro valor');
  if (isDisputed(entry)) return refused('the charge is disputed');
  const left = leftCents(entry);
  if (!isCents(refund.amountCents) || refund.amountCents > left)
    return refused(`restam ${left} centavos a devolver`);
  return { store: { ...entry, refunds: [...entry.refunds, refund] }, answer: done };
}

const refused = (detail: string) => ({
  store: null,
  answer: { ok: false as const, reason: 'not_refundable' as const, detail },
});

const isDisputed = ({ disputes }: LedgerEntry) => disputes.some(({ state }) => state === 'open');

const leftCents = (entry: LedgerEntry) =>
  sumCents(entry.payments) - sumCents(entry.refunds) - chargedBack(entry);

function toCharge(entry: LedgerEntry, now: Date): GatewayCharge {
  const lastPayment = entry.payments.at(-1);
  return {
    gatewayChargeId: ID_PREFIX + entry.chargeId,
    status: statusOf(entry, now),
    pixCode: entry.pixCode,
    expiresAt: new Date(entry.expiresAt),
    paidAmountCents: sumCents(entry.payments),
    paidAt: lastPayment ? new Date(lastPayment.at) : null,
    chargedBackCents: chargedBack(entry),
    endToEndId: entry.payments[0] ? endToEndIdOf(entry.payments[0]) : null,
    disputes: entry.disputes.map(({ id, openedAt, answerBy, state }) => ({
      gatewayDisputeId: id,
      state,
      openedAt: new Date(openedAt),
      answerBy: new Date(answerBy),
      reason: 'Contestação simulada',
    })),
  };
}

function statusOf(entry: LedgerEntry, now: Date): GatewayCharge['status'] {
  const paidCents = sumCents(entry.payments);
  if (paidCents > 0) return sumCents(entry.refunds) >= paidCents ? 'refunded' : 'paid';
  if (entry.cancelledAt !== null) return 'cancelled';
  return now >= new Date(entry.expiresAt) ? 'expired' : 'pending';
}

/** A lost dispute takes all that had not gone back by then; the simulator refunds nothing of a disputed charge. */
function chargedBack(entry: LedgerEntry): number {
  const isLost = entry.disputes.some(({ state }) => state === 'lost');
  return isLost ? sumCents(entry.payments) - sumCents(entry.refunds) : 0;
}

/** As the banks write it: E, the bank's eight digits, the minute, eleven letters and digits. */
function endToEndIdOf({ id, at }: LedgerEntry['payments'][number]): string {
  return `E00000000${at.replaceAll(/\D/g, '').slice(0, 12)}${id.replaceAll('-', '').slice(0, 11)}`;
}

function chargeIdOf(reference: ChargeReference): string | null {
  return toChargeId(reference.gatewayChargeId ?? reference.chargeId);
}

/** Every file name comes from here: anything but a uuid (`../`, NUL, a drive letter) is refused. */
function toChargeId(id: string): string | null {
  const match = /^(?:sim_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(id);
  return match?.[1]?.toLowerCase() ?? null;
}

function isChargeable(request: ChargeRequest): boolean {
  return isCents(request.amountCents) && Number.isSafeInteger(request.ttlSeconds) && request.ttlSeconds >= 1;
}

function isCents(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function sumCents(movements: { amountCents: number }[]): number {
  return movements.reduce((sum, movement) => sum + movement.amountCents, 0);
}
