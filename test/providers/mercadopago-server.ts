import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startHttpDouble, type Answer, type HttpDouble, type LoggedRequest } from './http-double.ts';
import { faultInOrder, secondsOf, type CreateOrderBody, type Fault } from './mercadopago-request.ts';
import { mercadoPagoBody, signMercadoPago } from './mercadopago-webhook.ts';

export interface MercadoPagoOrder {
  id: string;
  external_reference: string;
  status: string;
  status_detail: string;
  amountCents: number;
  paidCents: number;
  paymentId: string;
  qrCode: string;
  createdAt: Date;
  expiresAt: Date;
  description: string;
  expirationTime: string;
  refunds: { id: string; amountCents: number; status: string }[];
  /** The number of its payment in the older API, which chargebacks and claims name. */
  paymentNumber: string;
  /** The Pix that paid it. */
  endToEndId: string | null;
  chargeback: { caseId: string; deadline: Date; createdAt: Date } | null;
  claim: { id: string; deadline: Date; createdAt: Date; benefited: string | null } | null;
}

export interface MercadoPagoServer extends HttpDouble {
  readonly accessToken: string;
  /** By the order's id. */
  readonly ledger: Map<string, MercadoPagoOrder>;
  /** The payer pays, however late. Answers the webhook receiver's status, or null without one. */
  pay(id: string, options?: { amountCents?: number; webhook?: boolean }): Promise<number | null>;
  expire(id: string): void;
  /** A chargeback is told under the order's id; a claim, and a chargeback `asCase`, under an id of its own. */
  dispute(id: string, kind?: 'chargeback' | 'claim', options?: { asCase?: boolean }): Promise<number | null>;
  decide(id: string, as: 'won' | 'lost', options?: { asCase?: boolean }): Promise<number | null>;
  /** A refund that waits for the bank: new ones are answered `in_process` until `finishRefunds`. */
  holdRefunds(): void;
  finishRefunds(id: string): void;
  configureWebhook(url: string, secret: string): void;
}

const reais = (cents: number) => (cents / 100).toFixed(2);
const newId = (prefix: string) =>
  prefix + randomBytes(20).toString('base64url').replace(/[-_]/g, 'X').toUpperCase().slice(0, 26);

/**
 * Mercado Pago's `/v1/orders` for Pix over real HTTP. The pages promise two things for a used
 * `X-Idempotency-Key`: `replay`, the first answer again, and `conflict`, a 409.
 */
