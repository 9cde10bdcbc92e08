import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { deliverKnown } from './deliver-known.ts';
import { withdrawOrder } from './withdraw-order.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
const know = ({ items }: PaidOrder, at: number, content: { link: string } | { fileId: string }) => {
  const { sku } = items[at]!;
  return saveSkinFile(shop.ctx, { actorUserId: clerk, sku, ...content });
};
const deliver = async (...orderIds: string[]) => {
  const { results } = await deliverKnown(shop.ctx, { actorUserId: clerk, orderIds });
  return orderIds.map((id) => {
    const { reason, about } = results.find(({ orderId }) => orderId === id)!;
    return about === undefined ? reason : `${reason}: ${about}`;
  });
};
const contents = ({ orderId }: PaidOrder) =>
  shop.ctx.db
    .selectFrom('owed_items')
    .select(['link', 'file_id'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();

test('each order is sent what the shop knows, and tells what became of it', async () => {
  const known = await paid(0, 1);
  const unknown = await paid(2);
  const many = await paid(3, 4, 5, 6, 7);
  const back = await paid(0);
  const sent = await paid(8);
  const fileId = await storeTestFile(shop, clerk, 'dois.zip');
  await know(known, 0, { link: 'https://arquivos.exemplo.com/um.zip' });
  await know(known, 1, { fileId });
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: sent.orderId, links: sent.links });
  await withdrawOrder(shop.ctx, { userId: back.userId, orderId: back.orderId, reason: '' });
  const unpaid = await checkOut(shop.ctx, { userId: known.userId, purchase: buy(shop.ctx, [9]) });
  const names = (order: PaidOrder) => order.items.map((item) => item.skin_name);

  const all = [unknown, many, back, sent, known].map(({ orderId }) => orderId);
  expect(await deliver(...all, unpaid.orderId)).toEqual([
    `no_file: ${names(unknown).join()}`,
    `no_file: ${names(many).slice(0, 3).join(', ')} e de mais 2 skins`,
    'asked_back',
    'not_waiting',
    null,
    'not_waiting',
  ]);
  const [first, second] = await contents(known);
  expect(first).toEqual({ link: 'https://arquivos.exemplo.com/um.zip', file_id: null });
  expect(second?.file_id).toBe(fileId);
  expect((await contents(unknown)).map((item) => item.link)).toEqual([null]);
});

test("each order is one of the clerk's tries, and who has none left is told to wait", async () => {
  const order = await paid(10);
  await know(order, 0, { link: 'https://arquivos.exemplo.com/dez.zip' });
  while ((await allowOutwardCall(shop.ctx, 'send-links', { userId: clerk })).ok);
  expect(await deliver(order.orderId)).toEqual([
    'too_many_requests: Muitas tentativas. Tente de novo em 1 minuto.',
  ]);
});
