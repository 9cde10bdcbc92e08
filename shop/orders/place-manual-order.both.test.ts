import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { digestTaxIds } from './search/digest-tax-ids.ts';
import { listAllOrders } from './search/list-all-orders.ts';
import { readOrder } from './read-order.ts';
import { placeManualOrder, type PlaceManualOrder } from './place-manual-order.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());

const NOTE = 'Pago em dinheiro no evento';
async function enter(userId: string, positions: number[], also: Partial<PlaceManualOrder> = {}) {
  return placeManualOrder(shop.ctx, {
    actorUserId: clerk,
    email: `${userId}@exemplo.com`,
    skins: skinsOf(shop.ctx, ...positions).map(({ sku }) => sku),
    reason: NOTE,
    ...also,
  });
}
async function entered(userId: string, positions: number[], also: Partial<PlaceManualOrder> = {}) {
  const placed = await enter(userId, positions, also);
  if (!placed.ok) throw new Error(placed.reason);
  return placed;
}
const chargesOf = (orderId: string) =>
  shop.ctx.db.selectFrom('charges').selectAll().where('order_id', '=', orderId).execute();

test('a sum that was paid elsewhere is a paid order: owned, due, mailed, in the log, and no provider hears of it', async () => {
  const userId = await shop.createUser();
  const { order, totalCents, created } = await entered(userId, [0, 1]);
  expect([order.status, totalCents, created]).toEqual(['pending', 3000, true]);
  const row = await shop.ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    user_id: userId,
    status: 'pending',
    total_cents: 3000,
    payment_method: 'manual',
    customer_email: `${userId}@exemplo.com`,
  });
  expect(row.due_at).not.toBeNull();
  expect(await readOrder(shop.ctx, order.id)).toMatchObject({ isManual: true });
  expect(await chargesOf(order.id)).toMatchObject([
    {
      gateway: 'manual',
      gateway_charge_id: null,
      status: 'paid',
      amount_cents: 3000,
      paid_amount_cents: 3000,
      pix_code: null,
      next_check_at: null,
      staff_note: NOTE,
    },
  ]);
  const owned = await shop.ctx.db
    .selectFrom('user_collection')
    .select('order_id')
    .where('user_id', '=', userId)
    .execute();
  expect(owned).toEqual([{ order_id: order.id }, { order_id: order.id }]);
  expect((await shop.jobs()).filter(({ name }) => name === 'mail-payment-confirmed').at(-1)?.data).toEqual({
    orderId: order.id,
  });
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'action', 'details'])
    .where('subject_id', '=', order.id)
    .execute();
  expect(log).toEqual([
    { actor_user_id: clerk, action: 'order.entered', details: { amountCents: 3000, skins: 2 } },
  ]);
  expect(
    await shop.simulator.find({ chargeId: (await chargesOf(order.id))[0]!.id, gatewayChargeId: null }),
  ).toEqual(expect.objectContaining({ ok: false }));
});

test('it is sent as every order, and stands in the list of staff', async () => {
  const userId = await shop.createUser();
  const { order } = await entered(userId, [2]);
  const [listed] = (await listAllOrders(shop.ctx, { q: order.id })).entries;
  const links = { [listed!.items[0]!.id]: 'https://arquivos.exemplo.com/a.zip' };
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.id, links })).toMatchObject({
    ok: true,
  });
});

test('its money goes back outside of the shop: nothing is sent to anybody', async () => {
  const { order } = await entered(await shop.createUser(), [3]);
  const refund = await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId: order.id,
    note: 'Desistiu',
    requestKey: null,
  });
  expect(refund).toMatchObject({ ok: true, status: 'due' });
  expect(await listAttention(shop.ctx, { orderId: order.id })).toMatchObject([{ gateway: 'manual' }]);
});

test('the same press of the button is the same order, another one with its key is refused', async () => {
  const userId = await shop.createUser();
  const idempotencyKey = 'uma-tentativa';
  const [one, other] = await Promise.all([
    entered(userId, [4], { idempotencyKey }),
    entered(userId, [4], { idempotencyKey }),
  ]);
  expect(one.order.id).toBe(other.order.id);
  expect(one.created).not.toBe(other.created);
  expect(await enter(userId, [5], { idempotencyKey })).toMatchObject({ ok: false, reason: 'key_reused' });
  expect(await enter(await shop.createUser(), [4], { idempotencyKey })).toMatchObject({
    reason: 'key_reused',
  });
});

test('two clerks who enter the same sale at once enter it once', async () => {
  const userId = await shop.createUser();
  const other = await createClerk(shop, 'finance');
  const both = await Promise.all([enter(userId, [6]), enter(userId, [6], { actorUserId: other })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'already_owned' });
});

test('what cannot be an order is refused, and nothing is written', async () => {
  const userId = await shop.createUser();
  await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [8]) });
  const reasonOf = async (positions: number[], also: Partial<PlaceManualOrder>) => {
    const placed = await enter(userId, positions, also);
    return placed.ok ? 'none' : placed.reason;
  };
  expect(await reasonOf([7], { email: 'ninguem@exemplo.com' })).toBe('unknown_account');
  expect(await reasonOf([], {})).toBe('no_items');
  expect(await reasonOf([7], { reason: ' ' })).toBe('invalid');
  expect(await reasonOf([7], { skins: ['lol:Ninguem:1'] })).toBe('unknown_skin');
  const orders = await shop.ctx.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
  expect(orders).toHaveLength(1);
  // An own order that waits for money does not stand in the way.
  expect(await reasonOf([8], {})).toBe('none');
  expect(await reasonOf([8, 9], {})).toBe('already_owned');
});

test('its customer has no tax id to be found by, and is forgotten with the account', async () => {
  const userId = await shop.createUser();
  const { order } = await entered(userId, [10]);
  expect(await digestTaxIds(shop.ctx)).toBe(0);
  expect((await listAllOrders(shop.ctx, { cpf: '-' })).entries).toEqual([]);
  const [listed] = (await listAllOrders(shop.ctx, { q: order.id })).entries;
  const links = { [listed!.items[0]!.id]: 'https://arquivos.exemplo.com/a.zip' };
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.id, links });
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  const [charge] = await chargesOf(order.id);
  expect(charge?.staff_note).toBeNull();
});
