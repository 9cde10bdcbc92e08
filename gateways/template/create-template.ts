import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  cutText,
  GatewayError,
  type ChargeReference,
  type GatewayCharge,
  type PixGateway,
  type WebhookDelivery,
} from '#shop/payments/gateway.ts';
import { callJson, type JsonAnswer, type JsonCall } from '../http/call-json.ts';
import { parseJson } from '../http/parse-json.ts';
import { entryOf, notRefundable, readAs } from '../http/read-answer.ts';

/**
 * A start for your own provider: docs/add-a-gateway.md explains it. Its provider does not exist
 * (test/providers/template-server.ts), and it passes the contract suite as it is.
 */
export interface TemplateOptions {
  baseUrl: string;
  apiKey: string;
  webhookSecret: string;
  timeoutMs?: number;
}

export const NAME = 'template';
const DESCRIPTION_LENGTH = 140;

const STATUSES: Record<string, GatewayCharge['status']> = {
  open: 'pending',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  refunded: 'refunded',
};
const Dispute = z.object({
  id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  answer_by: z.coerce.date(),
  reason: z.string(),
});
const Charge = z.object({
  id: z.string().min(1),
  amount: z.int(),
  paid_amount: z.int(),
  disputed_amount: z.int().catch(0),
  disputes: z.array(Dispute).catch([]),
  status: z.string(),
  code: z.string().min(1),
  expires_at: z.coerce.date(),
});
const Refund = z.object({ id: z.string().min(1), status: z.enum(['processing', 'refunded', 'failed']) });
const Refusal = z.object({ code: z.string() });
const Notice = z.object({ event_id: z.string().min(1).max(128), reference: z.guid() });

export function createTemplate(options: TemplateOptions): PixGateway {
  /** One request. If there is no answer, it throws a `GatewayError` that says whether something was carried out. */
  function call(method: JsonCall['method'], path: string, body?: object): Promise<JsonAnswer> {
    return callJson(
      {
        gateway: NAME,
        token: options.apiKey,
        timeoutMs: options.timeoutMs ?? 10_000,
        fetch,
        refusalStatuses: [409, 422],
        cures: { 401: 'check the key', 403: 'check the key' },
      },
      // `repeatable`: true only because this provider makes one charge for each reference, however often it is asked.
      { method, path: `/${path.split('/')[1]}`, url: options.baseUrl + path, body, repeatable: true },
    );
  }

  return {
    name: NAME,
    traits: { idempotentCreate: true, namesPaidAmount: true, refunds: 'partial', minimumTtlSeconds: 60 },

    async create({ chargeId, amountCents, ttlSeconds, description, customer }) {
      const answer = await call('POST', '/charges', {
        reference: chargeId,
        amount: amountCents,
        expires_in: ttlSeconds,
        description: cutText(description, DESCRIPTION_LENGTH),
        payer: { name: customer.name, tax_id: customer.taxId },
      });
      if (answer.kind === 'data') return { ok: true, charge: toCharge(answer.data) };
      return { ok: false, reason: 'refused', detail: codeOf(answer) };
    },

    async find(reference) {
      const answer = await call('GET', pathOf(reference));
      if (answer.kind === 'not_found') return { ok: false, reason: 'not_found' };
      return { ok: true, charge: toCharge(answer.data) };
    },

    async cancel(reference) {
      const answer = await call('DELETE', pathOf(reference));
      if (answer.kind === 'data') return { ok: true };
      return { ok: false, reason: answer.kind === 'not_found' ? 'not_found' : 'already_paid' };
    },

    async refund({ charge, refundId, amountCents }) {
      const path = `${pathOf(charge)}/refunds/${encodeURIComponent(refundId)}`;
      const answer = await call('PUT', path, { amount: amountCents });
      if (answer.kind !== 'data') return notRefundable(codeOf(answer));
      const refund = read(Refund, answer.data);
      if (refund.status === 'failed') return notRefundable('failed');
      return { ok: true, status: refund.status, gatewayRefundId: refund.id };
    },

    async findRefund({ charge, refundId }) {
      const answer = await call('GET', `${pathOf(charge)}/refunds/${encodeURIComponent(refundId)}`);
      if (answer.kind === 'not_found') return { ok: false, reason: 'not_found' };
      const refund = read(Refund, answer.data);
      return { ok: true, status: refund.status, gatewayRefundId: refund.id };
    },

    readWebhook({ headers, rawBody }: WebhookDelivery) {
      const expected = createHmac('sha256', options.webhookSecret).update(rawBody).digest();
      const given = Buffer.from(headers['x-signature'] ?? '', 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return { ok: false, reason: 'unauthentic' };
      }
      const notice = Notice.safeParse(parseJson(rawBody)).data;
      if (!notice) return { ok: false, reason: 'malformed' };
      const { event_id: eventId, reference: chargeId } = notice;
      return { ok: true, notices: [{ eventId, chargeId, gatewayChargeId: null, claimedAmountCents: null }] };
    },
  };
}

function read<T>(schema: z.ZodType<T>, data: unknown): T {
  return readAs(schema, data, (what) => {
    const message = `answered otherwise than documented: ${what}`;
    return new GatewayError(NAME, message, { outcome: 'unknown', retryable: true });
  });
}

function toCharge(data: unknown): GatewayCharge & { pixCode: string } {
  const charge = read(Charge, data);
  const status = entryOf(STATUSES, charge.status);
  if (!status) throw new GatewayError(NAME, 'unknown status', { outcome: 'unknown', retryable: false });
  return {
    gatewayChargeId: charge.id,
    status,
    pixCode: charge.code,
    expiresAt: charge.expires_at,
    paidAmountCents: charge.paid_amount,
    paidAt: null,
    chargedBackCents: charge.disputed_amount,
    disputes: charge.disputes.map(({ id, state, answer_by: answerBy, reason }) => {
      return { gatewayDisputeId: id, state, openedAt: null, answerBy, reason };
    }),
  };
}

/** Only the code of the provider: its sentence may quote the customer, and a refusal reaches the log. */
const codeOf = (answer: Exclude<JsonAnswer, { kind: 'data' }>) =>
  answer.kind === 'not_found' ? 'not_found' : read(Refusal, answer.data).code;
const pathOf = ({ chargeId }: ChargeReference) => `/charges/${encodeURIComponent(chargeId)}`;
