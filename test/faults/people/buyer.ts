import { setTimeout as sleep } from 'node:timers/promises';
import { deliverWebhooks } from './payer.ts';
import type { Intent } from '../schedule/schedule.ts';
import { askShop, insist, type ShopAnswer, type ShopRequest } from './shop-client.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

/** The test's own figure: comparing with the shop's constant would agree with whatever that says. */
const SKIN_CENTS = 1500;

/** A shop that is up and says that it cannot: nobody presses the button more often. */
const MAX_FAILURES = 60;

export interface Purchase {
  orderId: string;
  paymentId: string;
  code: string;
}

interface CreateAnswer {
  payment: { id: string; status: string; amount: number; pixCode: string | null };
  order: { id: string; status: string };
}

export function priceOf(intent: Intent): number {
  return intent.freeCents ?? intent.skins.length * SKIN_CENTS;
}

/** Checks out as a browser does: presses the button, again after an error, with the same key. */
export async function checkOut(world: World, testimony: Testimony, intent: Intent): Promise<Purchase | null> {
  if (intent.tampers) await tamper(world, intent);
  let failures = 0;
  for (let attempt = 0; !world.isOver() && failures < MAX_FAILURES; attempt++) {
    const answers = await Promise.all(
      Array.from({ length: attempt === 0 ? intent.clicks : 1 }, () =>
        askShop(world, createRequest(world, intent)),
      ),
    );
    if (attempt === 0 && intent.clicks > 1) world.count('double click', intent.clicks - 1);
    if (attempt > 0 && answers.some((answer) => answer !== null)) world.count('retried checkout');
    for (const answer of answers) note(world, testimony, intent, answer);
    const good = answers.find((answer) => answer !== null && answer.status < 300);
    if (good) return readPurchase(good.body as CreateAnswer);
    // 4xx is an answer for good: owned already, order closed.
    if (answers.some((answer) => answer !== null && answer.status < 500)) return null;
    if (answers.some((answer) => answer !== null)) {
      failures++;
      await sleep(20);
    }
  }
  return null;
}

/** 'Pagar agora' of an order whose code ran out. */
export async function resume(
  world: World,
  testimony: Testimony,
  intent: Intent,
  orderId: string,
): Promise<Purchase | null> {
  const answer = await insist(world, () => ({ ...base(world, intent), json: { orderId } }));
  note(world, testimony, intent, answer);
  return answer && answer.status < 300 ? readPurchase(answer.body as CreateAnswer) : null;
}

export async function payAndTell(
  world: World,
  testimony: Testimony,
  intent: Intent,
  { code, paymentId }: Purchase,
): Promise<void> {
  const price = priceOf(intent);
  const cents = intent.payment === 'short' ? price - 1 : intent.payment === 'over' ? price + 500 : price;
  if (!world.bank.pay(code, cents)) return;
  testimony.paid.push({ intent: intent.number, code, cents });
  // An odd amount is known to v1 only through its webhook; who asks sooner makes it unknowable.
  const isUntold = cents !== price && !world.bank.dialect.namesPaidAmount;
  const told = deliverWebhooks(world, testimony, intent, code, cents);
  if (!isUntold) await Promise.all([told, intent.asks ? askAfterPaying() : null]);
  else {
    await told;
    // And who asks right afterwards gets in before the shop has read what it stored.
    if (!world.isOver()) await askAfterPaying();
  }

  async function askAfterPaying(): Promise<void> {
    const answer = await insist(world, () => ({
      method: 'POST',
      path: `/api/payments/${paymentId}`,
      cookie: cookieOf(world, intent),
    }));
    const status = (answer?.body as { status?: string } | null)?.status;
    if (answer?.status === 200 && status === 'paid') testimony.paidTold.add(paymentId);
  }
}

/** A body with a price of the buyer's own must come to nothing. */
async function tamper(world: World, intent: Intent): Promise<void> {
  const request = createRequest(world, intent);
  const body = request.json as { amount?: number; cartItems?: { price?: number }[] };
  const wrong = intent.tampers === 'negative' ? -1 : 0.01;
  if (body.cartItems && intent.tampers === 'price') for (const item of body.cartItems) item.price = wrong;
  else if (body.cartItems) body.amount = wrong;
  else return;
  const answer = await insist(world, () => ({ ...request, headers: {} }));
  if (answer && answer.status < 300) {
    world.sightings.push(`intent ${intent.number}: a checkout with the price ${wrong} was accepted`);
  }
}

function createRequest(world: World, intent: Intent): ShopRequest {
  return {
    ...base(world, intent),
    headers: intent.hasKey ? { 'idempotency-key': keyOf(intent) } : {},
    json: {
      amount: priceOf(intent) / 100,
      description: intent.freeCents === null ? 'Skins' : `Cobrança ${intent.number}`,
      ...(intent.freeCents === null
        ? { cartItems: intent.skins.map((skin) => ({ ...skin, price: SKIN_CENTS / 100 })) }
        : {}),
      ...(intent.giftFor !== null && { gift: { email: intent.giftFor, message: 'Feliz aniversário!' } }),
      customer: {
        name: 'Bruna Compradora',
        email: `compra-${intent.number}@faults.test`,
        cellphone: '11987654321',
        taxId: '52998224725',
      },
    },
  };
}

export function keyOf(intent: Intent): string {
  return `tentativa-${intent.number}`;
}

function base(world: World, intent: Intent): ShopRequest {
  return { method: 'POST', path: '/api/create-pix-payment', cookie: cookieOf(world, intent) };
}

function cookieOf(world: World, intent: Intent): string {
  return world.template.customers[intent.customer]?.cookie ?? '';
}

function note(world: World, testimony: Testimony, intent: Intent, answer: ShopAnswer | null): void {
  if (!answer || answer.status >= 300) return;
  const { payment, order } = answer.body as CreateAnswer;
  const amountCents = Math.round(payment.amount * 100);
  testimony.ordersTold.push({
    intent: intent.number,
    orderId: order.id,
    customer: intent.customer,
    hasKey: intent.hasKey,
  });
  if (payment.status === 'paid') testimony.paidTold.add(payment.id);
  if (payment.pixCode === null) return;
  testimony.shown.push({
    intent: intent.number,
    orderId: order.id,
    paymentId: payment.id,
    code: payment.pixCode,
    amountCents,
  });
  if (amountCents !== priceOf(intent)) {
    world.sightings.push(
      `intent ${intent.number}: shown ${amountCents} centavos, the price is ${priceOf(intent)}`,
    );
  }
}

function readPurchase({ payment, order }: CreateAnswer): Purchase | null {
  return payment.pixCode === null
    ? null
    : { orderId: order.id, paymentId: payment.id, code: payment.pixCode };
}
