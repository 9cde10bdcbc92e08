import { afterAll, expect, test } from 'vitest';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { perform } from '#test/perform.ts';
import { createProduct } from '#shop/products/save-product.ts';
import { findSpentLimit, listHolders } from '#shop/pricing/coupon-uses.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { createCoupon } from '#shop/pricing/save-coupon.ts';
import { claimImported } from '../claim-imported.ts';
import { receiveFile } from '../receive-file.ts';
import { runImport, runImports } from '../run-import.ts';
import { readImport } from '../shown-import.ts';
import { exportShop, type Exported } from './export-shop.ts';

const shops: TestContext[] = [];
const open = async () => {
  const shop = await createTestContext();
  shops.push(shop);
  return shop;
};
afterAll(async () => {
  for (const shop of shops) await shop.close();
});

async function leave(shop: TestContext) {
  const files: Record<string, string> = {};
  const pieces = exportShop(shop.ctx.db);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { files, counted: value as Exported };
    files[value.file] = (files[value.file] ?? '') + value.text;
  }
}
async function bring(shop: TestContext, text: string, name = 'fulgor.json') {
  const actorUserId = await makeOwner(shop);
  const sent = await receiveFile(shop.ctx, {
    actorUserId,
    name,
    said: new Map(),
    content: (async function* () {
      yield Buffer.from(text);
    })(),
  });
  if (!sent.ok) throw new Error(sent.reason);
  await perform(runImport, shop.ctx, { actorUserId }, { importId: sent.import.id });
  await runImports(shop.ctx);
  return (await readImport(shop.ctx.db, sent.import.id))!;
}
/** Staff who never bought: in no export. */
async function makeOwner(shop: TestContext) {
  const userId = await shop.createUser('Dona');
  await shop.ctx.db.insertInto('user_roles').values({ user_id: userId, role: 'owner' }).execute();
  return userId;
}

const SECRET = 'segredo-plantado';

test('a shop leaves and comes back: the same export, and no secret in it', async () => {
  const shop = await open();
  const { ctx } = shop;
  const actorUserId = await makeOwner(shop);
  const [one, two, three] = ctx.catalog.current().skins;
  const first = await createPaidOrder(shop, { kind: 'skins', skins: [{ sku: one!.sku }, { sku: two!.sku }] });
  await createPaidOrder(shop, { kind: 'skins', skins: [{ sku: three!.sku }] });
  // Nobody has paid for it.
  await checkOut(ctx, { userId: first.userId, purchase: buy(ctx, [5]) });
  await perform(
    createProduct,
    ctx,
    { actorUserId },
    { name: '=Caneca', priceCents: 3000, description: 'Com "asa";\nazul' },
  );
  await perform(createCoupon, ctx, { actorUserId }, { code: 'VOLTA10', percent: 10 });
  // What stays here: passwords, sessions, second factors, keys and secrets of the panel.
  await ctx.db
    .insertInto('credentials')
    .values({
      id: crypto.randomUUID(),
      user_id: first.userId,
      account_id: first.userId,
      provider_id: 'credential',
      password: SECRET,
    })
    .execute();
  await ctx.db
    .insertInto('sessions')
    .values({
      id: crypto.randomUUID(),
      user_id: first.userId,
      token: SECRET,
      expires_at: ctx.now(),
      ip_address: SECRET,
      user_agent: SECRET,
    })
    .execute();
  await ctx.db
    .insertInto('second_factors')
    .values({
      id: crypto.randomUUID(),
      user_id: first.userId,
      secret: SECRET,
      recovery_codes: SECRET,
      verified: true,
      locked_until: null,
    })
    .execute();
  await ctx.db
    .insertInto('api_keys')
    .values({
      name: SECRET,
      prefix: SECRET,
      digest: SECRET,
      scopes: [],
      addresses: null,
      created_by: actorUserId,
      created_at: ctx.now(),
      expires_at: null,
    })
    .execute();
  await ctx.db
    .insertInto('stock_keys')
    .values({
      sku: one!.sku,
      sealed: SECRET,
      digest: SECRET,
      last_four: SECRET,
      added_at: ctx.now(),
      line: 1,
      added_by: null,
    })
    .execute();
  await saveSettings(ctx, { actorUserId, entries: { privacyText: SECRET } });
  await ctx.db.updateTable('orders').set({ customer_tax_id_sealed: SECRET }).execute();

  const left = await leave(shop);
  expect(left.counted).toEqual({ people: 2, orders: 2, owned: 3, coupons: 1, products: 4, files: 0 });
  expect(JSON.stringify(left.files)).not.toContain(SECRET);
  expect(left.files['products.csv']).toContain("'=Caneca");
  expect(Object.keys(left.files).toSorted()).toEqual([
    'customers.csv',
    'files.csv',
    'fulgor.json',
    'orders.csv',
    'products.csv',
  ]);

  const other = await open();
  const come = await bring(other, left.files['fulgor.json']!);
  expect(come).toMatchObject({
    kind: 'fulgor',
    state: 'done',
    unclear: [],
    unmatched: [],
    created: {
      people: 2,
      orders: 2,
      owned: 3,
      coupons: 1,
      products: 4,
    },
  });
  const again = await leave(other);
  expect(again.files['fulgor.json']).toBe(left.files['fulgor.json']);
  expect(again.files).toEqual(left.files);
  expect(await bring(other, left.files['fulgor.json']!)).toMatchObject({
    created: { people: 0, orders: 0, owned: 0, coupons: 0, products: 0 },
  });

  // Its tables are Shopify's: any shop that reads those reads them, also this one.
  const third = await open();
  expect(await bring(third, left.files['orders.csv']!, 'orders.csv')).toMatchObject({
    kind: 'shopify_orders',
    unclear: [],
    unmatched: [],
    created: {
      people: 2,
      orders: 2,
      owned: 3,
    },
  });
  expect(await bring(third, left.files['customers.csv']!, 'customers.csv')).toMatchObject({
    kind: 'shopify_customers',
  });
  expect(await bring(third, left.files['products.csv']!, 'products.csv')).toMatchObject({
    kind: 'shopify_products',
    unclear: [],
    created: { products: 3 },
  });
});