export async function startMercadoPagoServer(
  options: {
    port?: number;
    accessToken?: string;
    webhookUrl?: string;
    webhookSecret?: string;
    idempotency?: 'replay' | 'conflict';
    now?: () => Date;
  } = {},
): Promise<MercadoPagoServer> {
  const accessToken = options.accessToken ?? 'TEST-token';
  const now = options.now ?? (() => new Date());
  const ledger = new Map<string, MercadoPagoOrder>();
  const usedKeys = new Map<string, { of: string; answer: Answer }>();
  const webhook = { url: options.webhookUrl, secret: options.webhookSecret ?? '' };
  let isHoldingRefunds = false;
  const refuse = (status: number, ...errors: Fault[]): Answer => ({ status, body: { errors } });

  const existing = (id: string): MercadoPagoOrder => {
    const order = ledger.get(id);
    if (!order) throw new Error(`mercadopago server: no order ${id}`);
    if (order.status === 'action_required' && now() >= order.expiresAt) {
      Object.assign(order, { status: 'expired', status_detail: 'expired' });
    }
    return order;
  };

  const create = (body: CreateOrderBody): Answer => {
    const [payment] = body.transactions.payments;
    const id = newId('ORD');
    const url = `pix.mercadopago.test/qr/${id}`;
    const qrCode = generatePixPayload({ url, merchantName: 'Mercado Pago Teste', merchantCity: 'Sao Paulo' });
    if (!qrCode) throw new Error('mercadopago server: the BR Code settings above are not valid');
    const expirationTime = payment.expiration_time ?? 'PT24H';
    const order: MercadoPagoOrder = {
      id,
      external_reference: body.external_reference,
      status: 'action_required',
      status_detail: 'waiting_transfer',
      amountCents: Number(body.total_amount.replace('.', '')),
      paidCents: 0,
      paymentId: newId('PAY'),
      qrCode,
      createdAt: now(),
      expiresAt: new Date(now().getTime() + (secondsOf(expirationTime) ?? 0) * 1000),
      description: body.description ?? '',
      expirationTime,
      refunds: [],
      paymentNumber: String(10_000_000_000 + randomInt(80_000_000_000)),
      endToEndId: null,
      chargeback: null,
      claim: null,
    };
    ledger.set(id, order);
    return { status: 201, body: present(order) };
  };

  const cancel = (order: MercadoPagoOrder): Answer => {
    if (order.status !== 'action_required') {
      return refuse(409, { code: 'cannot_cancel_order', message: `status ${order.status}` });
    }
    Object.assign(order, { status: 'canceled', status_detail: 'canceled' });
    return { status: 200, body: present(order) };
  };

  const refund = (order: MercadoPagoOrder, { body, headers }: LoggedRequest): Answer => {
    if (order.status === 'refunded')
      return refuse(409, { code: 'order_already_refunded', message: order.id });
    if (order.status !== 'processed') {
      return refuse(409, { code: 'cannot_refund_order', message: `status ${order.status}` });
    }
    const left = order.paidCents - sum(order.refunds);
    const [part] = (body as { transactions?: { id: string; amount: string }[] })?.transactions ?? [];
    if (part && (part.id !== order.paymentId || !/^\d+\.\d{2}$/.test(part.amount))) {
      return refuse(404, { code: 'transaction_not_found', message: part.id });
    }
    const amountCents = part ? Number(part.amount.replace('.', '')) : left;
    if (amountCents <= 0 || amountCents > left) {
      return refuse(400, { code: 'refund_amount_exceeds', message: `${reais(left)} left` });
    }
    if (isHoldingRefunds && headers['x-render-in-process-refunds'] !== 'true') {
      return refuse(400, { code: 'refund_error', message: 'Refund in process' });
    }
    order.refunds.push({
      id: newId('REF'),
      amountCents,
      status: isHoldingRefunds ? 'in_process' : 'processed',
    });
    settle(order);
    const { id, external_reference, status, status_detail } = order;
    const refunds = presentRefunds(order).slice(-1);
    return {
      status: 201,
      body: { id, external_reference, status, status_detail, transactions: { refunds } },
    };
  };

  const search = ({ query }: LoggedRequest): Answer => {
    const [begin, end] = [Date.parse(query.begin_date ?? ''), Date.parse(query.end_date ?? '')];
    if (Number.isNaN(begin) || Number.isNaN(end)) {
      return refuse(400, { code: 'missing_required_params', message: 'begin_date and end_date' });
    }
    if (end - begin > 30 * 24 * 3_600_000)
      return refuse(400, { code: 'invalid_parameter', message: 'over 30 days' });
    const rows = [...ledger.keys()].map(existing).filter((order) => {
      const at = order.createdAt.getTime();
      return (
        at >= begin &&
        at <= end &&
        order.external_reference === (query.external_reference ?? order.external_reference)
      );
    });
    // As in the provider's example of this answer.
    const data = rows.map((order) => ({ ...present(order), transactions: { payments: [null] } }));
    return { status: 200, body: { data, paging: { total: String(rows.length) } } };
  };

  const write = (request: LoggedRequest): Answer => {
    const [, , , id = '', verb = 'create'] = request.path.split('/');
    if (verb === 'create') {
      const fault = faultInOrder(request.body);
      return fault ? refuse(400, fault) : create(request.body as CreateOrderBody);
    }
    if (!ledger.has(id)) return refuse(404, { code: 'order_not_found', message: id });
    if (verb === 'cancel') return cancel(existing(id));
    if (verb === 'refund') return refund(existing(id), request);
    return refuse(404, { code: 'not_found', message: request.path });
  };

  const answerDispute = (path: string): Answer | null => {
    const [, kind, id] =
      /^\/(v1\/chargebacks|v1\/payments|post-purchase\/v1\/claims)\/(\w+)$/.exec(path) ?? [];
    if (id === undefined) return null;
    const order = [...ledger.values()].find(({ chargeback, claim, paymentNumber }) =>
      [chargeback?.caseId, claim?.id, paymentNumber].includes(id),
    );
    if (!order) return refuse(404, { code: 'not_found', message: path });
    if (kind === 'v1/payments') return { status: 200, body: presentPayment(order) };
    return { status: 200, body: kind === 'v1/chargebacks' ? presentCase(order) : presentClaim(order) };
  };

  const answer = (request: LoggedRequest): Answer => {
    if (request.headers.authorization !== `Bearer ${accessToken}`) {
      return refuse(401, { code: 'unauthorized', message: 'Access token invalid' });
    }
    const disputed = answerDispute(request.path);
    if (disputed) return disputed;
    if (!request.path.startsWith('/v1/orders'))
      return refuse(404, { code: 'not_found', message: request.path });
    if (request.method === 'GET') {
      const id = request.path.split('/')[3];
      if (id === undefined) return search(request);
      return ledger.has(id)
        ? { status: 200, body: present(existing(id)) }
        : refuse(404, { code: 'order_not_found', message: id });
    }
    const key = request.headers['x-idempotency-key'];
    if (typeof key !== 'string')
      return refuse(400, { code: 'empty_required_header', message: 'X-Idempotency-Key' });
    const of = `${request.path} ${JSON.stringify(request.body)}`;
    const used = usedKeys.get(key);
    if (used && (options.idempotency === 'conflict' || used.of !== of)) {
      return refuse(409, { code: 'idempotency_key_already_used', message: 'use a new key' });
    }
    if (used) return used.answer;
    const made = write(request);
    if (made.status < 300) usedKeys.set(key, { of, answer: made });
    return made;
  };

  const notify = async (dataId: string, body: object): Promise<number | null> => {
    if (!webhook.url) return null;
    const url = new URL(webhook.url);
    url.searchParams.set('data.id', dataId);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signMercadoPago(webhook.secret, dataId) },
      body: JSON.stringify({
        api_version: 'v1',
        live_mode: true,
        id: randomUUID(),
        data: { id: dataId },
        ...body,
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const aboutChargeback = (order: MercadoPagoOrder, asCase: boolean): [string, object] =>
    asCase
      ? [order.chargeback?.caseId ?? '', { type: 'topic_chargebacks_wh', actions: ['changed_case_status'] }]
      : [order.id, { type: 'order', action: 'order.charged_back' }];

  const double = await startHttpDouble({
    port: options.port,
    answer,
    errorBody: (status) => ({ errors: [{ code: `failure_${status}`, message: 'on demand' }] }),
  });
  return {
    ...double,
    accessToken,
    ledger,
    async dispute(id, kind = 'chargeback', { asCase = false } = {}) {
      const order = existing(id);
      const [createdAt, deadline] = [now(), new Date(now().getTime() + 7 * 24 * 3_600_000)];
      const number = String(200_000_000_000 + randomInt(90_000_000_000));
      if (kind === 'claim') {
        order.claim = { id: number, createdAt, deadline, benefited: null };
        return notify(number, { type: 'topic_claims_integration_wh', action: 'claim.created' });
      }
      order.chargeback = { caseId: number, createdAt, deadline };
      Object.assign(order, { status: 'charged_back', status_detail: 'in_process' });
      return notify(...aboutChargeback(order, asCase));
    },
    async decide(id, as, { asCase = false } = {}) {
      const order = existing(id);
      if (order.claim?.benefited === null) {
        order.claim.benefited = as === 'won' ? 'respondent' : 'complainant';
        if (as === 'lost') Object.assign(order, { status: 'charged_back', status_detail: 'settled' });
        return notify(order.claim.id, { type: 'topic_claims_integration_wh', action: 'claim.updated' });
      }
      order.status_detail = as === 'won' ? 'reimbursed' : 'settled';
      return notify(...aboutChargeback(order, asCase));
    },
    async pay(id, { amountCents, webhook: deliver = true } = {}) {
      const order = existing(id);
      order.paidCents = amountCents ?? order.amountCents;
      const minute = now().toISOString().replaceAll(/\D/g, '').slice(0, 12);
      order.endToEndId = `E00360305${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
      Object.assign(order, { status: 'processed', status_detail: 'accredited' });
      if (!deliver || !webhook.url) return null;
      const url = new URL(webhook.url);
      url.searchParams.set('data.id', order.id);
      url.searchParams.set('type', 'order');
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signMercadoPago(webhook.secret, order.id) },
        body: JSON.stringify(mercadoPagoBody(order, { id: randomUUID() })),
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.status;
    },
    expire(id) {
      existing(id).expiresAt = now();
      existing(id);
    },
    holdRefunds: () => void (isHoldingRefunds = true),
    finishRefunds(id) {
      isHoldingRefunds = false;
      const order = existing(id);
      for (const made of order.refunds) made.status = 'processed';
      settle(order);
    },
    configureWebhook: (url, secret) => void Object.assign(webhook, { url, secret }),
  };
}

function settle(order: MercadoPagoOrder): void {
  const done = sum(order.refunds.filter(({ status }) => status === 'processed'));
  if (done >= order.paidCents) Object.assign(order, { status: 'refunded', status_detail: 'refunded' });
  else if (done > 0) order.status_detail = 'partially_refunded';
}

function sum(refunds: { amountCents: number }[]): number {
  return refunds.reduce((total, { amountCents }) => total + amountCents, 0);
}

function present(order: MercadoPagoOrder) {
  return {
    id: order.id,
    type: 'online',
    processing_mode: 'automatic',
    external_reference: order.external_reference,
    country_code: 'BRA',
    currency: 'BRL',
    status: order.status,
    status_detail: order.status_detail,
    total_amount: reais(order.amountCents),
    ...(order.paidCents > 0 && { total_paid_amount: reais(order.paidCents) }),
    created_date: order.createdAt.toISOString(),
    last_updated_date: order.createdAt.toISOString(),
    transactions: {
      payments: [
        {
          id: order.paymentId,
          amount: reais(order.amountCents),
          ...(order.paidCents > 0 && { paid_amount: reais(order.paidCents) }),
          status: order.status,
          status_detail: order.status_detail,
          expiration_time: order.expirationTime,
          date_of_expiration: order.expiresAt.toISOString(),
          payment_method: {
            id: 'pix',
            type: 'bank_transfer',
            ticket_url: `https://www.mercadopago.test/payments/${order.paymentId}/ticket`,
            qr_code: order.qrCode,
            qr_code_base64: 'iVBORw0KGgo=',
            ...(order.endToEndId && { e2e_id: `PIX${order.endToEndId}` }),
          },
        },
      ],
      ...(order.chargeback && {
        chargebacks: [{ id: `CHB${order.chargeback.caseId}`, case_id: order.chargeback.caseId }],
      }),
      ...(order.refunds.length > 0 && { refunds: presentRefunds(order) }),
    },
  };
}

