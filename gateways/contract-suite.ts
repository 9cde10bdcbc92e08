import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  GatewayError,
  type ChargeReference,
  type ChargeRequest,
  type GatewayCharge,
  type PixGateway,
  type WebhookDelivery,
} from '#shop/payments/gateway.ts';
import { probeGateway } from '#shop/payments/providers/probe-gateway.ts';
import { readBrCode } from '#test/providers/read-br-code.ts';

export type NetworkFailure =
  /** The provider never answers; the adapter's own time-out must end it. Nothing was carried out. */
  | 'timeout'
  /** Carried out, then the connection breaks. */
  | 'dropAfterApply'
  /** Answers 200 with something unreadable. */
  | 'garbage'
  | { status: number };

/** A gateway together with the controls of its provider's side. Values are read there and not through the adapter. */
export interface GatewayUnderContract {
  gateway: PixGateway;
  /** The payer pays in the bank app. */
  pay(charge: ChargeReference, amountCents?: number): Promise<void>;
  /** The charge's time runs out. */
  expire(charge: ChargeReference): Promise<void>;
  /** Every charge that the provider was asked for, in centavos as it understood them. */
  chargedCents(): Promise<number[]>;
  /** The text for the payer, as the provider stores it. */
  descriptionOf(charge: ChargeReference): Promise<string>;
  descriptionLength: number;
  /** Every refund of the charge at the provider, in centavos as it understood them. */
  refundedCents?(charge: ChargeReference): Promise<number[]>;
  /** The payer's bank disputes a paid charge, and decides. Absent if no answer of the provider shows it. */
  dispute?: {
    open(charge: ChargeReference): Promise<void>;
    decide(charge: ChargeReference, as: 'won' | 'lost'): Promise<void>;
  };
  /** Absent if there is no network between shop and provider. */
  network?: {
    failNext(failure: NetworkFailure, times: number): void;
    /** The same adapter with a port on which nobody listens. */
    unreachable: PixGateway;
    /** Creates that reached the provider since the set-up, carried out or not. */
    createCount(): number;
    /** The HTTP status by which this provider declines a charge. */
    refusalStatus: number;
    /** Must occur in no error: keys, tokens, certificates. */
    secrets: string[];
  };
  /** Absent if the provider sends no webhooks. */
  webhook?: {
    /** A genuine delivery for a paid charge. */
    paid(charge: ChargeReference): WebhookDelivery;
    /** Forged deliveries of the same, in every way worth trying. */
    forged(charge: ChargeReference): WebhookDelivery[];
  };
  close(): Promise<void>;
}

