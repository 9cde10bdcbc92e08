import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createProduct, updateProduct } from './save-product.ts';

let shop: TestContext;
let actorUserId: string;
beforeAll(async () => {
  shop = await createTestContext();
  actorUserId = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

// shows: threat 21
test('columns that nobody is offered never reach the table, whoever hands them over', async () => {
  const extra = { id: randomUUID(), created_at: new Date(0), user_id: actorUserId };
  const created = await createProduct(shop.ctx, {
    actorUserId,
    name: 'Produto',
    priceCents: 1500,
    ...extra,
  });
  if (!created.ok) throw new Error(created.reason);
  expect(created.id).not.toBe(extra.id);
  expect(created.createdAt.getTime()).toBeGreaterThan(0);
  const updated = await updateProduct(shop.ctx, {
    actorUserId,
    productId: created.id,
    stock: 3,
    ...extra,
  });
  expect(updated).toEqual({ ...created, stock: 3 });
});

// shows: threat 4
test('what is refused leaves neither a product nor a line in the audit log', async () => {
  const before = await auditLines();
  const refused = await createProduct(shop.ctx, {
    actorUserId,
    name: 'X',
    priceCents: 1500,
    sku: 'lol:Ninguem:1',
  });
  expect(refused).toMatchObject({ ok: false, reason: 'invalid', fields: { sku: expect.any(String) } });
  const absent = await updateProduct(shop.ctx, { actorUserId, productId: randomUUID(), stock: 1 });
  expect(absent).toEqual({ ok: false, reason: 'not_found' });
  expect(await auditLines()).toBe(before);
});

async function auditLines(): Promise<number> {
  const rows = await shop.ctx.db.selectFrom('audit_log').select('id').execute();
  return rows.length;
}
