import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailReviewRequestJob } from '#jobs/mails/mail-review-request.ts';
import { createMailer } from '#server/mailer.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createGate } from '#test/faults/world/gate.ts';
import { startMailServer } from '#test/faults/world/mail-server.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { askForReviews } from './ask-for-reviews.ts';
import { saveReview } from './save-review.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.passSeconds(30 * DAY);
  await shop.forget();
});

async function delivered(positions: number[], { confirmed = true } = {}): Promise<PaidOrder> {
  const order = await createPaidOrder(shop, buy(shop.ctx, positions));
  const { orderId, links } = order;
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links, onlyThisOrder: true });
  await shop.ctx.db
    .updateTable('users')
    .set({ email_verified: confirmed, name: 'Bruna Teste' })
    .where('id', '=', order.userId)
    .execute();
  return order;
}

async function download({ items, userId }: PaidOrder, position = 0): Promise<void> {
  const at = shop.ctx.now();
  await shop.ctx.db
    .insertInto('delivery_records')
    .values({
      order_item_id: items[position]!.id,
      user_id: userId,
      kind: 'downloaded',
      at,
      network: null,
      device: null,
      once: `downloaded ${at.toISOString()}`,
    })
    .execute();
}

/** What was asked for since the last call, worked as the queue does. */
async function mailsAfter(
  seconds = 0,
  { ctx = shop.ctx, mailCtx = shop.ctx } = {},
): Promise<{ to: string; text: string; html: string }[]> {
  shop.passSeconds(seconds);
  await Promise.all([askForReviews(ctx), askForReviews(ctx)]);
  const now = shop.ctx.now().toISOString();
  shop.mails.length = 0;
  for (const { name, data } of await shop.jobs()) {
    if (name === 'mail-review-request' && data.askedAt === now) {
      await mailReviewRequestJob.run(mailCtx, data, 'mail');
    }
  }
  return shop.mails.map(({ to, text, html }) => ({ to, text, html }));
}

const isNoted = async (userId: string) =>
  (await shop.ctx.db.selectFrom('review_requests').selectAll().where('user_id', '=', userId).execute())
    .length > 0;

const addressOf = (position: number) => {
  const [skin] = skinsOf(shop.ctx, position);
  return `http://localhost:3000/loja/skin/${skin!.championId}/${skin!.skinNum}#avaliacoes`;
};

test('three days after the download one mail asks for all skins of that day, and nobody is asked twice', async () => {
  const order = await delivered([0, 1, 2]);
  await download(order, 0);
  shop.passSeconds(5 * HOUR);
  await download(order, 1);
  shop.passSeconds(25 * HOUR);
  await download(order, 2);
  expect(await mailsAfter(2 * DAY - 6 * HOUR - 1)).toEqual([]);
  const [mail, ...others] = await mailsAfter(1);
  expect(others).toEqual([]);
  expect(mail?.to).toBe(`${order.userId}@exemplo.com`);
  for (const part of [mail!.text, mail!.html]) {
    expect([0, 1, 2].map((position) => part.includes(addressOf(position)))).toEqual([true, true, false]);
    expect(part).toContain('Olá, Bruna!');
  }
  expect(await mailsAfter(DAY)).toEqual([]);
  const [later] = await mailsAfter(6 * HOUR);
  expect([0, 1, 2].map((position) => later?.text.includes(addressOf(position)))).toEqual([
    false,
    false,
    true,
  ]);
  await download(order, 0);
  expect(await mailsAfter(3 * DAY)).toEqual([]);
});

test('nobody is asked at an address that was not confirmed, nor who only opened the page, nor ten days later', async () => {
  const unconfirmed = await delivered([0], { confirmed: false });
  await download(unconfirmed);
  const opened = await delivered([1]);
  await download(opened);
  await shop.ctx.db
    .updateTable('delivery_records')
    .set({ kind: 'page_opened' })
    .where('user_id', '=', opened.userId)
    .execute();
  expect(await mailsAfter(3 * DAY)).toEqual([]);
  expect(await isNoted(unconfirmed.userId)).toBe(false);
  await download(await delivered([2]));
  expect(await mailsAfter(10 * DAY)).toEqual([]);
});