/** What the shop relies on, for every provider. Call it in the test file of each adapter. */
export function describeGatewayContract(name: string, setUp: () => Promise<GatewayUnderContract>): void {
  describe(`${name} keeps the gateway contract`, () => {
    let under: GatewayUnderContract;
    beforeEach(async () => {
      under = await setUp();
    });
    afterEach(() => under.close());

    async function createCharge(changes: Partial<ChargeRequest> = {}) {
      const request = chargeRequest(changes);
      const created = await under.gateway.create(request);
      if (!created.ok) throw new Error(`create was refused: ${created.detail}`);
      const { charge } = created;
      return {
        request,
        charge,
        reference: { chargeId: request.chargeId, gatewayChargeId: charge.gatewayChargeId },
      };
    }

    async function find(reference: ChargeReference) {
      const found = await under.gateway.find(reference);
      if (!found.ok) throw new Error('the charge was not found');
      return found.charge;
    }

    async function createError(gateway: PixGateway): Promise<GatewayError> {
      return gatewayErrorOf(gateway.create(chargeRequest()));
    }

    test('R$ 15,00 is charged as exactly 1500 centavos, with a code a bank app accepts', async () => {
      const { charge } = await createCharge({ amountCents: 1500 });
      expect(await under.chargedCents()).toEqual([1500]);
      expect(charge.status).toBe('pending');
      const code = readBrCode(charge.pixCode);
      // A dynamic code may contain no amount. If it contains one, it must be ours.
      if (code.amountCents !== null) expect(code.amountCents).toBe(1500);
      if (code.account.has('01')) expect(code.amountCents).toBe(1500);
    });

    test.each([1, 99, 1999, 4_035, 500_000])('%i centavos lose nothing on the way', async (amountCents) => {
      const { charge } = await createCharge({ amountCents });
      expect(await under.chargedCents()).toEqual([amountCents]);
      expect(readBrCode(charge.pixCode).amountCents ?? amountCents).toBe(amountCents);
    });

    test('the charge expires when it was asked to', async () => {
      const before = Date.now();
      const { charge } = await createCharge({ ttlSeconds: 3600 });
      const ttlMs = (charge.expiresAt?.getTime() ?? 0) - before;
      expect(ttlMs).toBeGreaterThan(3_540_000);
      expect(ttlMs).toBeLessThan(3_660_000);
    });

    test('two charges have two ids and two codes', async () => {
      const [first, second] = [await createCharge(), await createCharge()];
      expect(first.charge.gatewayChargeId).not.toBe(second.charge.gatewayChargeId);
      expect(first.charge.pixCode).not.toBe(second.charge.pixCode);
    });

    test('a description too long for the provider is cut, not refused', async () => {
      const description = 'Ação '.repeat(60);
      const { reference } = await createCharge({ description });
      const kept = await under.descriptionOf(reference);
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.length).toBeLessThanOrEqual(under.descriptionLength);
    });

    test('a company with an alphanumeric CNPJ can be charged', async () => {
      const customer = { ...chargeRequest().customer, taxId: '12ABC34501DE35' };
      expect((await createCharge({ customer })).charge.status).toBe('pending');
    });

    test('a repeated create gives the same charge where the gateway promises it', async ({ skip }) => {
      const { request, charge } = await createCharge();
      if (!under.gateway.traits.idempotentCreate) skip('not promised');
      const [again, atOnce] = await Promise.all([
        under.gateway.create(request),
        under.gateway.create(request),
      ]);
      for (const repeated of [again, atOnce]) {
        expect(repeated).toMatchObject({
          ok: true,
          charge: { gatewayChargeId: charge.gatewayChargeId, pixCode: charge.pixCode },
        });
      }
      expect(await under.chargedCents()).toEqual([request.amountCents]);
    });

    test('find sees pending, then paid', async () => {
      const { reference, request } = await createCharge();
      expect(await find(reference)).toMatchObject({
        gatewayChargeId: reference.gatewayChargeId,
        status: 'pending',
      });
      await under.pay(reference);
      const paid = await find(reference);
      expect(paid.status).toBe('paid');
      expect(paid.paidAmountCents).toBe(under.gateway.traits.namesPaidAmount ? request.amountCents : null);
    });

    test('find sees an expired charge, and one paid after that', async () => {
      const { reference } = await createCharge();
      await under.expire(reference);
      expect((await find(reference)).status).toBe('expired');
      await under.pay(reference);
      expect((await find(reference)).status).toBe('paid');
    });

    test('an amount other than the charge is named where the gateway promises it', async ({ skip }) => {
      const { reference } = await createCharge({ amountCents: 1500 });
      if (!under.gateway.traits.namesPaidAmount) skip('not promised');
      await under.pay(reference, 1);
      expect((await find(reference)).paidAmountCents).toBe(1);
    });

    test('what does not exist is not found, whatever its id looks like', async () => {
      for (const gatewayChargeId of [null, 'pix_char_unknown', '../../etc/passwd', 'a&id=b', '%00']) {
        const reference = { chargeId: randomUUID(), gatewayChargeId };
        expect(await under.gateway.find(reference)).toEqual({ ok: false, reason: 'not_found' });
      }
    });

    test('cancel ends an unpaid charge and leaves a paid one, or says it cannot', async () => {
      const [open, paid] = [await createCharge(), await createCharge()];
      await under.pay(paid.reference);
      const cancelled = await under.gateway.cancel(open.reference);
      if (!cancelled.ok && cancelled.reason === 'not_supported') {
        expect((await find(open.reference)).status).toBe('pending');
        return;
      }
      expect(cancelled).toEqual({ ok: true });
      expect((await find(open.reference)).status).toBe('cancelled');
      expect(await under.gateway.cancel(paid.reference)).toEqual({ ok: false, reason: 'already_paid' });
      expect((await find(paid.reference)).status).toBe('paid');
    });

    test('refunds go as far as the traits say, once per refund id', async () => {
      const { reference, request } = await createCharge({ amountCents: 1500 });
      const { gateway } = under;
      const refund = (amountCents: number, refundId: string = randomUUID()) =>
        gateway.refund({ charge: reference, refundId, amountCents, reason: 'arrependimento' });
      if (gateway.traits.refunds === 'none') {
        await under.pay(reference);
        expect(await refund(request.amountCents)).toMatchObject({ ok: false, reason: 'not_supported' });
        expect((await find(reference)).status).toBe('paid');
        expect(
          await gateway.findRefund({ charge: reference, refundId: randomUUID(), gatewayRefundId: null }),
        ).toEqual({ ok: false, reason: 'not_supported' });
        return;
      }
      expect(await refund(1500)).toMatchObject({ ok: false, reason: 'not_refundable' });
      await under.pay(reference);
      expect(await refund(1501)).toMatchObject({ ok: false, reason: 'not_refundable' });
      if (gateway.traits.refunds === 'partial') {
        const refundId = randomUUID();
        const first = await refund(600, refundId);
        expect(first.ok).toBe(true);
        expect(await refund(600, refundId)).toEqual(first);
        expect((await find(reference)).status).toBe('paid');
        expect(await refund(901)).toMatchObject({ ok: false, reason: 'not_refundable' });
        expect((await refund(900)).ok).toBe(true);
      } else {
        expect(await refund(600)).toMatchObject({ ok: false, reason: 'not_refundable' });
        expect((await find(reference)).status).toBe('paid');
        const refundId = randomUUID();
        expect((await refund(1500, refundId)).ok).toBe(true);
        expect((await refund(1500, refundId)).ok).toBe(true);
      }
      await expect.poll(async () => (await find(reference)).status).toBe('refunded');
      const made = gateway.traits.refunds === 'partial' ? [600, 900] : [1500];
      if (under.refundedCents) expect(await under.refundedCents(reference)).toEqual(made);
    });

    test('a refund can be looked up, with and without the answer that made it', async ({ skip }) => {
      const { gateway } = under;
      if (gateway.traits.refunds === 'none') skip('no refunds');
      const { reference } = await createCharge({ amountCents: 1500 });
      await under.pay(reference);
      const refundId = randomUUID();
      const look = (gatewayRefundId: string | null, id = refundId) =>
        gateway.findRefund({ charge: reference, refundId: id, gatewayRefundId });
      expect(await look(null)).toEqual({ ok: false, reason: 'not_found' });
      const made = await gateway.refund({
        charge: reference,
        refundId,
        amountCents: 1500,
        reason: 'paid_twice',
      });
      if (!made.ok) throw new Error(`the refund was refused: ${made.detail}`);
      for (const known of [null, made.gatewayRefundId]) {
        await expect
          .poll(() => look(known))
          .toMatchObject({ ok: true, status: 'refunded', gatewayRefundId: expect.any(String) });
      }
      expect(await look(made.gatewayRefundId)).toMatchObject({ gatewayRefundId: made.gatewayRefundId });
    });

    test.for(['timeout', 'dropAfterApply', { status: 500 }] satisfies NetworkFailure[])(
      'a refund that meets %o is unknown, and made once when it is asked for again',
      async (failure, { skip }) => {
        const { gateway, network = skip('no network') } = under;
        if (gateway.traits.refunds === 'none') skip('no refunds');
        const { reference } = await createCharge({ amountCents: 1500 });
        await under.pay(reference);
        const request = {
          charge: reference,
          refundId: randomUUID(),
          amountCents: 1500,
          reason: 'paid_twice',
        };
        network.failNext(failure, 1);
        // An adapter may look up before it writes. Then the look-up failed, and nothing was applied.
        expect(await gatewayErrorOf(gateway.refund(request))).toMatchObject({ retryable: true });
        expect((await gateway.refund(request)).ok).toBe(true);
        await expect.poll(async () => (await find(reference)).status).toBe('refunded');
        if (under.refundedCents) expect(await under.refundedCents(reference)).toEqual([1500]);
      },
    );

    test.for([401, 429] as const)('a refund answered %i was not made', async (status, { skip }) => {
      const { gateway, network = skip('no network') } = under;
      if (gateway.traits.refunds === 'none') skip('no refunds');
      const { reference } = await createCharge({ amountCents: 1500 });
      await under.pay(reference);
      network.failNext({ status }, 10);
      const refund = gateway.refund({
        charge: reference,
        refundId: randomUUID(),
        amountCents: 1500,
        reason: '',
      });
      expect(await gatewayErrorOf(refund)).toMatchObject({ outcome: 'not_applied' });
      if (under.refundedCents) expect(await under.refundedCents(reference)).toEqual([]);
    });

    test('nothing was charged back of a charge that nobody disputed', async () => {
      const { reference, charge } = await createCharge();
      expect(charge.chargedBackCents).toBe(0);
      await under.pay(reference);
      expect((await find(reference)).chargedBackCents).toBe(0);
    });

    test('a charge that nobody disputed shows no open dispute, and no lost one', async () => {
      const { reference } = await createCharge();
      await under.pay(reference);
      expect(statesOf(await find(reference)).filter((state) => state !== 'won')).toEqual([]);
    });

    test.for(['won', 'lost'] as const)(
      'a dispute is shown while it is open, and then as %s',
      async (end, { skip }) => {
        const { dispute = skip('no disputes') } = under;
        const { reference } = await createCharge({ amountCents: 1500 });
        await under.pay(reference);
        await dispute.open(reference);
        const open = await find(reference);
        expect(open).toMatchObject({ status: 'paid', chargedBackCents: 0 });
        expect(statesOf(open)).toEqual(['open']);
        // A second look shows the same dispute, not another one.
        expect((await find(reference)).disputes).toEqual(open.disputes);

        await dispute.decide(reference, end);
        const decided = await find(reference);
        expect(statesOf(decided)).toEqual([end]);
        expect(decided.disputes?.[0]?.gatewayDisputeId).toBe(open.disputes?.[0]?.gatewayDisputeId);
        const isGone = decided.status === 'refunded' || decided.chargedBackCents === 1500;
        expect(isGone).toBe(end === 'lost');
      },
    );

    test('a dispute that has an id is found by it, with its charge; an unknown one is not', async ({
      skip,
    }) => {
      const { gateway, dispute = skip('no disputes') } = under;
      if (!gateway.findDispute) skip('found by their charge');
      const { reference } = await createCharge();
      await under.pay(reference);
      await dispute.open(reference);
      const [shown] = (await find(reference)).disputes ?? [];
      const found = await gateway.findDispute?.(shown?.gatewayDisputeId ?? '');
      expect(found).toMatchObject({ ok: true, dispute: shown });
      expect(found?.ok && [found.charge.chargeId, found.charge.gatewayChargeId]).toContain(
        reference.chargeId,
      );
      for (const unknown of ['chargeback:1', 'claim:1', '../../v1/orders', '']) {
        expect(await gateway.findDispute?.(unknown)).toEqual({ ok: false, reason: 'not_found' });
      }
    });

    const unclear: NetworkFailure[] = [
      'timeout',
      'dropAfterApply',
      'garbage',
      { status: 500 },
      { status: 503 },
    ];
    test.for(unclear)(
      'a create that meets %o is unknown, and retryable only if idempotent',
      async (failure, { skip }) => {
        const { gateway, network = skip('no network') } = under;
        network.failNext(failure, 10);
        const error = await createError(gateway);
        expect(error).toMatchObject({ gateway: gateway.name, outcome: 'unknown' });
        expect(error.retryable).toBe(gateway.traits.idempotentCreate);
        if (!gateway.traits.idempotentCreate) expect(network.createCount()).toBe(1);
      },
    );

    test.for(unclear)('a find that meets %o is retryable', async (failure, { skip }) => {
      const { gateway, network = skip('no network') } = under;
      const { reference } = await createCharge();
      network.failNext(failure, 10);
      expect(await gatewayErrorOf(gateway.find(reference))).toMatchObject({ retryable: true });
    });

    test('a probe asks the provider', async ({ skip }) => {
      const { gateway, network = skip('no network') } = under;
      await probeGateway(gateway);
      network.failNext({ status: 401 }, 10);
      expect(await gatewayErrorOf(probeGateway(gateway))).toMatchObject({ retryable: false });
    });

    test.for([
      [401, false],
      [403, false],
      [429, true],
    ] as const)(
      'a create answered %i changed nothing there (retryable: %s)',
      async ([status, retryable], { skip }) => {
        const { gateway, network = skip('no network') } = under;
        network.failNext({ status }, 10);
        expect(await createError(gateway)).toMatchObject({ outcome: 'not_applied', retryable });
        expect(await under.chargedCents()).toEqual([]);
      },
    );

    test('a provider out of reach changed nothing there', async ({ skip }) => {
      const { network = skip('no network') } = under;
      const error = await createError(network.unreachable);
      expect(error).toMatchObject({ outcome: 'not_applied', retryable: true });
    });

    test('no error tells a secret', async ({ skip }) => {
      const { gateway, network = skip('no network') } = under;
      const errors = [await createError(network.unreachable)];
      for (const failure of [{ status: 401 }, 'dropAfterApply', 'garbage'] as const) {
        network.failNext(failure, 10);
        errors.push(await createError(gateway));
      }
      expect(network.secrets.length).toBeGreaterThan(0);
      for (const error of errors) {
        for (const secret of network.secrets) expect(everythingIn(error)).not.toContain(secret);
      }
    });

    test('a charge the provider declines is an answer with a reason, not an error', async ({ skip }) => {
      const { gateway, network = skip('no network') } = under;
      network.failNext({ status: network.refusalStatus }, 10);
      const result = await gateway.create(chargeRequest());
      expect(result).toMatchObject({ ok: false, reason: 'refused', detail: expect.any(String) });
    });

    test('a genuine webhook names its charge, and a second delivery has the same event id', async ({
      skip,
    }) => {
      const { gateway, webhook = skip('no webhook') } = under;
      const { reference, request } = await createCharge();
      const delivery = webhook.paid(reference);
      const reading = gateway.readWebhook(delivery);
      if (!reading.ok) throw new Error(`a genuine webhook was read as ${reading.reason}`);
      const [notice, ...others] = reading.notices;
      if (!notice || others.length > 0) throw new Error(`${reading.notices.length} notices instead of one`);
      if (notice.gatewayChargeId === null) expect(notice.chargeId).toBe(reference.chargeId);
      else expect(notice.gatewayChargeId).toBe(reference.gatewayChargeId);
      expect(notice.claimedAmountCents ?? request.amountCents).toBe(request.amountCents);
      expect(gateway.readWebhook(delivery)).toEqual(reading);
    });

    test('a forged webhook is unauthentic, however it is dressed', async ({ skip }) => {
      const { gateway, webhook = skip('no webhook') } = under;
      const { reference } = await createCharge();
      const forged = webhook.forged(reference);
      expect(forged.length).toBeGreaterThan(0);
      for (const delivery of forged) {
        expect(gateway.readWebhook(delivery)).toEqual({ ok: false, reason: 'unauthentic' });
      }
    });

    test('a webhook of rubbish is turned away, not thrown', () => {
      for (const rawBody of ['', 'null', '[]', '{', '{"data":null}']) {
        const url = new URL('https://loja.test/webhooks/x');
        expect(under.gateway.readWebhook({ url, headers: {}, rawBody })).toMatchObject({ ok: false });
      }
    });
  });
}

/** A charge that every provider accepts. The tax id and the phone are valid and belong to nobody. */
export function chargeRequest(changes: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    chargeId: randomUUID(),
    amountCents: 1500,
    ttlSeconds: 3600,
    description: 'Fulgor: 1 skin',
    customer: {
      name: 'Ana Souza',
      email: 'ana@example.com',
      cellphone: '11987654321',
      taxId: '52998224725',
    },
    ...changes,
  };
}

async function gatewayErrorOf(work: Promise<unknown>): Promise<GatewayError> {
  const outcome = await work.then(
    (value) => new Error(`expected a GatewayError, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof GatewayError) return outcome;
  throw outcome;
}

/** Everything that a logger could print of an error, hidden fields and causes included. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [...fields, everythingIn(error.cause)].join('\n');
}

function statesOf({ disputes }: GatewayCharge): string[] {
  return (disputes ?? []).map(({ state }) => state);
}
