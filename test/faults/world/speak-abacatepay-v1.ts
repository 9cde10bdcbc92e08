import { faultInCreate, type CreateBody } from '../../providers/abacatepay-request.ts';
import { signWebhook, webhookBody } from '../../providers/abacatepay-webhook.ts';
import type { BankCharge, Dialect } from './dialect.ts';

const API_KEY = 'chave-das-falhas';
const SECRET = 'segredo-das-falhas';

/** AbacatePay v1: no idempotency key, no look-up by our id, and no answer that names the amount received. */
export const speakAbacatePayV1 = (): Dialect => ({
  name: 'abacatepay-v1',
  idempotentCreate: false,
  namesPaidAmount: false,
  idPrefix: 'pix_char_',
  env: (baseUrl) => ({
    PIX_GATEWAY: 'abacatepay',
    ABACATEPAY_URL: baseUrl,
    ABACATEPAY_API_KEY: API_KEY,
    ABACATEPAY_WEBHOOK_SECRET: SECRET,
    ABACATEPAY_API_VERSION: '1',
  }),
  kindOf: ({ method, url }) =>
    method === 'POST' && url.pathname === '/v1/pixQrCode/create'
      ? 'create'
      : url.pathname === '/v1/pixQrCode/check'
        ? 'check'
        : 'other',
  ownIdOf: ({ body }) => {
    const ownId = (body as CreateBody).metadata?.externalId;
    return typeof ownId === 'string' ? ownId : null;
  },

  answer(call, { ledger, open, now }) {
    const refuse = (status: number, error: string) => ({ status, body: { data: null, error } });
    if (call.headers.authorization !== `Bearer ${API_KEY}`) return refuse(401, 'Token inválido');
    if (this.kindOf(call) === 'create') {
      const fault = faultInCreate(call.body);
      if (fault) return refuse(fault.status, fault.error);
      const { amount, expiresIn } = call.body as CreateBody;
      const charge = open({ ownId: this.ownIdOf(call), amountCents: amount, ttlSeconds: expiresIn ?? 3600 });
      return { status: 200, body: { data: present(charge, now()), error: null } };
    }
    const charge = ledger.get(call.url.searchParams.get('id') ?? '');
    if (this.kindOf(call) !== 'check' || !charge) return refuse(404, 'Pix QRCode not found');
    const { status, expiresAt } = present(charge, now());
    return { status: 200, body: { data: { status, expiresAt }, error: null }, about: charge };
  },

  webhook(shopUrl, charge, { eventId, claimedCents, isForged = false, isTest = false }) {
    const body = JSON.stringify(
      webhookBody(
        {
          eventId,
          charge: {
            id: charge.id,
            amount: charge.amountCents,
            status: 'PAID',
            devMode: isTest,
            platformFee: 80,
          },
        },
        { amount: claimedCents },
      ),
    );
    const url = new URL('/webhooks/abacatepay', shopUrl);
    url.searchParams.set('webhookSecret', isForged ? 'segredo-de-outra-loja' : SECRET);
    return {
      url: url.href,
      headers: { 'content-type': 'application/json', 'x-webhook-signature': signWebhook(body) },
      body,
    };
  },
});

function present(charge: BankCharge, now: number) {
  return {
    id: charge.id,
    amount: charge.amountCents,
    status: charge.receivedCents > 0 ? 'PAID' : now >= charge.expiresAt ? 'EXPIRED' : 'PENDING',
    devMode: false,
    brCode: charge.code,
    brCodeBase64: 'data:image/png;base64,',
    platformFee: 80,
    createdAt: new Date(charge.createdAt).toISOString(),
    updatedAt: new Date(charge.paidAt ?? charge.createdAt).toISOString(),
    expiresAt: new Date(charge.expiresAt).toISOString(),
  };
}
