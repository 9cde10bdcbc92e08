import type { GatewayCharge, PixGateway, WebhookNotice } from '#shop/payments/gateway.ts';

export interface LedgerCharge {
  chargeId: string;
  askedCents: number;
  receivedCents: number;
  /** What a notice has told the shop of `receivedCents`, where the provider's answers do not name it. */
  toldCents: number | null;
  /** Refund ids, ours and the panel's, with their sums. */
  refunded: Map<string, number>;
  expiresAt: Date;
  isCancelled: boolean;
}

/**
 * A provider in memory that keeps a ledger of what really moved. `named`: its answers say what was paid, it closes codes
 * and returns parts, as a bank does. Otherwise only its notices name a sum, nothing is closed and nothing returned, as
 * AbacatePay v1 does.
 */
export interface LedgerGateway extends PixGateway {
  ledger: Map<string, LedgerCharge>;
  setNamed(isNamed: boolean): void;
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((cents, amount) => cents + amount, 0);

export function createLedgerGateway(now: () => Date): LedgerGateway {
  const ledger = new Map<string, LedgerCharge>();
  let isNamed = true;

  function describe(charge: LedgerCharge): GatewayCharge {
    const refundedCents = sum(charge.refunded.values());
    const isOver = charge.isCancelled ? 'cancelled' : now() >= charge.expiresAt ? 'expired' : 'pending';
    const isRefunded = refundedCents >= charge.receivedCents;
    return {
      gatewayChargeId: `code_${charge.chargeId}`,
      status: charge.receivedCents > 0 ? (isRefunded ? 'refunded' : 'paid') : isOver,
      pixCode: `br-code-of-${charge.chargeId}`,
      expiresAt: charge.expiresAt,
      paidAmountCents: isNamed ? charge.receivedCents : null,
      paidAt: null,
      chargedBackCents: 0,
      ...(isNamed ? { refundedCents } : {}),
    };
  }

  return {
    name: 'abacatepay',
    ledger,
    setNamed: (next) => void (isNamed = next),
    get traits() {
      return {
        idempotentCreate: isNamed,
        namesPaidAmount: isNamed,
        refunds: isNamed ? ('partial' as const) : ('none' as const),
        minimumTtlSeconds: 1,
      };
    },
    async create({ chargeId, amountCents, ttlSeconds }) {
      const charge = ledger.get(chargeId) ?? {
        chargeId,
        askedCents: amountCents,
        receivedCents: 0,
        toldCents: null,
        refunded: new Map(),
        expiresAt: new Date(now().getTime() + ttlSeconds * 1000),
        isCancelled: false,
      };
      ledger.set(chargeId, charge);
      return { ok: true, charge: { ...describe(charge), pixCode: `br-code-of-${chargeId}` } };
    },
    async find({ chargeId }) {
      const charge = ledger.get(chargeId);
      return charge ? { ok: true, charge: describe(charge) } : { ok: false, reason: 'not_found' };
    },
    async cancel({ chargeId }) {
      const charge = ledger.get(chargeId);
      if (!isNamed) return { ok: false, reason: 'not_supported' };
      if (!charge) return { ok: false, reason: 'not_found' };
      if (charge.receivedCents > 0) return { ok: false, reason: 'already_paid' };
      charge.isCancelled = true;
      return { ok: true };
    },
    async refund({ charge: { chargeId }, refundId, amountCents }) {
      const charge = ledger.get(chargeId);
      if (!isNamed || !charge) return { ok: false, reason: 'not_supported', detail: 'no refunds' };
      const left = charge.receivedCents - sum(charge.refunded.values());
      if (!charge.refunded.has(refundId) && amountCents > left) {
        return { ok: false, reason: 'not_refundable', detail: `only ${left} centavos are left` };
      }
      charge.refunded.set(refundId, amountCents);
      return { ok: true, status: 'refunded', gatewayRefundId: refundId };
    },
    async findRefund({ charge: { chargeId }, refundId }) {
      return ledger.get(chargeId)?.refunded.has(refundId)
        ? { ok: true, status: 'refunded', gatewayRefundId: refundId }
        : { ok: false, reason: 'not_found' };
    },
    readWebhook: ({ rawBody }) => ({ ok: true, notices: [JSON.parse(rawBody) as WebhookNotice] }),
  };
}
