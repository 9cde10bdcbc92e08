import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  cutText,
  explainFetchError,
  GatewayError,
  type ChargeReference,
  type GatewayCharge,
  type PixGateway,
  type WebhookDelivery,
} from '#shop/payments/gateway.ts';

/**
 * A start for your own provider: docs/add-a-gateway.md goes through it. It speaks to a provider that does not
 * exist (test/template-server.ts) and passes the contract suite as it stands.
 */
export interface TemplateOptions {
  baseUrl: string;
  apiKey: string;
  webhookSecret: string;
  timeoutMs?: number;
}

// Add your provider to `GatewayName` and put it here; the template borrows a name.
const NAME = 'simulator';
const DESCRIPTION_LENGTH = 140;

const STATUSES: Record<string, GatewayCharge['status']> = {
  open: 'pending',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  refunded: 'refunded',
};
const Charge = z.object({
  id: z.string().min(1),
  amount: z.int(),
  paid_amount: z.int(),
  disputed_amount: z.int().catch(0),
  status: z.string(),
  code: z.string().min(1),
  expires_at: z.coerce.date(),
});
const Refund = z.object({ id: z.string().min(1), status: z.enum(['processing', 'refunded', 'failed']) });
const Refusal = z.object({ code: z.string() });
const Notice = z.object({ event_id: z.string().min(1).max(128), reference: z.guid() });

export function createTemplate(options: TemplateOptions): PixGateway {
  /** One request. What is not an answer becomes a `GatewayError` that says whether something was carried out. */
  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; data: unknown }> {
    const where = `${method} ${path.split('/')[1]}`;
    const error = (what: string, outcome: GatewayError['outcome'], retryable: boolean) =>
      new GatewayError(NAME, `${where}: ${what}`, { outcome, retryable });
    let response: Response;
    let text: string;
    try {
      response = await fetch(options.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${options.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      });
      text = await response.text();
    } catch (thrown) {
      // `repeatable`: true only because this provider makes one charge per reference, however often it is asked.
      throw explainFetchError({ gateway: NAME, where, repeatable: true }, thrown);
    }
    const { status } = response;
    if (status === 401 || status === 403)
      throw error(`answered ${status}, check the key`, 'not_applied', false);
    if (status === 429) throw error('too many requests', 'not_applied', true);
    if (status >= 500) throw error(`answered ${status}`, 'unknown', true);
    try {
      return { status, data: JSON.parse(text) as unknown };
    } catch {
      throw error('answered without JSON', 'unknown', true);
    }
  }

  function read<T>(schema: z.ZodType<T>, data: unknown): T {
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    const message = `answered otherwise than documented: ${z.prettifyError(parsed.error)}`;
    throw new GatewayError(NAME, message, { outcome: 'unknown', retryable: true });
  }

  function toCharge(data: unknown): GatewayCharge & { pixCode: string } {
    const charge = read(Charge, data);
    const status = Object.hasOwn(STATUSES, charge.status) ? STATUSES[charge.status] : undefined;
    if (!status) throw new GatewayError(NAME, 'unknown status', { outcome: 'unknown', retryable: false });
    return {
      gatewayChargeId: charge.id,
      status,
      pixCode: charge.code,
      expiresAt: charge.expires_at,
      paidAmountCents: charge.paid_amount,
      paidAt: null,
      chargedBackCents: charge.disputed_amount,
    };
  }

  const pathOf = ({ chargeId }: ChargeReference) => `/charges/${encodeURIComponent(chargeId)}`;

  return {
    name: NAME,
    traits: { idempotentCreate: true, namesPaidAmount: true, refunds: 'partial', minimumTtlSeconds: 60 },

    async create({ chargeId, amountCents, ttlSeconds, description, customer }) {
      const { status, data } = await call('POST', '/charges', {
        reference: chargeId,
        amount: amountCents,
        expires_in: ttlSeconds,
        description: cutText(description, DESCRIPTION_LENGTH),
        payer: { name: customer.name, tax_id: customer.taxId },
      });
      // The provider's code only: its sentence may quote the customer, and a refusal ends in the log.
      if (status >= 400) return { ok: false, reason: 'refused', detail: read(Refusal, data).code };
      return { ok: true, charge: toCharge(data) };
    },

    async find(reference) {
      const { status, data } = await call('GET', pathOf(reference));
      return status === 404 ? { ok: false, reason: 'not_found' } : { ok: true, charge: toCharge(data) };
    },

    async cancel(reference) {
      const { status } = await call('DELETE', pathOf(reference));
      if (status === 404) return { ok: false, reason: 'not_found' };
      return status === 409 ? { ok: false, reason: 'already_paid' } : { ok: true };
    },

    async refund({ charge, refundId, amountCents }) {
      const path = `${pathOf(charge)}/refunds/${encodeURIComponent(refundId)}`;
      const { status, data } = await call('PUT', path, { amount: amountCents });
      if (status >= 400) return { ok: false, reason: 'not_refundable', detail: read(Refusal, data).code };
      const refund = read(Refund, data);
      if (refund.status === 'failed') return { ok: false, reason: 'not_refundable', detail: 'failed' };
      return { ok: true, status: refund.status, gatewayRefundId: refund.id };
    },

    async findRefund({ charge, refundId }) {
      const { status, data } = await call('GET', `${pathOf(charge)}/refunds/${encodeURIComponent(refundId)}`);
      if (status === 404) return { ok: false, reason: 'not_found' };
      const refund = read(Refund, data);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
