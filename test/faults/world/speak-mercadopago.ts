import { faultInOrder, secondsOf, type CreateOrderBody } from '../../providers/mercadopago-request.ts';
import { mercadoPagoBody, signMercadoPago } from '../../providers/mercadopago-webhook.ts';
import type { BankCall, BankCharge, Dialect } from './dialect.ts';

const ACCESS_TOKEN = 'APP_USR-falhas';
const SECRET = 'segredo-das-falhas-do-mercado';

/** Mercado Pago's orders: one idempotency key is one order, and every answer names the amount received. */
export function speakMercadoPago(): Dialect {
  const usedKeys = new Map<string, string>();
  const refuse = (status: number, code: string) => ({ status, body: { errors: [{ code, message: code }] } });
  const isOrder = ({ url }: BankCall) => url.pathname.startsWith('/v1/orders');

  return {
    name: 'mercadopago',
    idempotentCreate: true,
    namesPaidAmount: true,
    idPrefix: 'ORD',
    env: (baseUrl) => ({
      PIX_GATEWAY: 'mercadopago',
      MERCADOPAGO_URL: baseUrl,
      MERCADOPAGO_ACCESS_TOKEN: ACCESS_TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    }),
    kindOf: (call) =>
      call.method === 'POST' && call.url.pathname === '/v1/orders'
        ? 'create'
        : call.method === 'GET' && isOrder(call)
          ? 'check'
          : 'other',
    ownIdOf: ({ body }) => (body as Partial<CreateOrderBody>).external_reference ?? null,

    answer(call, { ledger, open, now }) {
      if (call.headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return refuse(401, 'unauthorized');
      switch (this.kindOf(call)) {
        case 'create': {
          const fault = faultInOrder(call.body);
          if (fault) return refuse(400, fault.code);
          const key = call.headers['x-idempotency-key'];
          if (typeof key !== 'string') return refuse(400, 'empty_required_header');
          const text = JSON.stringify(call.body);
          if (usedKeys.has(key) && usedKeys.get(key) !== text)
            return refuse(409, 'idempotency_key_already_used');
          usedKeys.set(key, text);
          const body = call.body as CreateOrderBody;
          const charge = open({
            key,
            ownId: body.external_reference,
            amountCents: Number(body.total_amount.replace('.', '')),
            ttlSeconds: secondsOf(body.transactions.payments[0].expiration_time ?? 'PT24H') ?? 0,
          });
          return { status: 201, body: present(charge, now()) };
        }
        case 'check': {
          const id = call.url.pathname.split('/')[3];
          if (id === undefined) {
            const wanted = call.url.searchParams.get('external_reference');
            const rows = [...ledger.values()].filter(({ ownId }) => ownId === wanted);
            return { status: 200, body: { data: rows.map((charge) => present(charge, now())) } };
          }
          const charge = ledger.get(id.toUpperCase());
          return charge
            ? { status: 200, body: present(charge, now()), about: charge }
            : refuse(404, 'order_not_found');
        }
        case 'other':
          return refuse(404, 'not_found');
      }
    },

    webhook(shopUrl, charge, { eventId, isForged = false, isTest = false }) {
      const url = new URL('/webhooks/mercadopago', shopUrl);
      url.searchParams.set('data.id', charge.id);
      url.searchParams.set('type', 'order');
      const order = present(charge, charge.paidAt ?? charge.createdAt);
      return {
        url: url.href,
        headers: {
          'content-type': 'application/json',
          ...signMercadoPago(isForged ? 'segredo-de-outra-loja' : SECRET, charge.id),
        },
        body: JSON.stringify(mercadoPagoBody(order, { id: eventId, liveMode: !isTest })),
      };
    },
  };
}

function present(charge: BankCharge, now: number) {
  const reais = (cents: number) => (cents / 100).toFixed(2);
  const [status, detail] =
    charge.receivedCents > 0
      ? ['processed', 'accredited']
      : now >= charge.expiresAt
        ? ['expired', 'expired']
        : ['action_required', 'waiting_transfer'];
  return {
    id: charge.id,
    type: 'online',
    external_reference: charge.ownId ?? '',
    currency: 'BRL',
    status,
    status_detail: detail,
    total_amount: reais(charge.amountCents),
    total_paid_amount: reais(charge.receivedCents),
    created_date: new Date(charge.createdAt).toISOString(),
    transactions: {
      payments: [
        {
          id: charge.id.replace('ORD', 'PAY'),
          amount: reais(charge.amountCents),
          ...(charge.receivedCents > 0 ? { paid_amount: reais(charge.receivedCents) } : {}),
          date_of_expiration: new Date(charge.expiresAt).toISOString(),
          payment_method: { id: 'pix', type: 'bank_transfer', qr_code: charge.code },
        },
      ],
    },
  };
}
