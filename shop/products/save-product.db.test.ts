import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createProduct, updateProduct, type SaveProductResult } from './save-product.ts';

let shop: TestContext;
let actorUserId: string;
beforeAll(async () => {
  shop = await createTestContext();
  actorUserId = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

function saved(result: SaveProductResult) {
  if (!result.ok) throw new Error(`The product was refused: ${JSON.stringify(result)}`);
  return result.product;
}

test('columns that nobody is offered never reach the table, whoever hands them over', async () => {
  const extra = { id: randomUUID(), created_at: new Date(0), user_id: actorUserId };
  const product = { name: 'Produto', priceCents: 1500, ...extra };
  const created = saved(await createProduct(shop.ctx, { actorUserId, product }));
  expect(created.id).not.toBe(extra.id);
  expect(created.createdAt.getTime()).toBeGreaterThan(0);
  const changes = { stock: 3, ...extra };
  const updated = saved(await updateProduct(shop.ctx, { actorUserId, id: created.id, changes }));
  expect(updated).toEqual({ ...created, stock: 3 });
});

test('what is refused leaves neither a product nor a line in the audit log', async () => {
  const before = await auditLines();
  const refused = await createProduct(shop.ctx, { actorUserId, product: { name: 'X', priceCents: 0 } });
  expect(refused).toMatchObject({ ok: false, reason: 'invalid', fields: { priceCents: expect.any(String) } });
  const absent = await updateProduct(shop.ctx, { actorUserId, id: randomUUID(), changes: { stock: 1 } });
  expect(absent).toEqual({ ok: false, reason: 'not_found' });
  expect(await auditLines()).toBe(before);
});

async function auditLines(): Promise<number> {
  const rows = await shop.ctx.db.selectFrom('audit_log').select('id').execute();
  return rows.length;
}
