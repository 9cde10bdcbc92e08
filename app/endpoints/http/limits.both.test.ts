import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action as answerApi } from '#app/doors/answer-api.ts';
import { rateLimits, type RateLimit } from '#shop/limits/rate-limits.ts';
import { serveRoutes } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action as upload } from '../files/profile-picture.ts';
import { action as simulate } from '../api/simulator-pay.ts';

const serve = serveRoutes({
  'api/*': { loader: answerApi, action: answerApi },
  'simulator/pay/:chargeId': { action: simulate },
  'dashboard/perfil/imagem/:kind': { action: upload },
});

let shop: TestContext;
/** The look-ups at the provider, by charge. */
const lookUps: string[] = [];
beforeAll(async () => {
  shop = await createTestContext({
    gateway: (_clock, simulator) => ({
      ...simulator,
      find: (reference) => {
        lookUps.push(reference.chargeId);
        return simulator.find(reference);
      },
    }),
  });
  shop.stopClock();
});
afterAll(() => shop.close());

async function ask(userId: string | null, path: string, init: RequestInit = { method: 'POST' }) {
  return serve(new Request(`http://localhost:3000/${path}`, init), contextFor(shop.ctx, userId));
}

async function startBuying(position = 0) {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  return { userId, orderId, chargeId: charge.id };
}

/** Sets the time of this charge's last look-up, in seconds from now; a negative number is in the past. */
function askedIn(chargeId: string, seconds: number) {
  return shop.ctx.db
    .updateTable('charges')
    .set({ asked_at: new Date(shop.ctx.now().getTime() + seconds * 1000) })
    .where('id', '=', chargeId)
    .execute();
}

/**
 * Presses once, leaves two tries in the bucket of this limit, and presses until one is refused.
 * @returns the statuses before the refusal, and the refusal.
 */
async function pressUntilRefused(limit: RateLimit, press: () => Promise<Response>) {
  const before = [(await press()).status];
  const fullAt = new Date(shop.ctx.now().getTime() + (limit.burst - 2) * limit.refillSeconds * 1000);
  await shop.ctx.db
    .updateTable('rate_limits')
    .set({ full_at: fullAt })
    .where('key', 'like', `${limit.name}:%`)
    .execute();
  for (let n = 0; n < 3; n++) {
    const answer = await press();
    if (answer.status === 429) return { before: [...new Set(before)], answer };
    before.push(answer.status);
  }
  throw new Error(`Nothing was refused; answered ${[...new Set(before)].join(', ')}.`);
}

async function expectSentence(answer: Response): Promise<void> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(
      /^Muitas tentativas\. Tente de novo em \d+ (?:minutos?|horas?)\.$/,
    ) as string,
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

// shows: threat 56
test("thirty presses of 'Já paguei' at once are one look-up at the provider, and one more after three seconds", async () => {
  const { userId, chargeId } = await startBuying();
  lookUps.length = 0;
  const press = () => ask(userId, `api/payments/${chargeId}`);
  const answers = await Promise.all(Array.from({ length: 30 }, press));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(lookUps).toEqual([chargeId]);
  await askedIn(chargeId, -1);
  expect(await (await press()).json()).toMatchObject({ id: chargeId, status: 'pending' });
  expect(lookUps).toEqual([chargeId]);
  await askedIn(chargeId, -3);
  expect((await press()).status).toBe(200);
  expect(lookUps).toEqual([chargeId, chargeId]);
});

test('a press that took its time a moment before another one wrote is not a second look-up', async () => {
  const { userId, chargeId } = await startBuying();
  lookUps.length = 0;
  await askedIn(chargeId, 2);
  expect((await ask(userId, `api/payments/${chargeId}`)).status).toBe(200);
  expect(lookUps).toEqual([]);
  // A clock that was an hour ahead and was put right.
  await askedIn(chargeId, 3600);
  expect((await ask(userId, `api/payments/${chargeId}`)).status).toBe(200);
  expect(lookUps).toEqual([chargeId]);
});