/** As `GET /v1/chargebacks/{id}` is described. */
function presentCase({ chargeback, paymentNumber, amountCents, status_detail: detail }: MercadoPagoOrder) {
  return {
    id: chargeback?.caseId,
    payments: [Number(paymentNumber)],
    currency: 'BRL',
    amount: amountCents / 100,
    reason: 'general',
    coverage_applied: detail === 'in_process' ? null : detail === 'reimbursed',
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'pending',
    documentation: [],
    date_documentation_deadline: chargeback?.deadline.toISOString(),
    date_created: chargeback?.createdAt.toISOString(),
    live_mode: true,
  };
}

/** As `GET /post-purchase/v1/claims/{id}` is described. */
function presentClaim({ claim, paymentNumber }: MercadoPagoOrder) {
  const isOpen = claim?.benefited === null;
  return {
    id: Number(claim?.id),
    resource: 'payment',
    resource_id: Number(paymentNumber),
    status: isOpen ? 'opened' : 'closed',
    type: 'mediations',
    stage: 'dispute',
    reason_id: 'PDD9939',
    players: [
      { role: 'complainant', type: 'buyer', user_id: 1, available_actions: [] },
      {
        role: 'respondent',
        type: 'seller',
        user_id: 2,
        available_actions: [
          { action: 'send_message', mandatory: true, due_date: claim?.deadline.toISOString() },
        ],
      },
    ],
    resolution: isOpen ? null : { reason: 'decided', benefited: [claim?.benefited], closed_by: 'mediator' },
    date_created: claim?.createdAt.toISOString(),
  };
}

