import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomBytes } from 'node:crypto';
import { runAbacatePay } from './abacatepay-server.ts';
import { postSigned, webhookBodyV2 } from './abacatepay-webhook.ts';
import { faultInV2Create, faultInV2Refund, type CreateV2Body } from './abacatepay-v2-request.ts';
import { startHttpDouble, type Answer, type HttpDouble, type LoggedRequest } from './http-double.ts';

export interface AbacatePayV2Charge {
  id: string;
  amount: number;
  status: 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'PAID' | 'UNDER_DISPUTE' | 'REFUNDED' | 'REDEEMED';
  devMode: boolean;
  brCode: string;
  brCodeBase64: string;
  platformFee: number;
  receiptUrl: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  metadata: Record<string, unknown>;
  /** Kept, and in no answer: only webhooks repeat it. */
  externalId: string | null;
  description: string;
  paidAmount: number;
  refundId: string | null;
}

export interface AbacatePayV2Server extends HttpDouble {
  readonly apiKey: string;
  readonly ledger: Map<string, AbacatePayV2Charge>;
  /** The payer pays, however late. Answers the webhook receiver's status, or null without one. */
  pay(
    id: string,
    options?: { amount?: number; webhookAmount?: number; webhook?: boolean },
  ): Promise<number | null>;
  expire(id: string): void;
  /** The payer disputes it, and the webhook says so. */
  dispute(id: string): Promise<number | null>;
  /** No event is documented for a dispute that is won. */
  decide(id: string, as: 'won' | 'lost'): Promise<number | null>;
  configureWebhook(url: string, secret: string): void;
}

const HIDDEN = ['externalId', 'description', 'paidAmount', 'refundId'] as const;
const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * AbacatePay's `/v2/transparents/*`, as strict as the provider's openapi.yaml. `refundStyle`: its pages show
 * two answers to a refund and to a repeated one; `described` is the API description's, `page` the page's.
 */
