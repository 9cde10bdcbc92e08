import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartItem } from '#app/ui/cart/cart.tsx';
import { createPayment } from './create-payment.ts';
import { beginPurchaseAttempt } from './purchase-attempt.ts';
import type { Purchase } from './purchase.ts';

const EXPIRES_AT = '2026-03-01T15:42:00.000Z';
const PAYMENT = { id: 'p1', status: 'pending', amount: 15, pixCode: '000201', expiresAt: EXPIRES_AT };
const DONE = { payment: PAYMENT, order: { id: 'o1', status: 'awaiting_payment' } };
const CUSTOMER = { name: 'Ana', email: 'ana@exemplo.com', cellphone: '11987654321', taxId: '52998224725' };
const skin: Purchase = {
  kind: 'skin',
  skin: { sku: 'lol:Aurea:1', skinName: 'Aurea Solar', championName: 'Aurea' },
  totalCents: 1500,
};
const item = (skinNum: number): CartItem => ({
  id: `Aurea_${skinNum}`,
  championId: 'Aurea',
  championName: 'Aurea',
  skinNum,
  skinName: `Aurea ${skinNum}`,
  priceCents: 1500,
  splashArt: `/img/Aurea_${skinNum}`,
});
const cart = (...nums: number[]): Purchase => ({
  kind: 'cart',
  items: nums.map(item),
  coupon: null,
  totalCents: nums.length * 1500,
});

