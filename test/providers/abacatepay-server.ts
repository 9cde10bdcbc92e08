import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { faultInCreate, type CreateBody } from './abacatepay-request.ts';
import { postWebhook, type WebhookOverrides } from './abacatepay-webhook.ts';
import { startHttpDouble, type Failure, type LoggedRequest } from './http-double.ts';

export interface AbacatePayServerOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  apiKey?: string;
  /** Where `billing.paid` goes; without it nothing is delivered on payment. The secret is added as a query. */
  webhookUrl?: string;
  webhookSecret?: string;
  /** The real API derives this from the key. */
  devMode?: boolean;
  now?: () => Date;
  /** What it answers about an id that it does not know; the provider does not document it. */
  unknownStatus?: 400 | 404;
}

export interface AbacatePayCharge {
  id: string;
  amount: number;
  status: 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'PAID' | 'REFUNDED';
  devMode: boolean;
  brCode: string;
  brCodeBase64: string;
  platformFee: number;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  /** Kept, and not repeated by any v1 answer. */
  metadata: Record<string, unknown>;
  description: string | null;
}

export interface AbacatePayServer extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: LoggedRequest[];
  readonly ledger: Map<string, AbacatePayCharge>;
  /** The payer pays, however late. Answers the webhook receiver's status, or null without one. */
  pay(id: string, options?: { webhookAmount?: number; webhook?: boolean }): Promise<number | null>;
  expire(id: string): void;
  failNext(failure: Failure, times?: number): void;
  /** Every later answer takes this long. */
  delay(milliseconds: number): void;
  configureWebhook(url: string, secret: string): void;
  /** POSTs a proper `billing.paid`; the same charge keeps its event id, as a redelivery does. Answers the status. */
  deliverWebhook(id: string, overrides?: WebhookOverrides): Promise<number>;
  close(): Promise<void>;
}

const DEFAULT_EXPIRES_IN = 3600;
const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * AbacatePay's `/v1/pixQrCode/*` over real HTTP, as strict as the provider's openapi-v1.yaml.
 * Imports nothing through the package's `#` names, so plain Node runs it for demonstrations.
 */