/** As much of `GET /v1/payments/{id}` as an order's payment has there. */
function presentPayment(order: MercadoPagoOrder) {
  return {
    id: Number(order.paymentNumber),
    external_reference: order.external_reference,
    status: order.status === 'charged_back' ? 'charged_back' : 'approved',
    status_detail: order.status_detail,
  };
}

function presentRefunds(order: MercadoPagoOrder) {
  return order.refunds.map(({ id, amountCents, status }) => ({
    id,
    transaction_id: order.paymentId,
    amount: reais(amountCents),
    status,
  }));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4020' },
      token: { type: 'string', default: 'TEST-token' },
      'webhook-url': { type: 'string' },
      secret: { type: 'string', default: '' },
    },
  });
  const server = await startMercadoPagoServer({
    port: Number(values.port),
    accessToken: values.token,
    webhookSecret: values.secret,
    ...(values['webhook-url'] && { webhookUrl: values['webhook-url'] }),
  });
  console.log(`Mercado Pago orders (test double) on ${server.url}, token ${server.accessToken}
Type an order's id and Enter to pay it.`);
  process.stdin.on('data', (chunk: Buffer) => {
    server.pay(chunk.toString().trim()).then(
      (status) => console.log(`paid; the webhook answered ${status ?? '(none set)'}`),
      (error: Error) => console.log(error.message),
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}