test("a payment that is there at the next look-up is seen by 'Já paguei', and paying at the simulator waits for none", async () => {
  const first = await startBuying(1);
  await ask(first.userId, `api/payments/${first.chargeId}`);
  await shop.simulator.pay(first.chargeId);
  shop.passSeconds(3);
  const seen = await ask(first.userId, `api/payments/${first.chargeId}`);
  expect(await seen.json()).toMatchObject({ status: 'paid' });

  const second = await startBuying(1);
  await ask(second.userId, `api/payments/${second.chargeId}`);
  expect(await (await ask(null, `simulator/pay/${second.chargeId}`)).json()).toMatchObject({
    status: 'paid',
  });
});

test("'Já paguei' of one account is refused in words, and of another it is not", async () => {
  const { userId, chargeId } = await startBuying(2);
  const other = await startBuying(2);
  const pressed = await pressUntilRefused(rateLimits.lookUpAccount, () =>
    ask(userId, `api/payments/${chargeId}`),
  );
  expect(pressed.before).toEqual([200]);
  await expectSentence(pressed.answer);
  expect((await ask(other.userId, `api/payments/${other.chargeId}`)).status).toBe(200);
});

// shows: threat 56
test('cancelling, the QR picture, the simulator and what staff cancel are counted', async () => {
  const { userId, orderId, chargeId } = await startBuying(3);
  const clerk = await shop.createUser();
  await shop.ctx.db.insertInto('user_roles').values({ user_id: clerk, role: 'owner' }).execute();
  const json = { 'content-type': 'application/json' };
  const presses: [RateLimit, number, () => Promise<Response>][] = [
    [rateLimits.qrAccount, 200, () => ask(userId, `api/payments/${chargeId}/qr-code`, {})],
    [rateLimits.simulatorAddress, 200, () => ask(null, `simulator/pay/${chargeId}`)],
    [rateLimits.cancelAccount, 409, () => ask(userId, `api/orders/${orderId}/cancel`)],
    [
      rateLimits.staffAccount,
      404,
      () =>
        ask(clerk, `api/admin/orders/${randomUUID()}/cancel`, {
          method: 'POST',
          headers: json,
          body: '{"reason":"teste"}',
        }),
    ],
  ];
  for (const [limit, status, press] of presses) {
    const { before, answer } = await pressUntilRefused(limit, press);
    expect([limit.name, before]).toEqual([limit.name, [status]]);
    await expectSentence(answer);
  }
});

test("a mobile carrier's customers buy from one address: sixty accounts at once get their codes", async () => {
  const [skin] = skinsOf(shop.ctx, 0);
  const body = JSON.stringify({
    skinData: skin,
    amount: 15,
    customer: {
      name: 'Bruna Teste',
      email: 'bruna@exemplo.com',
      cellphone: '(11) 98765-4321',
      taxId: '529.982.247-25',
    },
  });
  const buyers = await Promise.all(Array.from({ length: 60 }, () => shop.createUser()));
  const headers = { 'content-type': 'application/json' };
  const answers = await Promise.all(
    buyers.map((userId) => ask(userId, 'api/create-pix-payment', { method: 'POST', headers, body })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

// shows: threat 65
test('a place is taken before a picture is read: two for an account, six in all, and no byte of the others', async () => {
  let read = 0;
  const endings: (() => void)[] = [];
  const send = (userId: string) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read++;
          return new Promise<void>((done) =>
            endings.push(() => {
              controller.close();
              done();
            }),
          );
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return ask(userId, 'dashboard/perfil/imagem/avatar', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
  };
  const people = await Promise.all(Array.from({ length: 19 }, () => shop.createUser()));
  const sent = people.flatMap((userId) => [send(userId), send(userId), send(userId)]);
  const answered: Response[] = [];
  for (const each of sent) void each.then((answer) => answered.push(answer));
  await expect.poll(() => answered.length).toBe(51);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answered[0]?.headers.get('retry-after')).toBe('5');
  expect(await answered[0]?.json()).toMatchObject({
    error: { message: 'Muitas imagens ao mesmo tempo. Tente de novo em instantes.' },
  });
  expect(read).toBe(6);
  for (const end of endings) end();
  expect((await Promise.all(sent)).filter(({ status }) => status === 400)).toHaveLength(6);
  const later = send(people[0]!);
  await expect.poll(() => read).toBe(7);
  endings.at(-1)?.();
  expect((await later).status).toBe(400);
});
