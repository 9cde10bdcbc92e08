import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldJob } from '#jobs/forget-old.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgetTries, giveTryBack, takeTry } from './take-try.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

const limit = { name: 'test', burst: 3, refillSeconds: 60 };
const take = (...subject: string[]) => takeTry(shop.ctx, limit, ...subject);
const rows = () => shop.ctx.db.selectFrom('rate_limits').selectAll().execute();

test('a bucket gives its burst, then says how long until the next try', async () => {
  for (let n = 0; n < 3; n++) expect(await take('a')).toEqual({ ok: true });
  const refused = await take('a');
  expect(refused.ok).toBe(false);
  if (refused.ok) return;
  expect(refused.retryAfterSeconds).toBeGreaterThan(50);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  // Asking again while refused does not push the end away.
  for (let n = 0; n < 5; n++) expect(await take('a')).toMatchObject({ ok: false });
  shop.passSeconds(61);
  expect(await take('a')).toEqual({ ok: true });
  expect(await take('a')).toMatchObject({ ok: false });
  shop.passSeconds(600);
  for (let n = 0; n < 3; n++) expect(await take('a')).toEqual({ ok: true });
  expect(await take('a')).toMatchObject({ ok: false });
});

test('of fifty at once exactly the burst gets through', async () => {
  const tries = await Promise.all(Array.from({ length: 50 }, () => take('at once')));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(3);
  for (const refused of tries) if (!refused.ok) expect(refused.retryAfterSeconds).toBeGreaterThan(0);
});

test('subjects and limits do not share a bucket, however their parts are cut', async () => {
  for (let n = 0; n < 3; n++) await take('ab', 'c');
  expect(await take('ab', 'c')).toMatchObject({ ok: false });
  expect(await take('a', 'bc')).toEqual({ ok: true });
  expect(await takeTry(shop.ctx, { ...limit, name: 'other' }, 'ab', 'c')).toEqual({ ok: true });
});

test('a try given back is a try, and a forgotten bucket is full', async () => {
  for (let n = 0; n < 3; n++) await take('back');
  await giveTryBack(shop.ctx, limit, 'back');
  expect(await take('back')).toEqual({ ok: true });
  expect(await take('back')).toMatchObject({ ok: false });
  await forgetTries(shop.ctx, limit, 'back');
  for (let n = 0; n < 3; n++) expect(await take('back')).toEqual({ ok: true });
});

test('the table names nobody', async () => {
  await take('bruna@exemplo.com', '203.0.113.7');
  const keys = (await rows()).map(({ key }) => key).join(' ');
  expect(keys).not.toMatch(/bruna|exemplo|203\.0/);
});

test('the nightly job takes away what says nothing any more, and nothing else', async () => {
  shop.passSeconds(3600);
  for (let n = 0; n < 3; n++) await take('still counted');
  expect((await rows()).length).toBeGreaterThan(1);
  await forgetOldJob.run(shop.ctx, null as never, 'job-1');
  expect(await rows()).toHaveLength(1);
  expect(await take('still counted')).toMatchObject({ ok: false });
});