test.each<[string, (order: PaidOrder) => Promise<unknown>]>([
  [
    'given back',
    async ({ orderId }) =>
      expect(
        await requestRefund(shop.ctx, { orderId, actorUserId: clerk, note: 'Devolvido', requestKey: null }),
      ).toMatchObject({ ok: true }),
  ],
  [
    'to be given back',
    ({ orderId }) =>
      sql`insert into withdrawals (order_id, charge_id, asked_at, state)
        select order_id, id, created_at, 'requested' from charges where order_id = ${orderId}`.execute(
        shop.ctx.db,
      ),
  ],
  [
    'disputed',
    async ({ orderId }) => {
      const { id } = await shop.ctx.db
        .selectFrom('charges')
        .select('id')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow();
      await shop.ctx.db
        .insertInto('disputes')
        .values({
          order_id: orderId,
          charge_id: id,
          gateway: 'simulator',
          gateway_dispute_id: orderId,
          opened_at: shop.ctx.now(),
          answer_by: null,
          reason: 'x',
        })
        .execute();
    },
  ],
  [
    'broken',
    async () => {
      const [skin] = skinsOf(shop.ctx, 7);
      await saveSkinFile(shop.ctx, {
        actorUserId: clerk,
        ...skin!,
        link: 'https://arquivos.exemplo.com/7.zip',
      });
      await markBroken(shop.ctx, { actorUserId: clerk, ...skin!, broken: true });
    },
  ],
  [
    'reviewed already',
    ({ userId }) => saveReview(shop.ctx, { userId, ...skinsOf(shop.ctx, 7)[0]!, stars: 5, text: '' }),
  ],
])('a skin that is %s is not asked for', async (_name, happen) => {
  const order = await delivered([7]);
  await download(order);
  await happen(order);
  expect(await mailsAfter(3 * DAY)).toEqual([]);
  expect(await isNoted(order.userId)).toBe(false);
  await shop.ctx.db.deleteFrom('skin_files').execute();
});

test('a skin whose catalogue is not on sale any more has no page to review it on, and is asked for once it has', async () => {
  const without = (...positions: number[]) => {
    const gone = skinsOf(shop.ctx, ...positions).map(({ sku }) => sku);
    const all = shop.ctx.catalog.current();
    const left = {
      ...all,
      skins: all.skins.filter(({ sku }) => !gone.includes(sku)),
      findSkin: (sku: string) => (gone.includes(sku) ? null : all.findSkin(sku)),
    };
    return { ...shop.ctx, catalog: { ...shop.ctx.catalog, current: () => left } };
  };
  const order = await delivered([3, 4]);
  await download(order, 0);
  shop.passSeconds(1);
  await download(order, 1);
  const seen = (mails: { text: string }[]) =>
    mails.map(({ text }) => [3, 4].map((position) => text.includes(addressOf(position))));
  expect(seen(await mailsAfter(3 * DAY, { ctx: without(3, 4) }))).toEqual([]);
  expect(seen(await mailsAfter(HOUR, { ctx: without(3) }))).toEqual([[false, true]]);
  // It went while the mail waited.
  expect(seen(await mailsAfter(HOUR, { mailCtx: without(3) }))).toEqual([]);
});

test('what was reviewed or given back while the mail waited is not in it', async () => {
  const order = await delivered([8]);
  await download(order);
  shop.passSeconds(3 * DAY);
  await askForReviews(shop.ctx);
  await saveReview(shop.ctx, {
    userId: order.userId,
    ...skinsOf(shop.ctx, 8)[0]!,
    stars: 4,
    text: '',
  });
  const job = (await shop.jobs()).findLast(({ name }) => name === 'mail-review-request');
  expect(job?.data).toMatchObject({ userId: order.userId });
  await mailReviewRequestJob.run(shop.ctx, job!.data as never, 'mail');
  expect(shop.mails).toEqual([]);
});

test('over SMTP it arrives with its text and its page', async () => {
  const order = await delivered([9]);
  await download(order);
  shop.passSeconds(3 * DAY);
  await askForReviews(shop.ctx);
  const job = (await shop.jobs()).findLast(({ name }) => name === 'mail-review-request');
  const server = await startMailServer({ slots: 1, watch: () => ({ kind: 'go' }), gate: createGate() });
  try {
    const mailer = createMailer({
      smtpUrl: server.urlOf(0),
      from: 'loja@exemplo.com',
      directory: shop.directory,
      appUrl: 'https://loja.exemplo.com',
    });
    await mailReviewRequestJob.run({ ...shop.ctx, mailer }, job!.data as never, 'job-smtp');
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      messageId: '<job-smtp@loja.exemplo.com>',
      to: `${order.userId}@exemplo.com`,
      subject: 'O que você achou da sua skin? Fulgor',
    });
    expect(mail!.text).toContain('text/plain');
    expect(mail!.text).toContain('prefers-color-scheme: dark');
    expect(mail!.text.match(/uma única vez por skin/g)).toHaveLength(2);
  } finally {
    await server.close();
  }
});
