import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { faultInCreate, type CreateBody } from './abacatepay-request.ts';
import { postWebhook, type WebhookOverrides } from './abacatepay-webhook.ts';

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

/**
 * `status`: answer with it and do nothing. `timeout`: never answer, do nothing.
 * `dropAfterApply`: do it, then cut the connection. `garbage`: do it, then answer 200 with a page of HTML.
 */
export type Failure = { status: number } | 'timeout' | 'dropAfterApply' | 'garbage';

export interface LoggedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
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
  const requests: LoggedRequest[] = [];
  const failures: Failure[] = [];
  const eventIds = new Map<string, string>();
  const webhook = { url: options.webhookUrl, secret: options.webhookSecret ?? '' };
  let delayMs = 0;

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
        if (!charge) return refuse(404, 'Pix QRCode not found');
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

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await logRequest(incoming);
    requests.push(request);
    const failure = failures.shift();
    if (delayMs > 0) await sleep(delayMs);
    if (failure === 'timeout') return;
    const { status, body } =
      typeof failure === 'object'
        ? { status: failure.status, body: { data: null, error: `Failure ${failure.status} on demand` } }
        : answer(request);
    if (failure === 'dropAfterApply') {
      outgoing.destroy();
      return;
    }
    const isGarbage = failure === 'garbage';
    outgoing.writeHead(status, { 'content-type': isGarbage ? 'text/html' : 'application/json' });
    outgoing.end(isGarbage ? '<html><body>Bad gateway</body></html>' : JSON.stringify(body));
  };

  const deliverWebhook = async (id: string, overrides: WebhookOverrides = {}): Promise<number> => {
    const charge = existing(id);
    const url = overrides.url ?? webhook.url;
    if (!url) throw new Error('abacatepay server: set webhookUrl (or configureWebhook) before delivering');
    const eventId = eventIds.get(id) ?? `log_${randomBytes(9).toString('hex')}`;
    eventIds.set(id, eventId);
    return postWebhook({ url, secret: webhook.secret, eventId, charge }, overrides);
  };

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    requests,
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
    failNext: (failure, times = 1) => void failures.push(...Array<Failure>(times).fill(failure)),
    delay: (milliseconds) => void (delayMs = milliseconds),
    configureWebhook: (url, secret) => void Object.assign(webhook, { url, secret }),
    deliverWebhook,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function present(charge: AbacatePayCharge) {
  const { metadata: _metadata, description: _description, ...documented } = charge;
  return documented;
}

async function logRequest(incoming: IncomingMessage): Promise<LoggedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://abacatepay.test');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Kept as text: the strict check refuses it.
  }
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body,
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      'api-key': { type: 'string', default: 'abc_dev_test_key' },
      'webhook-url': { type: 'string' },
      secret: { type: 'string', default: '' },
    },
  });
  const server = await startAbacatePayServer({
    port: Number(values.port),
    apiKey: values['api-key'],
    webhookSecret: values.secret,
    ...(values['webhook-url'] && { webhookUrl: values['webhook-url'] }),
  });
  console.log(`AbacatePay v1 (test double) on ${server.url}, key ${server.apiKey}
Pay a charge: curl -X POST '${server.url}/v1/pixQrCode/simulate-payment?id=pix_char_…' -H 'authorization: Bearer ${server.apiKey}' -H 'content-type: application/json' -d '{}'`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
