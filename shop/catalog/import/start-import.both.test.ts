import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#shop/audit/list-audit.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { perform } from '#test/perform.ts';
import { startImport } from './start-import.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('whoever has the catalogue read anew stands in the log, with what it was, also when the source is silent', async () => {
  const clerk = await shop.createUser('Ana Balcão');
  const version = shop.ctx.catalog.current().version;
  await perform(startImport, shop.ctx, { actorUserId: clerk }, {});
  await shop.settled();
  const { entries: lines } = await listAudit(shop.ctx, { cursor: null });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    action: 'catalog.import_started',
    actorName: 'Ana Balcão',
    subjectType: 'catalog',
    subjectId: version,
  });
});

test('an import that cannot be written down does not begin', async () => {
  const before = shop.logLines.length;
  await expect(perform(startImport, shop.ctx, { actorUserId: 'ninguém' }, {})).rejects.toThrow();
  await shop.settled();
  expect(shop.logLines.length).toBe(before);
});
