import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { createMailer } from '#server/mailer.ts';
import { cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createGate } from '#test/faults/world/gate.ts';
import { startMailServer } from '#test/faults/world/mail-server.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { checkCharge } from './check-charge.ts';
import { remindUnpaidOrders } from './remind-unpaid-orders.ts';

const HALF = 1800;

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
});
afterAll(() => shop.close());
beforeEach(() => shop.forget());

/** An order of a person whose address is confirmed, with its first code. */
async function placeUnpaid(isConfirmed = true) {
  const userId = await shop.createUser();
  await shop.ctx.db.deleteFrom('users').where('email', '=', customer.email).execute();
  await shop.ctx.db
    .updateTable('users')
    .set({ email: customer.email, email_verified: isConfirmed })
    .where('id', '=', userId)
    .execute();
  return { userId, ...(await again(userId)) };
}

/** The same order, with a code that can be paid. */
const again = (userId: string) => checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1]) });

/** The reminders of an order that were asked for, all time. */
async function asked(orderId: string) {
  const jobs = await shop.jobs();
  return jobs.filter((job) => job.name === 'mail-payment-reminder' && job.data.orderId === orderId).length;
}

const mailNow = (orderId: string) =>
  orderMails['mail-payment-reminder'].run(shop.ctx, { orderId }, 'reminder');

test('half of the first code: one reminder, and never a second, whoever looks how often', async () => {
  const { userId, orderId } = await placeUnpaid();
  shop.passSeconds(HALF - 1);
  await remindUnpaidOrders(shop.ctx);
  expect(await asked(orderId)).toBe(0);
  shop.passSeconds(1);
  await Promise.all([remindUnpaidOrders(shop.ctx), remindUnpaidOrders(shop.ctx)]);
  await remindUnpaidOrders(shop.ctx);
  expect(await asked(orderId)).toBe(1);
  await mailNow(orderId);
  expect(shop.mails.map((mail) => mail.to)).toEqual([customer.email]);
  expect(shop.mails[0]!.text).toContain(`/pagamento-pix?orderId=${orderId}`);

  // A second code of the same order is another chance to pay, and no other reminder.
  shop.passSeconds(HALF + 60);
  expect((await again(userId)).orderId).toBe(orderId);
  shop.passSeconds(HALF);
  await remindUnpaidOrders(shop.ctx);
  expect(await asked(orderId)).toBe(1);
});

test('whom no process reminded while the first code lived is left alone afterwards', async () => {
  const { userId, orderId } = await placeUnpaid();
  shop.passSeconds(2 * HALF + 60);
  expect((await again(userId)).orderId).toBe(orderId);
  await remindUnpaidOrders(shop.ctx);
  expect(await asked(orderId)).toBe(0);
});

test('an address that its account did not confirm gets none, also when it is confirmed later', async () => {
  const { orderId, userId } = await placeUnpaid(false);
  shop.passSeconds(HALF);
  await remindUnpaidOrders(shop.ctx);
  await mailNow(orderId);
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  await remindUnpaidOrders(shop.ctx);
  expect(await asked(orderId)).toBe(1);
  expect(shop.mails).toEqual([]);
});

type Unpaid = Awaited<ReturnType<typeof placeUnpaid>>;
const ENDS: [string, (order: Unpaid) => Promise<unknown>][] = [
  [
    'paid',
    async ({ charge }) => {
      await shop.simulator.pay(charge.id);
      await checkCharge(shop.ctx, charge.id);
    },
  ],
  ['cancelled', ({ userId, orderId }) => cancelOwnOrder(shop.ctx, { userId, orderId })],
  ['expired', async () => shop.passSeconds(2 * HALF)],
  [
    'paid with another sum, which staff look at',
    // For an earlier code, beside one that can be paid.
    ({ charge }) =>
      shop.ctx.db
        .insertInto('charges')
        .values({ ...charge, id: randomUUID(), gateway_charge_id: null, status: 'held' })
        .execute(),
  ],
  [
    'of an account that was deleted',
    ({ userId }) => shop.ctx.db.deleteFrom('users').where('id', '=', userId).execute(),
  ],
];

test.each(ENDS)(
  'an order that is %s before, or between request and mail, reminds nobody',
  async (_end, end) => {
    const before = await placeUnpaid();
    await end(before);
    shop.passSeconds(HALF);
    await remindUnpaidOrders(shop.ctx);
    await mailNow(before.orderId);

    const between = await placeUnpaid();
    shop.passSeconds(HALF);
    await remindUnpaidOrders(shop.ctx);
    expect(await asked(between.orderId)).toBe(1);
    await end(between);
    await mailNow(between.orderId);
    expect(shop.mails.filter(({ id }) => id === 'reminder')).toEqual([]);
  },
);

test('over SMTP it arrives with its text and its page', async () => {
  const { orderId } = await placeUnpaid();
  const server = await startMailServer({ slots: 1, watch: () => ({ kind: 'go' }), gate: createGate() });
  try {
    const mailer = createMailer({
      smtpUrl: server.urlOf(0),
      from: 'loja@exemplo.com',
      directory: shop.directory,
      appUrl: 'https://loja.exemplo.com',
    });
    await orderMails['mail-payment-reminder'].run({ ...shop.ctx, mailer }, { orderId }, 'job-smtp');
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      messageId: '<job-smtp@loja.exemplo.com>',
      to: customer.email,
      subject: `Seu pedido espera o pagamento: Pedido #${orderId.slice(0, 8)} na Fulgor`,
    });
    expect(mail!.text).toContain('text/plain');
    expect(mail!.text).toContain('prefers-color-scheme: dark');
    expect(mail!.text.match(/ainda não foi pago/g)).toHaveLength(2);
  } finally {
    await server.close();
  }
});