export async function startAbacatePayServer(
  options: AbacatePayServerOptions = {},
): Promise<AbacatePayServer> {
  const apiKey = options.apiKey ?? 'abc_dev_test_key';
  const devMode = options.devMode ?? true;
  const now = options.now ?? (() => new Date());
  const ledger = new Map<string, AbacatePayCharge>();
  const eventIds = new Map<string, string>();
  const webhook = { url: options.webhookUrl, secret: options.webhookSecret ?? '' };

  const existing = (id: string): AbacatePayCharge => {
    const charge = ledger.get(id);
    if (!charge) throw new Error(`abacatepay server: no charge ${id}; ids are pix_char_…, not ours`);
    if (charge.status === 'PENDING' && now() >= new Date(charge.expiresAt)) charge.status = 'EXPIRED';
    return charge;
  };

  const create = (body: CreateBody): AbacatePayCharge => {
    const id = `pix_char_${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}`;
    const brCode = generatePixPayload({
      url: `qr.abacatepay.test/v2/${id}`,
      merchantName: 'AbacatePay Teste',
      merchantCity: 'Sao Paulo',
    });
    if (!brCode) throw new Error('abacatepay server: the BR Code settings above are not valid');
    const at = now().getTime();
    const charge: AbacatePayCharge = {
      id,
      amount: body.amount,
      status: 'PENDING',
      devMode,
      brCode,
      brCodeBase64: `data:image/png;base64,${ONE_PIXEL_PNG}`,
      platformFee: 80,
      createdAt: new Date(at).toISOString(),
      updatedAt: new Date(at).toISOString(),
      expiresAt: new Date(at + (body.expiresIn ?? DEFAULT_EXPIRES_IN) * 1000).toISOString(),
      metadata: body.metadata ?? {},
      description: body.description?.slice(0, 37) ?? null,
    };
    ledger.set(id, charge);
    return charge;
  };

  const answer = (request: LoggedRequest): { status: number; body: unknown } => {
    const refuse = (status: number, error: string) => ({ status, body: { data: null, error } });
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return { status: 401, body: { error: 'Token de autenticação inválido ou ausente.' } };
    }
    const isPost = request.method === 'POST';
    if (isPost && !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return refuse(400, 'Content-Type must be application/json');
    }
    const charge = ledger.has(request.query.id ?? '') ? existing(request.query.id ?? '') : null;
    switch (`${request.method} ${request.path}`) {
      case 'POST /v1/pixQrCode/create': {
        const fault = faultInCreate(request.body);
        if (fault) return refuse(fault.status, fault.error);
        return { status: 200, body: { data: present(create(request.body as CreateBody)), error: null } };
      }
      case 'GET /v1/pixQrCode/check':
        if (!charge) return refuse(options.unknownStatus ?? 404, 'Pix QRCode not found');
        return {
          status: 200,
          body: { data: { status: charge.status, expiresAt: charge.expiresAt }, error: null },
        };
      case 'POST /v1/pixQrCode/simulate-payment':
        if (!charge) return refuse(404, 'Pix QRCode not found');
        if (!devMode || charge.status !== 'PENDING') return refuse(400, 'Charge cannot be simulated');
        markPaid(charge);
        if (webhook.url) void deliverWebhook(charge.id).catch(() => {});
        return { status: 200, body: { data: present(charge), error: null } };
      default:
        return refuse(404, 'Route not found');
    }
  };

  const markPaid = (charge: AbacatePayCharge): void => {
    charge.status = 'PAID';
    charge.updatedAt = now().toISOString();
  };

  const deliverWebhook = async (id: string, overrides: WebhookOverrides = {}): Promise<number> => {
    const charge = existing(id);
    const url = overrides.url ?? webhook.url;
    if (!url) throw new Error('abacatepay server: set webhookUrl (or configureWebhook) before delivering');
    const eventId = eventIds.get(id) ?? `log_${randomBytes(9).toString('hex')}`;
    eventIds.set(id, eventId);
    return postWebhook({ url, secret: webhook.secret, eventId, charge }, overrides);
  };

  const double = await startHttpDouble({
    port: options.port,
    answer,
    errorBody: (status) => ({ data: null, error: `Failure ${status} on demand` }),
  });

  return {
    ...double,
    apiKey,
    ledger,
    async pay(id, { webhookAmount, webhook: deliver = true } = {}) {
      markPaid(existing(id));
      if (!deliver || !webhook.url) return null;
      return deliverWebhook(id, webhookAmount === undefined ? {} : { amount: webhookAmount });
    },
    expire(id) {
      const charge = existing(id);
      charge.expiresAt = now().toISOString();
      existing(id);
    },
    configureWebhook: (url, secret) => void Object.assign(webhook, { url, secret }),
    deliverWebhook,
    [Symbol.asyncDispose]: double.close,
  };
}

function present(charge: AbacatePayCharge) {
  const { metadata: _metadata, description: _description, ...documented } = charge;
  return documented;
}

/** From a shell, for demonstrations. `payPath`: where its provider lets a charge be paid. */
export async function runAbacatePay(
  version: string,
  payPath: string,
  start: (
    options: AbacatePayServerOptions,
  ) => Promise<{ url: string; apiKey: string; close(): Promise<void> }>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      'api-key': { type: 'string', default: 'abc_dev_test_key' },
      'webhook-url': { type: 'string' },
      secret: { type: 'string', default: '' },
    },
  });
  const server = await start({
    port: Number(values.port),
    apiKey: values['api-key'],
    webhookSecret: values.secret,
    ...(values['webhook-url'] && { webhookUrl: values['webhook-url'] }),
  });
  console.log(`AbacatePay ${version} (test double) on ${server.url}, key ${server.apiKey}
Pay a charge: curl -X POST '${server.url}${payPath}?id=pix_char_…' -H 'authorization: Bearer ${server.apiKey}' -H 'content-type: application/json' -d '{}'`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

if (import.meta.main) await runAbacatePay('v1', '/v1/pixQrCode/simulate-payment', startAbacatePayServer);
