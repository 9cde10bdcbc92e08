import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { receiveMessage } from '#shop/messages/receive-message.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { deleteAccount } from './delete-account.ts';
import { openProfile } from './open-profile.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const orderOf = (id: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Every place in the database, the queue included, whose text contains one of the words. */
async function findAnywhere(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(shop.ctx.db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(shop.ctx.db);
    for (const word of words)
      if (rows.some(({ text }) => text.includes(word))) found.push(`${name}: ${word}`);
  }
  return found;
}

async function createPerson(name: string): Promise<{ userId: string; email: string }> {
  const userId = await shop.createUser(name);
  const email = `${userId}@exemplo.com`;
  await openProfile(shop.ctx, { userId, displayName: name });
  return { userId, email };
}

// shows: threat 45, spec 7.5
test('no table keeps the e-mail, name, phone or words of who has gone; orders keep their amounts', async () => {
  const { userId, email } = await createPerson('Canário Amarelo');
  const { ctx } = shop;
  await ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  await ctx.db
    .updateTable('profiles')
    .set({ avatar_key: 'uploads/canario-1', cover_key: 'uploads/canario-2' })
    .where('id', '=', userId)
    .execute();
  for (const key of ['uploads/canario-1', 'uploads/canario-2']) await ctx.files.write(key, Buffer.from('x'));
  const delivered = await createPaidOrder(shop, buy(ctx, [0]), userId);
  await sendLinks(ctx, { actorUserId: userId, orderId: delivered.orderId, links: delivered.links });
  const person = { name: 'Canário Amarelo', email, cellphone: '11900001234', taxId: '52998224725' };
  const free = await placeOrder(ctx, {
    userId,
    purchase: { kind: 'free', amountCents: 1000, description: 'Presente do Canário Amarelo' },
    customer: person,
    shownTotalCents: null,
    idempotencyKey: null,
  });
  if (!free.ok) throw new Error(free.reason);
  await ctx.db
    .updateTable('orders')
    .set({ customer_name: person.name, customer_email: email, customer_cellphone: person.cellphone })
    .where('user_id', '=', userId)
    .execute();
  for (const sender of [userId, null]) {
    await receiveMessage(ctx, {
      clientAddress: '203.0.113.7',
      kind: 'contact',
      userId: sender,
      name: person.name,
      email,
      subject: null,
      body: 'Sou o Canário Amarelo e escrevo para vocês.',
    });
  }
  await ctx.transaction((tx) =>
    ctx.enqueue(tx, {
      name: 'mail-account',
      data: { kind: 'confirm-email', to: email, name: person.name, url: 'http://localhost:3000/x' },
    }),
  );
  const canaries = [email, 'Canário', person.cellphone];
  expect((await findAnywhere(canaries)).length).toBeGreaterThan(6);

  expect(await deleteAccount(ctx, userId)).toEqual({ ok: true });

  expect(await findAnywhere(canaries)).toEqual([]);
  expect(await orderOf(delivered.orderId)).toMatchObject({
    user_id: null,
    status: 'completed',
    total_cents: 1500,
    customer_name: 'Conta excluída',
    customer_tax_id_sealed: '',
  });
  expect(await orderOf(free.order.id)).toMatchObject({ status: 'cancelled', total_cents: 1000 });
  expect(await ctx.files.read('uploads/canario-1')).toBeNull();
  expect(await ctx.files.read('uploads/canario-2')).toBeNull();
  const audit = await ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', userId)
    .execute();
  expect(audit).toEqual([{ action: 'account.deleted', details: { ordersKept: 2, ordersCancelled: 1 } }]);
  expect(await shop.events()).toContainEqual({ topic: `access:${userId}`, event: 'changed', data: {} });
  expect(await deleteAccount(ctx, userId)).toEqual({ ok: false, reason: 'unknown_account' });
});

// shows: threat 46
test('nobody goes while something they paid for is owed to them', async () => {
  const { userId, email } = await createPerson('Bruna');
  const paid = await createPaidOrder(shop, buy(shop.ctx, [1]), userId);
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: false, reason: 'undelivered_order' });
  await sendLinks(shop.ctx, { actorUserId: userId, orderId: paid.orderId, links: paid.links });

  const held = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [2]) });
  const setCharge = (status: 'held' | 'failed') =>
    shop.ctx.db.updateTable('charges').set({ status }).where('id', '=', held.charge.id).execute();
  await setCharge('held');
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: false, reason: 'payment_under_review' });
  expect(await findAnywhere([email])).not.toEqual([]);
  expect((await orderOf(held.orderId)).status).toBe('awaiting_payment');
  await setCharge('failed');
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
});

test('an unconfirmed address does not take along what somebody else wrote from it', async () => {
  const { userId, email } = await createPerson('Impostor');
  await receiveMessage(shop.ctx, {
    clientAddress: '203.0.113.7',
    kind: 'contact',
    userId: null,
    name: 'Dona do Endereço',
    email,
    subject: null,
    body: 'Esta mensagem não é da conta que usa meu endereço.',
  });
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  expect(await findAnywhere(['Dona do Endereço'])).toEqual(['messages: Dona do Endereço']);
});

test('money that arrives after the account has gone is recorded for staff and names nobody', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [3]) });
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  await shop.simulator.pay(charge.id);
  expect(await checkCharge(shop.ctx, charge.id)).toEqual({ ok: true, status: 'paid' });
  expect(await orderOf(orderId)).toMatchObject({
    status: 'pending',
    user_id: null,
    customer_name: 'Conta excluída',
  });
  expect(await findAnywhere([customer.email, customer.cellphone])).toEqual([]);
});

// shows: threat 46
test('a payment at the same moment is either owed before, so nobody goes, or late', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [4]) });
  await shop.simulator.pay(charge.id);
  const [deleted, confirmed] = await Promise.all([
    deleteAccount(shop.ctx, userId),
    checkCharge(shop.ctx, charge.id),
  ]);
  expect(confirmed).toEqual({ ok: true, status: 'paid' });
  const order = await orderOf(orderId);
  expect(order.status).toBe('pending');
  expect(order.user_id).toBe(deleted.ok ? null : userId);
});

test('the last owner of the shop keeps the account; of two who delete theirs at once one does', async () => {
  const alone = await createTestContext();
  try {
    const first = await createClerk(alone);
    await createClerk(alone, 'delivery');
    const refused = { ok: false, reason: 'last_owner' };
    expect(await deleteAccount(alone.ctx, first)).toEqual(refused);
    const second = await createClerk(alone);
    const answers = await Promise.all([first, second].map((id) => deleteAccount(alone.ctx, id)));
    expect(answers).toContainEqual({ ok: true });
    expect(answers).toContainEqual(refused);
  } finally {
    await alone.close();
  }
});
