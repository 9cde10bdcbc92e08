import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as openAttention } from '#app/routes/admin/desk/attention.tsx';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { writeUse } from '#shop/delivery/record-use.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { keepGifts } from '#shop/gifts/keep-gifts.ts';
import { CLAIM_DAYS } from '#shop/states/offer-gift.ts';
import { deriveToken } from '#shop/secrets/derive-token.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, checkOut, customer, skinsOf } from '#test/purchases.ts';
import { callApi, requestApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as prove } from '../orders/order-evidence.ts';

let shop: TestContext;
let [owner, finance, support, delivery] = ['', '', '', ''];
let position = 0;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
  finance = await createClerk(shop, 'finance');
  support = await createClerk(shop, 'support');
  delivery = await createClerk(shop, 'delivery');
});
afterAll(() => shop.close());

async function disputedOrder(...steps: ('open' | 'won' | 'lost')[]) {
  const order = await createPaidOrder(shop, buy(shop.ctx, [position++]));
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  for (const step of steps) {
    await shop.ctx.simulator?.dispute(charge.id, step);
    await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
    shop.passSeconds(1);
  }
  const dispute = await shop.ctx.db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirst();
  return { ...order, charge, dispute };
}

const listed = (search = '') => callApi(shop.ctx, finance, `GET /api/admin/disputes${search}`);

test('the list says what the contract says, newest first, page by page', async () => {
  const first = await disputedOrder('open');
  const answer = await listed();
  // Byte for byte, as programs have read it.
  expect(answer.text).toBe(
    JSON.stringify([
      {
        id: first.dispute!.id,
        order_id: first.orderId,
        gateway: 'simulator',
        opened_at: first.dispute!.opened_at.toISOString(),
        answer_by: first.dispute!.answer_by?.toISOString(),
        reason: 'Contestação simulada',
        state: 'open',
      },
    ]),
  );
  const second = await disputedOrder('open', 'lost');
  const ids = async (search = '') => ((await listed(search)).body as { id: string }[]).map(({ id }) => id);
  expect(await ids()).toEqual([second.dispute!.id, first.dispute!.id]);
  const cursor = `${second.dispute!.opened_at.getTime()}_${second.dispute!.id}`;
  expect(await ids(`?cursor=${cursor}`)).toEqual([first.dispute!.id]);
  expect((await listed('?cursor=x')).status).toBe(400);
  for (const who of [support, delivery])
    expect((await requestApi(shop.ctx, who, 'GET /api/admin/disputes')).status).toBe(403);
});

test('only an owner lifts the pause after a loss, and hears why it cannot be', async () => {
  const post = (who: string, id: string) => callApi(shop.ctx, who, `POST /api/admin/disputes/${id}/release`);
  const lost = await disputedOrder('open', 'lost');
  const open = await disputedOrder('open');
  expect((await post(finance, lost.dispute!.id)).status).toBe(403);
  expect((await post(owner, open.dispute!.id)).status).toBe(409);
  expect((await post(owner, lost.orderId)).status).toBe(404);
  expect((await post(owner, 'x')).status).toBe(404);
  expect((await post(owner, lost.dispute!.id)).status).toBe(200);
  const again = await post(owner, lost.dispute!.id);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ error: { code: 'already_released' } });
  const form = { do: 'disputes.release', disputeId: open.dispute!.id };
  expect(await sendForm(shop.ctx, owner, '/admin/atencao', form)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^A contestação ainda está aberta/),
  });
});

test('the screen shows open ones with their deadline to all staff, the list of all to whom it concerns', async () => {
  const { dispute, orderId } = await disputedOrder('open');
  const show = async (who: string) => {
    const shown = await callRoute(openAttention, {
      path: '/admin/atencao',
      context: contextFor(shop.ctx, who),
    });
    if (!('entries' in shown)) throw new Error('It did not load.');
    return shown;
  };
  for (const who of [owner, support, delivery]) {
    const { entries } = await show(who);
    const entry = entries.find((each) => each.kind === 'dispute' && each.orderId === orderId);
    expect(entry?.dispute).toMatchObject({ id: dispute!.id, answerBy: dispute!.answer_by });
  }
  expect((await show(finance)).disputes.map(({ id }) => id)).toContain(dispute!.id);
  expect((await show(delivery)).disputes).toEqual([]);
});

const evidenceOf = (who: string, id: string) =>
  callRoute(prove, {
    path: `/api/admin/orders/${id}/evidence`,
    params: { id },
    context: contextFor(shop.ctx, who),
  });

