import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { CHANNELS, tell, tellChange } from './tell.ts';
import type { Change, EventTable, Fact, News, ShopEvent } from './shop-event.ts';

let shop: TestContext;
let buyer: string;
let device: string;
beforeAll(async () => {
  shop = await createTestContext();
  buyer = await shop.createUser();
  device = randomUUID();
  const session_id = randomUUID();
  const { db } = shop.ctx;
  await db
    .insertInto('sessions')
    .values({
      id: session_id,
      user_id: buyer,
      token: session_id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  await db
    .insertInto('push_subscriptions')
    .values({
      id: device,
      user_id: buyer,
      session_id,
      endpoint: 'https://push.exemplo.com/x',
      endpoint_digest: 'x',
      public_key: 'x',
      auth: 'x',
      created_at: new Date(),
    })
    .execute();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from jobs.job where name not like '\\_\\_%'`.execute(shop.ctx.db);
  await shop.forget();
});

const order = (): Pick<OrderRow, 'id' | 'user_id' | 'status'> => ({
  id: 'o',
  user_id: buyer,
  status: 'completed',
});
const ticket = () => ({ id: 't', user_id: buyer, state: 'open' as const });
/** What is heard of each event: mails by their jobs, devices by what they are told, screens by their topics. */
type Heard = { event: ShopEvent; mails?: object[]; news?: object; screens?: string[] };
const BOTH = ['user orders', 'staff staff-orders'];
const mail = (name: string, data: object) => ({ name: `mail-${name}`, data });

const heard: { [Name in (Change | News)['name']]: () => Heard } = {
  'order.changed': () => ({ event: { name: 'order.changed', order: order() }, screens: BOTH }),
  'charges.changed': () => ({
    event: { name: 'charges.changed', order: order(), chargeIds: ['a', 'b'], status: 'paid' },
    screens: ['user payment', 'user payment'],
  }),
  'gift.filled': () => ({
    event: { name: 'gift.filled', orderId: 'o', ownerId: buyer },
    screens: ['user orders'],
  }),
  'ticket.changed': () => ({
    event: { name: 'ticket.changed', ticket: ticket() },
    screens: ['user tickets', 'staff:tickets staff-tickets'],
  }),
  'attention.changed': () => ({ event: { name: 'attention.changed' }, screens: ['staff attention'] }),
  'desk.changed': () => ({ event: { name: 'desk.changed' }, screens: ['staff desk-held'] }),
  'order.paid': () => ({
    event: { name: 'order.paid', orderId: 'o', userId: buyer },
    mails: [mail('payment-confirmed', { orderId: 'o' })],
    news: { kind: 'paid', orderId: 'o' },
  }),
  'order.part_delivered': () => ({
    event: { name: 'order.part_delivered', orderId: 'o', userId: buyer, itemIds: ['i'] },
    mails: [mail('links-delivered', { orderId: 'o' })],
    news: { kind: 'part_delivered', orderId: 'o', itemIds: ['i'] },
  }),
  'order.delivered': () => ({
    event: { name: 'order.delivered', orderId: 'o', ownerId: buyer },
    mails: [mail('links-delivered', { orderId: 'o' })],
    news: { kind: 'delivered', orderId: 'o' },
  }),
  'order.link_replaced': () => ({
    event: { name: 'order.link_replaced', order: order(), itemId: 'i' },
    mails: [mail('link-replaced', { orderId: 'o', itemId: 'i' })],
    screens: BOTH,
  }),
  'order.cancelled': () => ({
    event: {
      name: 'order.cancelled',
      order: order(),
      isHidden: true,
      money: { refundCents: 0, isSettled: true },
    },
    mails: [mail('order-cancelled', { orderId: 'o', refundCents: 0, isSettled: true })],
    screens: ['user orders'],
  }),
  'order.unpaid': () => ({
    event: { name: 'order.unpaid', orderId: 'o' },
    mails: [mail('payment-reminder', { orderId: 'o' })],
  }),
  'withdrawal.declined': () => ({
    event: { name: 'withdrawal.declined', order: order() },
    mails: [mail('withdrawal-declined', { orderId: 'o' })],
    screens: BOTH,
  }),
  'refund.started': () => ({
    event: { name: 'refund.started', order: order(), refundId: 'r' },
    mails: [mail('refund', { refundId: 'r', news: 'started' })],
    screens: BOTH,
  }),
  'refund.finished': () => ({
    event: { name: 'refund.finished', refundId: 'r' },
    mails: [mail('refund', { refundId: 'r', news: 'finished' })],
  }),
  'charge.charged_back': () => ({
    event: { name: 'charge.charged_back', orderId: 'o', chargeId: 'c', amountCents: 1 },
    mails: [mail('charged-back', { orderId: 'o', chargeId: 'c', amountCents: 1 })],
  }),
  'gift.offered': () => ({
    event: { name: 'gift.offered', giftId: 'g', corrections: 1 },
    mails: [mail('gift', { giftId: 'g', corrections: 1 })],
  }),
  'gift.kept': () => ({
    event: { name: 'gift.kept', order: order(), giftId: 'g' },
    mails: [
      mail('gift-kept', { giftId: 'g', to: 'buyer' }),
      mail('gift-kept', { giftId: 'g', to: 'receiver' }),
    ],
    screens: BOTH,
  }),
  'skins.arrived': () => ({
    event: { name: 'skins.arrived', userId: buyer, toldAt: new Date('2026-11-26T12:00:00Z') },
    mails: [mail('skins-arrived', { userId: buyer, toldAt: '2026-11-26T12:00:00.000Z' })],
  }),
  'skins.updated': () => ({
    event: { name: 'skins.updated', patchId: 'p', userId: buyer },
    mails: [mail('skins-updated', { patchId: 'p', userId: buyer })],
    news: { kind: 'updated', patchId: 'p' },
  }),
  'rescue.asked': () => ({
    event: { name: 'rescue.asked', rescueId: 'e' },
    mails: [
      mail('rescue', { rescueId: 'e', kind: 'asked-old' }),
      mail('rescue', { rescueId: 'e', kind: 'asked-new' }),
    ],
  }),
  'rescue.stopped': () => ({
    event: { name: 'rescue.stopped', rescueId: 'e' },
    mails: [mail('rescue', { rescueId: 'e', kind: 'stopped-new' })],
  }),
  'rescue.dropped': () => ({
    event: { name: 'rescue.dropped', rescueId: 'e' },
    mails: [
      mail('rescue', { rescueId: 'e', kind: 'dropped-old' }),
      mail('rescue', { rescueId: 'e', kind: 'dropped-new' }),
    ],
  }),
  'rescue.done': () => ({
    event: { name: 'rescue.done', rescueId: 'e' },
    mails: [
      mail('rescue', { rescueId: 'e', kind: 'done-old' }),
      mail('rescue', { rescueId: 'e', kind: 'done-new' }),
    ],
  }),
  'review.wanted': () => ({
    event: { name: 'review.wanted', userId: buyer, askedAt: new Date(0) },
    mails: [mail('review-request', { userId: buyer, askedAt: '1970-01-01T00:00:00.000Z' })],
  }),
  'message.received': () => ({
    event: { name: 'message.received', messageId: 'm' },
    mails: [mail('message', { messageId: 'm' })],
  }),
  'ticket.written': () => ({
    event: { name: 'ticket.written', ticket: ticket(), replyId: 'w', step: 'asked' },
    mails: [mail('ticket', { replyId: 'w' })],
    screens: ['user tickets', 'staff:tickets staff-tickets'],
  }),
};

/** What programs alone hear: shop/events/programs/events.both.test.ts. No hook is there to hear it. */
const facts: Fact[] = [
  { name: 'order.created', orderId: 'o' },
  { name: 'order.due_soon', orderId: 'o' },
  { name: 'order.late', orderId: 'o' },
  { name: 'order.paid_by_nobody', orderId: 'o' },
  { name: 'order.completed', orderId: 'o' },
  { name: 'gift.claimed', orderId: 'o' },
  { name: 'order.disputed', disputeId: 'd' },
  { name: 'order.dispute_closed', disputeId: 'd' },
  { name: 'review.created', reviewId: 'r' },
  { name: 'skin_file.updated', skus: ['lol:Ahri:1'] },
  { name: 'skin_file.broken', sku: 'lol:Ahri:1' },
  { name: 'patch.opened', state: 'updating', skins: 1, owners: 1 },
  { name: 'patch.closed', state: 'ready', skins: 1, owners: 1 },
  { name: 'settings.changed', settings: ['brand_name'] },
];

test('what only programs hear reaches neither mails nor devices nor screens', async () => {
  const { ctx } = shop;
  await ctx.transaction((tx) => tell(ctx, tx, ...facts));
  expect([await shop.jobs(), await shop.events()]).toEqual([[], []]);
});

const named = ({ topic, event }: LiveEvent) => `${topic.replace(`user:${buyer}`, 'user')} ${event}`;

test.each(Object.entries(heard))(
  '%s is heard where its row says, and nowhere if it is taken back',
  async (_name, make) => {
    const { event, mails = [], news, screens = [] } = make();
    const { ctx } = shop;
    const undone = ctx.transaction(async (tx) => {
      await tell(ctx, tx, event);
      throw new Error('the change failed');
    });
    await expect(undone).rejects.toThrow('the change failed');
    expect([await shop.jobs(), await shop.events()]).toEqual([[], []]);

    await ctx.transaction((tx) => tell(ctx, tx, event));
    const pushed = news ? [{ name: 'send-push', data: { deviceId: device, news } }] : [];
    const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect((await shop.jobs()).sort(byText)).toEqual([...mails, ...pushed].sort(byText));
    expect((await shop.events()).map(named)).toEqual(screens);
  },
);

test('what nobody can hear costs nothing: a deleted account, a gift that nobody claimed, no money to tell of', async () => {
  const { ctx } = shop;
  const gone = { ...order(), user_id: null };
  await ctx.transaction((tx) =>
    tell(
      ctx,
      tx,
      { name: 'order.delivered', orderId: 'o', ownerId: null },
      { name: 'order.cancelled', order: gone, isHidden: true, money: null },
      { name: 'charges.changed', order: gone, chargeIds: ['a'], status: 'cancelled' },
    ),
  );
  expect(await shop.jobs()).toEqual([{ name: 'mail-links-delivered', data: { orderId: 'o' } }]);
  expect(await shop.events()).toEqual([]);
});

test('each file of the channels is a row of those that are told', async () => {
  const files = await readdir(new URL('channels', import.meta.url));
  const name = (text: string) => text.replaceAll('-', '').replace(/\.ts$/, '').toLowerCase();
  expect(CHANNELS.map((channel) => channel.name.toLowerCase()).sort()).toEqual(files.map(name).sort());
});

/** A channel that forgets an event does not compile. */
export function planted(): unknown {
  // @ts-expect-error It decides about a payment alone.
  const news: EventTable<News, string> = { 'order.paid': () => 'paid' };
  // @ts-expect-error The screens hear of it too.
  const told: EventTable<Change | News, string> = news;
  return [
    told,
    // @ts-expect-error Nothing of that name happens in the shop.
    tellChange(shop.ctx, shop.ctx.db, { name: 'order.forgotten' }),
    // @ts-expect-error A request that took no token can reach nobody by mail.
    (ctx: ShopContext, tx: Tx) => tell(ctx, tx, { name: 'order.unpaid', orderId: 'o' }),
  ];
}