export async function startAbacatePayV2Server(
  options: {
    port?: number;
    apiKey?: string;
    webhookUrl?: string;
    webhookSecret?: string;
    refundStyle?: 'described' | 'page';
    now?: () => Date;
  } = {},
): Promise<AbacatePayV2Server> {
  const apiKey = options.apiKey ?? 'abc_dev_test_key';
  const now = options.now ?? (() => new Date());
  const ledger = new Map<string, AbacatePayV2Charge>();
  const webhook = { url: options.webhookUrl, secret: options.webhookSecret ?? '' };
  const data = (value: unknown, more: object = {}): Answer => ({
    status: 200,
    body: { data: value, success: true, error: null, ...more },
  });
  const refuse = (status: number, error: string): Answer => ({
    status,
    body: { data: null, success: false, error },
  });

  const existing = (id: string): AbacatePayV2Charge => {
    const charge = ledger.get(id);
    if (!charge) throw new Error(`abacatepay v2 server: no charge ${id}; ids are pix_char_…, not ours`);
    if (charge.status === 'PENDING' && now() >= new Date(charge.expiresAt)) charge.status = 'EXPIRED';
    return charge;
  };

  const create = (body: CreateV2Body['data']): AbacatePayV2Charge => {
    const id = `pix_char_${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}`;
    const url = `qr.abacatepay.test/v2/${id}`;
    const brCode = generatePixPayload({ url, merchantName: 'AbacatePay Teste', merchantCity: 'Sao Paulo' });
    if (!brCode) throw new Error('abacatepay v2 server: the BR Code settings above are not valid');
    const at = now().getTime();
    const charge: AbacatePayV2Charge = {
      id,
      amount: body.amount,
      status: 'PENDING',
      devMode: true,
      brCode,
      brCodeBase64: `data:image/png;base64,${ONE_PIXEL_PNG}`,
      platformFee: 80,
      receiptUrl: null,
      createdAt: new Date(at).toISOString(),
      updatedAt: new Date(at).toISOString(),
      expiresAt: new Date(at + (body.expiresIn ?? 3600) * 1000).toISOString(),
      metadata: body.metadata ?? {},
      externalId: body.externalId ?? null,
      description: body.description?.slice(0, 500) ?? '',
      paidAmount: 0,
      refundId: null,
    };
    ledger.set(id, charge);
    return charge;
  };

  const refund = (body: { id: string; reason?: string }): Answer => {
    const charge = ledger.has(body.id) ? existing(body.id) : null;
    if (!charge) return refuse(400, 'TRANSACTION_NOT_FOUND');
    if (charge.status === 'UNDER_DISPUTE') return refuse(400, 'TRANSACTION_UNDER_DISPUTE');
    const isRepeat = charge.status === 'REFUNDED';
    if (!isRepeat && charge.status !== 'PAID') return refuse(400, 'TRANSACTION_NOT_REFUNDABLE');
    if (isRepeat && options.refundStyle === 'page') return refuse(400, 'Esta cobrança já foi reembolsada.');
    charge.status = 'REFUNDED';
    charge.refundId ??= `tran_${randomBytes(9).toString('hex')}`;
    if (options.refundStyle !== 'page') return data({ refundPublicId: charge.refundId });
    const { amount, id: originalId } = charge;
    const createdAt = now().toISOString();
    const reason = body.reason ?? null;
    return data({ id: charge.refundId, status: 'COMPLETE', amount, reason, originalId, createdAt });
  };

  const list = ({ query }: LoggedRequest): Answer => {
    const limit = Number(query.limit ?? 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refuse(400, 'limit must be 1 to 100');
    const newestFirst = [...ledger.keys()].toReversed().map(existing);
    const rows = newestFirst.filter(
      ({ id, status }) => (query.id ?? id) === id && (query.status ?? status) === status,
    );
    const start = query.after ? rows.findIndex(({ id }) => id === query.after) + 1 : 0;
    const page = rows.slice(start, start + limit);
    const hasMore = start + limit < rows.length;
    const next = hasMore ? (page.at(-1)?.id ?? null) : null;
    return data(page.map(present), { pagination: { hasMore, next, before: null } });
  };

  const answer = (request: LoggedRequest): Answer => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return { status: 401, body: { error: 'Token de autenticação inválido ou ausente.' } };
    }
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
    if (request.method === 'POST' && !isJson) return refuse(400, 'Content-Type must be application/json');
    const charge = ledger.has(request.query.id ?? '') ? existing(request.query.id ?? '') : null;
    switch (`${request.method} ${request.path}`) {
      case 'POST /v2/transparents/create': {
        const fault = faultInV2Create(request.body);
        if (fault) return refuse(fault.status, fault.error);
        return data(present(create((request.body as CreateV2Body).data)));
      }
      case 'GET /v2/transparents/check':
        if (!charge) return refuse(404, 'Checkout not found');
        return data({ id: charge.id, status: charge.status, expiresAt: charge.expiresAt });
      case 'GET /v2/transparents/list':
        return list(request);
      case 'POST /v2/transparents/refund': {
        const fault = faultInV2Refund(request.body);
        return fault ? refuse(400, fault) : refund(request.body as { id: string; reason?: string });
      }
      case 'POST /v2/transparents/simulate-payment':
        if (!charge) return refuse(404, 'Checkout not found');
        if (charge.status !== 'PENDING') return refuse(400, 'Charge cannot be simulated');
        void pay(charge.id).catch(() => {});
        return data(present(charge));
      default:
        return refuse(404, 'Route not found');
    }
  };

  const pay: AbacatePayV2Server['pay'] = async (
    id,
    { amount, webhookAmount, webhook: deliver = true } = {},
  ) => {
    const charge = existing(id);
    charge.status = 'PAID';
    charge.paidAmount = amount ?? charge.amount;
    charge.receiptUrl = `https://app.abacatepay.test/receipt/${id}`;
    charge.updatedAt = now().toISOString();
    if (!deliver || !webhook.url) return null;
    const body = webhookBodyV2(charge, {
      eventId: `log_${id}`,
      ...(webhookAmount !== undefined && { amount: webhookAmount }),
    });
    return postSigned(webhook.url, webhook.secret, JSON.stringify(body));
  };

  const tell = async (id: string, event: 'transparent.disputed' | 'transparent.lost') => {
    if (!webhook.url) return null;
    const body = webhookBodyV2(existing(id), { event, eventId: `log_${event}_${id}` });
    return postSigned(webhook.url, webhook.secret, JSON.stringify(body));
  };

  const double = await startHttpDouble({
    port: options.port,
    answer,
    errorBody: (status) => ({ data: null, success: false, error: `Failure ${status} on demand` }),
  });
  return {
    ...double,
    apiKey,
    ledger,
    pay,
    expire(id) {
      existing(id).expiresAt = now().toISOString();
      existing(id);
    },
    dispute(id) {
      existing(id).status = 'UNDER_DISPUTE';
      return tell(id, 'transparent.disputed');
    },
    async decide(id, as) {
      existing(id).status = as === 'won' ? 'PAID' : 'REFUNDED';
      return as === 'won' ? null : tell(id, 'transparent.lost');
    },
    configureWebhook: (url, secret) => void Object.assign(webhook, { url, secret }),
  };
}

function present(charge: AbacatePayV2Charge) {
  return Object.fromEntries(Object.entries(charge).filter(([name]) => !HIDDEN.includes(name as never)));
}

if (import.meta.main) await runAbacatePay('v2', '/v2/transparents/simulate-payment', startAbacatePayV2Server);