test('the evidence has the sale, the Pix, the buyer, the delivery and what was written, and runs nothing', async () => {
  const { orderId, items, links, userId, charge, dispute } = await disputedOrder('open');
  await sendLinks(shop.ctx, { actorUserId: owner, orderId, links, onlyThisOrder: true });
  const use = { userId, of: { orderIds: [orderId] }, address: '203.0.113.77' };
  await writeUse(shop.ctx, shop.ctx.db, 'downloaded', {
    ...use,
    userAgent: 'Mozilla/5.0 (Linux; Android 14)',
  });
  await shop.ctx.db
    .insertInto('messages')
    .values({
      id: crypto.randomUUID(),
      kind: 'support',
      user_id: userId,
      name: customer.name,
      email: customer.email,
      subject: 'Instalei',
      body: 'Funcionou! <script>alert(1)</script>',
      created_at: shop.ctx.now(),
    })
    .execute();
  const answer = await evidenceOf(support, orderId);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const html = await answer.text();
  const { end_to_end_id: endToEndId } = await shop.ctx.db
    .selectFrom('charges')
    .select('end_to_end_id')
    .where('id', '=', charge.id)
    .executeTakeFirstOrThrow();
  const told = [
    orderId,
    items[0]!.skin_name,
    charge.gateway_charge_id ?? '',
    endToEndId ?? '-',
    charge.id,
    customer.name,
    customer.email,
    '***.982.247-**',
    'Arquivo entregue',
    'Comprador baixou o arquivo',
    'Android, 203.0.113.0/24',
    'Instalei',
    'Funcionou! &lt;script&gt;',
    'Contestação simulada',
    'Responder até',
  ];
  expect(told.filter((text) => !html.includes(text))).toEqual([]);
  expect(dispute!.answer_by).not.toBeNull();
  // No script, no link to a file, and neither the whole document nor the secret address of the file.
  for (const never of ['<script', 'src=', 'href=', customer.taxId, '52998224725', links[items[0]!.id]!]) {
    expect(html).not.toContain(never);
  }
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('subject_id', '=', orderId)
    .where('action', '=', 'order.evidence_opened')
    .execute();
  expect(log).toEqual([{ action: 'order.evidence_opened', actor_user_id: support }]);
});

test('the evidence of an order without its buyer says so; of none it is not found; and not for every role', async () => {
  const { orderId } = await disputedOrder();
  await shop.ctx.db
    .updateTable('orders')
    .set({ user_id: null, customer_name: 'Dados apagados', customer_email: '', customer_tax_id_sealed: '' })
    .where('id', '=', orderId)
    .execute();
  const html = await (await evidenceOf(owner, orderId)).text();
  expect(html).toContain('O comprador excluiu a conta');
  expect(html).not.toContain('Cobrança emitida para');
  expect((await evidenceOf(owner, owner)).status).toBe(404);
  expect((await evidenceOf(owner, '../x')).status).toBe(404);
  expect((await evidenceOf(delivery, orderId)).status).toBe(403);
});

/** A gift to somebody, paid; and what its mail leads to. */
async function paidGift() {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId,
    purchase: buy(shop.ctx, [position++]),
    gift: { email: 'amiga@exemplo.com', message: null },
  });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const gift = await shop.ctx.db
    .selectFrom('gifts')
    .select(['id', 'nonce'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const token = deriveToken(shop.ctx.settings.sealingKey, 'gift', gift.id, gift.nonce ?? '');
  return { orderId, userId, token };
}

async function sendOne(orderId: string): Promise<void> {
  const { id } = await shop.ctx.db
    .selectFrom('owed_items')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const links = { [id]: 'https://arquivos.exemplo.com/a.zip' };
  await sendLinks(shop.ctx, { actorUserId: owner, orderId, links, onlyThisOrder: true });
}

const use = (kind: 'page_opened' | 'downloaded', userId: string, orderId: string) =>
  writeUse(shop.ctx, shop.ctx.db, kind, {
    userId,
    of: { orderIds: [orderId] },
    address: '203.0.113.77',
    userAgent: null,
  });

test('the evidence of a gift says who used it, and not who that is', async () => {
  const { orderId, token } = await paidGift();
  const told = async () => (await evidenceOf(owner, orderId)).text();
  expect(await told()).toContain('<dt>Presente</dt><dd>ainda não foi aberto');
  const receiver = await shop.createUser('Amiga Presenteada');
  expect(await claimGift(shop.ctx, { userId: receiver, token })).toMatchObject({ ok: true });
  await sendOne(orderId);
  await use('page_opened', receiver, orderId);
  await use('downloaded', receiver, orderId);
  const html = await told();
  expect(html).toContain('<dt>Presente</dt><dd>foi aberto');
  expect(html).toContain('Quem recebeu o presente abriu a página com o arquivo');
  expect(html).toContain('Quem recebeu o presente baixou o arquivo');
  for (const never of ['Comprador abriu', 'Comprador baixou', 'Amiga', 'amiga@', receiver])
    expect(html).not.toContain(never);
  expect(html).toContain('Horários de Brasília.');
  // Neither has an account any more: what was done stays done by the same side.
  await shop.ctx.db.updateTable('delivery_records').set({ user_id: null }).execute();
  await shop.ctx.db.updateTable('orders').set({ user_id: null }).where('id', '=', orderId).execute();
  expect(await told()).toContain('Quem recebeu o presente baixou o arquivo');
});

test('the evidence of a gift that nobody opened says that its buyer used it', async () => {
  const { orderId, userId } = await paidGift();
  await sendOne(orderId);
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  await keepGifts(shop.ctx);
  await use('downloaded', userId, orderId);
  const html = await (await evidenceOf(owner, orderId)).text();
  expect(html).toContain('<dt>Presente</dt><dd>ninguém o abriu');
  expect(html).toContain('Comprador baixou o arquivo');
});

test('the evidence of a key says that it was seen, not downloaded', async () => {
  const [{ sku } = { sku: '' }] = skinsOf(shop.ctx, position);
  await perform(addKeys, shop.ctx, { actorUserId: owner }, { sku, keys: 'CHAVE-PROVA-0001' });
  await shop.ctx.catalog.reload();
  const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, [position++]));
  await use('page_opened', userId, orderId);
  await use('downloaded', userId, orderId);
  const html = await (await evidenceOf(owner, orderId)).text();
  for (const told of [
    'entregue como chave',
    'Chave entregue',
    'Comprador abriu a coleção com a chave',
    'Chave vista pelo comprador',
  ])
    expect(html).toContain(told);
  for (const never of ['baixou', 'download', 'Arquivo']) expect(html).not.toContain(never);
});