test('a gift that nobody opened goes along with who paid for it', async () => {
  const shop = await open();
  const userId = await shop.createUser();
  const gift = { email: 'amiga@exemplo.com', message: '' };
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]), gift });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const owned = async () => JSON.parse((await leave(shop)).files['fulgor.json'] ?? '').owned as object[];
  const { email } = await shop.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(await owned()).toMatchObject([{ email, order_id: orderId }]);
  await shop.ctx.db.updateTable('gifts').set({ status: 'claimed', ended_at: shop.ctx.now() }).execute();
  expect(await owned()).toEqual([]);
});

test('a coupon that was used up stays used up after a move', async () => {
  const shop = await open();
  const actorUserId = await makeOwner(shop);
  await perform(createCoupon, shop.ctx, { actorUserId }, { code: 'UMA', percent: 10, maxUses: 1 });
  await perform(createCoupon, shop.ctx, { actorUserId }, { code: 'CADA', percent: 10, maxPerPerson: 1 });
  const use = async (place: number, code: string) => {
    const made = await createPaidOrder(shop, buy(shop.ctx, [place]));
    await shop.ctx.db
      .updateTable('orders')
      .set({ coupon_code: code })
      .where('id', '=', made.orderId)
      .execute();
    return made;
  };
  await use(0, 'UMA');
  const { userId } = await use(1, 'CADA');
  const { email } = await shop.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const text = (await leave(shop)).files['fulgor.json']!;

  const other = await open();
  const buyer = await other.createUser();
  await bring(other, text);
  const spent = async (code: string) => {
    const [coupon] = await listCoupons(other.ctx, code);
    const of = { userId: buyer, isPaid: true as const };
    return [coupon!.uses, await findSpentLimit(other.ctx, other.ctx.db, coupon!, of)];
  };
  expect(await spent('UMA')).toEqual([1, 'used_up']);
  expect(await spent('CADA')).toEqual([1, null]);
  await other.ctx.transaction((tx) => claimImported(tx, { userId: buyer, email, at: other.ctx.now() }));
  expect(await spent('CADA')).toEqual([1, 'per_person']);
  expect(await listHolders(other.ctx, { code: 'CADA', userId: buyer })).toEqual([]);
  // A code of the same name that is this shop's own was never used.
  await other.ctx.db.updateTable('coupons').set({ import_id: null }).execute();
  expect(await spent('UMA')).toEqual([0, null]);
});