let server: Server;
let url: string;
let seen: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
/** null: the server takes the request and never answers. */
let answers: ({ status: number; body: unknown } | null)[];

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body: JSON.parse(text) });
      const answer = answers.length > 0 ? answers.shift() : { status: 201, body: DONE };
      if (!answer) return;
      response
        .writeHead(answer.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const ask = (purchase: Purchase, attempt = beginPurchaseAttempt(), patienceMs = 5_000) =>
  createPayment({ purchase, customer: CUSTOMER, attempt }, { url, patienceMs });
const keys = () => seen.map(({ headers }) => headers['idempotency-key']);
const refusal = (code: string, fields?: object) => ({
  error: { code, message: 'Frase.', requestId: 'r', fields },
});

describe('asking for a PIX code', () => {
  it('goes on by itself while a provider has not answered, with the same key', async () => {
    const creating = { payment: { status: 'creating' }, order: DONE.order };
    answers.push({ status: 202, body: creating }, { status: 202, body: creating });
    let waits = 0;
    const result = await createPayment(
      { purchase: skin, customer: CUSTOMER, attempt: beginPurchaseAttempt() },
      { url, waitMs: 1, onWait: () => waits++ },
    );
    expect(result).toMatchObject({ ok: true, payment: { pixCode: '000201' } });
    expect(waits).toBe(2);
    expect(new Set(keys()).size).toBe(1);
  });

  // shows: spec 3.7, spec 7.3, spec 9.2
  it('sends the body of the spec and reads the answer', async () => {
    const result = await ask(skin);
    expect(seen[0]?.body).toEqual({
      amount: 15,
      expiresIn: 3600,
      description: 'Aurea Solar',
      skinData: { sku: 'lol:Aurea:1', skinName: 'Aurea Solar', championName: 'Aurea' },
      customer: CUSTOMER,
      metadata: { externalId: keys()[0] },
    });
    expect(result).toMatchObject({
      ok: true,
      payment: { id: 'p1', amountCents: 1500, pixCode: '000201', expiresAt: EXPIRES_AT, order: DONE.order },
    });
  });

  it('knows that of a sum without skins nothing comes', async () => {
    const free = await ask({ kind: 'free', totalCents: 1500, description: 'Aula' });
    expect(free).toMatchObject({ payment: { isFree: true } });
    expect(await ask(skin)).toMatchObject({ payment: { isFree: false } });
  });

  it('sends the price that the cart screen shows', async () => {
    await ask(cart(1, 2, 3));
    expect(seen[0]?.body.amount).toBe(45);
    expect(seen[0]?.body.cartItems).toHaveLength(3);
    expect(seen[0]?.body.cartItems).toMatchObject([{ price: 15 }, { price: 15 }, { price: 15 }]);
  });

  it('retries with the same key after a time-out and after a failed gateway', async () => {
    const attempt = beginPurchaseAttempt();
    answers = [null, { status: 502, body: refusal('gateway_unavailable') }];
    expect(await ask(skin, attempt, 60)).toMatchObject({ ok: false, reason: 'no_answer' });
    expect(await ask(skin, attempt)).toMatchObject({ ok: false, reason: 'refused', message: 'Frase.' });
    expect(await ask(skin, attempt)).toMatchObject({ ok: true });
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('asks again by itself, with the same key, while the shop has no database', async () => {
    answers = [
      { status: 503, body: refusal('unavailable') },
      { status: 502, body: 'the words of a proxy' },
      { status: 500, body: refusal('internal_error') },
    ];
    const attempt = beginPurchaseAttempt();
    const request = { purchase: skin, customer: CUSTOMER, attempt };
    expect(await createPayment(request, { url, retryMs: 5 })).toMatchObject({ ok: true });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
  });

  it('waits for the provider only where an earlier try of its own may still be asking it', async () => {
    const request = { purchase: skin, customer: CUSTOMER, attempt: beginPurchaseAttempt() };
    const away = { status: 502, body: refusal('gateway_unavailable') };
    answers = [away];
    expect(await createPayment(request, { url, retryMs: 5 })).toMatchObject({ ok: false, message: 'Frase.' });
    answers = [{ status: 503, body: refusal('unavailable') }, away];
    expect(await createPayment(request, { url, retryMs: 5 })).toMatchObject({ ok: true });
    expect(keys()).toHaveLength(4);
  });

  it('says that the shop cannot once its patience is at an end', async () => {
    vi.useFakeTimers();
    const request = { purchase: skin, customer: CUSTOMER, attempt: beginPurchaseAttempt() };
    const shop = vi.fn(async () => Response.json(refusal('unavailable'), { status: 503 }));
    const result = createPayment(request, { patienceMs: 400, retryMs: 100, ask: shop });
    await vi.runAllTimersAsync();
    expect(await result).toMatchObject({ ok: false, reason: 'refused', message: 'Frase.' });
    expect(shop).toHaveBeenCalledTimes(4);
  });

  it('uses the same key for both halves of a double click', async () => {
    const attempt = beginPurchaseAttempt();
    await Promise.all([ask(skin, attempt), ask(skin, attempt)]);
    expect(new Set(keys()).size).toBe(1);
  });

  it('takes a new key when the purchase changes, not when only its order does', async () => {
    const attempt = beginPurchaseAttempt();
    await ask(cart(1, 2), attempt);
    await ask(cart(2, 1), attempt);
    await ask(cart(1, 2, 3), attempt);
    await ask(skin, attempt);
    const [first, second, third, fourth] = keys();
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
  });

  it.each(['order_cancelled', 'idempotency_key_reused'])('takes a new key after %s', async (code) => {
    const attempt = beginPurchaseAttempt();
    answers = [{ status: 409, body: refusal(code) }];
    await ask(skin, attempt);
    await ask(skin, attempt);
    expect(new Set(keys()).size).toBe(2);
  });

  it('says what is wrong with which field, and when the session is over', async () => {
    answers = [
      { status: 422, body: refusal('invalid_customer', { taxId: 'CPF/CNPJ inválido' }) },
      { status: 401, body: refusal('unauthenticated') },
    ];
    expect(await ask(skin)).toMatchObject({ reason: 'refused', fields: { taxId: 'CPF/CNPJ inválido' } });
    expect(await ask(skin)).toMatchObject({ reason: 'signed_out' });
  });

  it('tells a price that has changed from other refusals, for the screen to learn of it', async () => {
    answers = [
      { status: 422, body: refusal('price_mismatch') },
      { status: 422, body: refusal('sold_out') },
    ];
    expect(await ask(skin)).toMatchObject({ reason: 'refused', isRepriced: true });
    expect(await ask(skin)).toMatchObject({ reason: 'refused', isRepriced: false });
  });

  it('survives an answer that is no JSON and a server that is not there', async () => {
    expect(
      await createPayment(
        { purchase: skin, customer: CUSTOMER, attempt: beginPurchaseAttempt() },
        { url: 'http://127.0.0.1:9/', retryMs: 5 },
      ),
    ).toMatchObject({ ok: false, reason: 'no_answer' });
  });
});
