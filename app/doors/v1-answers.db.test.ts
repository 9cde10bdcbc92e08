import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineDueFiles } from '#shop/delivery/examining/examine-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { tryFile } from '#shop/file-catalogs/try-file.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { sendDeliveries } from '#shop/programs/webhooks/send-deliveries.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { startHookReceiver, type HookReceiver } from '#test/providers/hook-receiver.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { openPrograms } from '#test/visitor/open-programs.ts';
import { describeOpenCalls } from './describe-v1.ts';
import { OTHERS } from './v1-others.ts';
import { V1 } from './v1.ts';

let shop: TestContext;
let receiver: HookReceiver;
beforeAll(async () => {
  receiver = await startHookReceiver();
  shop = await createTestContext({ outgoingAllow: [receiver.host] });
  shop.stopClock();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

test('each described call is answered as described, in a shop where something happened', async () => {
  const { owner, makeKey, ask, answered } = await openPrograms(shop);
  const { key } = await makeKey();
  const actorUserId = owner.id;
  const sku = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;
  const link = (name: string) => `https://arquivos.exemplo.com/${name}.zip`;
  const send = async (call: string, body: unknown = {}) => {
    shop.passSeconds(1);
    const answer = await ask(key, call, call.startsWith('GET') ? {} : { body });
    expect(answer.status, `${call} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };

  await send('POST coupons', { code: 'LIDO', percent: 10, valid_to: '2030-01-01' });
  await send('PATCH coupons/LIDO', { active: false });
  const product = await send('POST products', { name: 'Moldura', price: 12.5 });
  await send(`PATCH products/${product.id}`, { price: 13.5, description: 'De madeira' });
  await send('PUT settings', { brand_name: 'Fulgor' });

  const file = await tryFile(shop.ctx, {
    actorUserId,
    catalogId: null,
    name: 'Armas.csv',
    content: (async function* () {
      yield Buffer.from('group,name,id\nArmas,Faca,faca\nArmas,Adaga,adaga\n');
    })(),
  });
  expect(file).toMatchObject({ ok: true, catalog: { id: 'armas' } });
  await send('POST catalogs/armas/publish');
  await send('PUT catalogs/armas', { name: 'Armas', group_word: 'arma', group_words: 'armas' });
  await send('POST stock/file:armas/faca', { keys: 'CHAVE-UM\nCHAVE-DOIS\nCHAVE-TRES' });
  await send('POST stock/file:armas/faca/remove', { keys: 'CHAVE-DOIS' });

  const byHand = await createPaidOrder(shop, buy(shop.ctx, [1, 2]));
  const first = byHand.items[0]!.id;
  await send(`POST orders/${byHand.orderId}/links`, { links: byHand.links });
  await send(`POST orders/${byHand.orderId}/items/${first}/link`, { link: link('outro') });
  await send(`POST orders/${byHand.orderId}/refunds`, {
    confirmation: byHand.orderId.slice(0, 8),
    reason: 'Falha',
    amount: 15,
  });
  const unpaid = await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [0]) });
  await send(`POST orders/${unpaid.orderId}/cancel`, { reason: 'A pedido do cliente' });
  await send('POST orders', { email: owner.email, skins: [sku(3)], reason: 'Pagou em dinheiro' });
  await createPaidOrder(shop, buy(shop.ctx, [4]));
  const delivered = await send('POST desk/deliver', { sku: sku(4), link: link('quatro'), undo: true });
  await send('POST desk/take-back', { id: delivered.held.id });

  await send(`PUT skin-files/${sku(5)}`, { link: link('cinco'), auto: true });
  await send(`POST skin-files/${sku(5)}/broken`, { broken: true });
  await send('POST skin-files/check', { sku: sku(5) });
  const fileId = await storeTestFile(
    shop,
    actorUserId,
    'skin.zip',
    forgeZip([{ name: 'a.exe', content: 'MZ' }]),
  );
  await saveSkinFile(shop.ctx, { actorUserId, sku: sku(6), fileId, auto: true });
  await examineDueFiles(shop.ctx);
  await send(`POST skin-files/${sku(6)}/accept`, { reason: 'Aberto numa máquina à parte.' });
  await send('POST patch', { scope: { all: true }, state: 'updating' });
  await send(`PUT preorders/${sku(7)}`, { until: addDays(dayOf(shop.ctx.now()), 10) });
  await send(`DELETE preorders/${sku(7)}`);

  const buyer = await createPaidOrder(shop, buy(shop.ctx, [8]));
  await sendLinks(shop.ctx, { actorUserId, orderId: buyer.orderId, links: buyer.links });
  const written = { sku: sku(8), stars: 5, text: 'Linda.' };
  expect(await perform(saveReview, shop.ctx, { userId: buyer.userId }, written)).toMatchObject({ ok: true });
  const review = await shop.ctx.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  await send(`POST reviews/${review.id}/hide`, { reason: 'Fala de outra loja.' });
  await send(`POST reviews/${review.id}/show`);
  const asked = { subject: 'Arquivo', text: 'Não abre aqui.', orderId: buyer.orderId };
  const ticket = await perform(openTicket, shop.ctx, { userId: buyer.userId }, asked);
  if (!('id' in ticket)) throw new Error('No ticket.');
  await send(`POST tickets/${ticket.id}/replies`, { text: 'Baixe outra vez, por favor.', state: 'answered' });
  await send(`POST tickets/${ticket.id}/state`, { state: 'solved' });
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', buyer.orderId)
    .executeTakeFirstOrThrow();
  await shop.ctx.simulator?.dispute(charge.id, 'open');
  await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });

  const hook = await send('POST webhooks', { url: receiver.url, events: ['*'] });
  await send(`POST webhooks/${hook.id}/ping`);
  await sendDeliveries(shop.ctx);
  await shop.settled();
  const [delivery] = await send(`GET webhooks/${hook.id}/deliveries`);
  await send(`POST webhook-deliveries/${delivery.id}/resend`);
  await send(`POST webhooks/${hook.id}/resend`, { since: new Date(shop.ctx.now().getTime() - 60_000) });
  await send(`POST webhooks/${hook.id}/rotate`);
  await send(`PATCH webhooks/${hook.id}`, { description: 'CRM' });
  const request = await send('POST requests', {
    operation: 'coupons.create',
    input: { body: { code: 'X10', percent: 5 } },
    reason: 'Teste',
  });

  await shop.settled();
  await shop.ctx.db.updateTable('refunds').set({ status: 'failed' }).execute();
  const empty = [];
  for (const [path, calls] of Object.entries({ ...V1, ...OTHERS })) {
    if (!calls.GET) continue;
    const ids = { orderId: byHand.orderId, ticketId: ticket.id, hookId: hook.id, requestId: request.id };
    const address = path.replaceAll(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name]);
    const body = await send(`GET ${address.slice('/api/v1/'.length)}`);
    if (Array.isArray(body) && body.length === 0) empty.push(path);
  }
  expect(empty).toEqual([]);

  await send(`DELETE webhooks/${hook.id}`);
  await send(`DELETE products/${product.id}`);
  await send('DELETE catalogs/armas');
  const described = Object.entries(describeOpenCalls().paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.length).toBeGreaterThan(50);
  // Its body is no JSON: v1.both.test.ts.
  expect(described.filter((call) => !answered.has(call))).toEqual(['POST /api/v1/files']);
}, 60_000);
