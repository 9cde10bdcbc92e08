import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOld } from '#shop/retention/forget-old.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { allowOutwardCall } from './allow-outward-call.ts';
import {
  consumeRateLimit,
  consumeRateLimits,
  resetRateLimit,
  restoreRateLimit,
} from './consume-rate-limit.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
});
afterAll(() => shop.close());

const limit = { name: 'test', burst: 3, refillSeconds: 60 };
const take = (...subject: string[]) => consumeRateLimit(shop.ctx, limit, ...subject);
const rows = () => shop.ctx.db.selectFrom('rate_limits').selectAll().execute();

test('a bucket gives its burst, then says how long until the next try', async () => {
  for (let n = 0; n < 3; n++) expect(await take('a')).toEqual({ ok: true });
  expect(await take('a')).toEqual({ ok: false, retryAfterSeconds: 60 });
  // Asking again while refused does not push the end away.
  for (let n = 0; n < 5; n++) expect(await take('a')).toMatchObject({ ok: false });
  shop.passSeconds(30);
  expect(await take('a')).toEqual({ ok: false, retryAfterSeconds: 30 });
  shop.passSeconds(30);
  expect(await take('a')).toEqual({ ok: true });
  expect(await take('a')).toMatchObject({ ok: false });
  shop.passSeconds(600);
  for (let n = 0; n < 3; n++) expect(await take('a')).toEqual({ ok: true });
  expect(await take('a')).toMatchObject({ ok: false });
});

// shows: threat F14
test('of fifty at once exactly the burst gets through', async () => {
  const tries = await Promise.all(Array.from({ length: 50 }, () => take('at once')));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(3);
  for (const refused of tries) if (!refused.ok) expect(refused.retryAfterSeconds).toBeGreaterThan(0);
});

test('subjects and limits do not share a bucket, however their parts are cut', async () => {
  for (let n = 0; n < 3; n++) await take('ab', 'c');
  expect(await take('ab', 'c')).toMatchObject({ ok: false });
  expect(await take('a', 'bc')).toEqual({ ok: true });
  expect(await consumeRateLimit(shop.ctx, { ...limit, name: 'other' }, 'ab', 'c')).toEqual({ ok: true });
});

test('a try given back is a try, and a forgotten bucket is full', async () => {
  for (let n = 0; n < 3; n++) await take('back');
  await restoreRateLimit(shop.ctx, limit, 'back');
  expect(await take('back')).toEqual({ ok: true });
  expect(await take('back')).toMatchObject({ ok: false });
  await resetRateLimit(shop.ctx, limit, 'back');
  for (let n = 0; n < 3; n++) expect(await take('back')).toEqual({ ok: true });
});

test('a bucket that refuses leaves those after it full', async () => {
  for (let n = 0; n < 3; n++) await take('first');
  const both = [
    { limit, subject: ['first'] },
    { limit, subject: ['second'] },
  ];
  for (let n = 0; n < 3; n++) expect(await consumeRateLimits(shop.ctx, both)).toMatchObject({ ok: false });
  for (let n = 0; n < 3; n++) expect(await take('second')).toEqual({ ok: true });
});

test('a clock that was far ahead for a moment costs a bucket no more than its tries', async () => {
  const day = 24 * 3600;
  shop.passSeconds(day);
  for (let n = 0; n < 3; n++) await take('ahead');
  shop.passSeconds(-day);
  expect(await take('ahead')).toEqual({ ok: false, retryAfterSeconds: 60 });
  shop.passSeconds(60);
  expect(await take('ahead')).toEqual({ ok: true });
  expect(await take('ahead')).toEqual({ ok: false, retryAfterSeconds: 60 });
});

test('clocks that differ a little give no try back', async () => {
  shop.passSeconds(30);
  for (let n = 0; n < 3; n++) await take('skewed');
  for (let n = 0; n < 5; n++) {
    shop.passSeconds(-30);
    expect(await take('skewed')).toEqual({ ok: false, retryAfterSeconds: 90 });
    shop.passSeconds(30);
    expect(await take('skewed')).toEqual({ ok: false, retryAfterSeconds: 60 });
  }
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
  await forgetOld(shop.ctx);
  expect(await rows()).toHaveLength(1);
  expect(await take('still counted')).toMatchObject({ ok: false });
});

test('a request that reaches out takes a try of each bucket of its row, whoever shares one', async () => {
  const users = [await shop.createUser(), await shop.createUser()] as const;
  const [home, away] = [`2001:db8:${(shop.ctx.now().getTime() % 60_000).toString(16)}:1`, '198.51.100.9'];
  const upload = (userId: string, address: string) =>
    allowOutwardCall(shop.ctx, 'upload', { userId, address });
  for (let n = 0; n < 20; n++) expect(await upload(users[0], `${home}::${n}`)).toMatchObject({ ok: true });
  const refused = await upload(users[0], away);
  expect(refused).toEqual({ ok: false, retryAfterSeconds: 30 });
  expect(shop.logLines.at(-1)).toMatchObject({
    event: 'limit.refused',
    fields: { call: 'upload', userId: users[0] },
  });
  expect(await upload(users[1], `${home}::1`)).toEqual({ ok: true, ctx: shop.ctx });
  // A program of theirs has its own.
  const program = { ...shop.ctx, program: { keyId: 'planilha', name: 'Planilha', isNoted: false } };
  const sent = () => allowOutwardCall(program, 'upload', { userId: users[1], address: away });
  for (let n = 0; n < 20; n++) expect(await sent()).toMatchObject({ ok: true });
  expect(await sent()).toMatchObject({ ok: false });
  expect(await upload(users[1], away)).toMatchObject({ ok: true });

  const write = (address: string) => allowOutwardCall(shop.ctx, 'message', { address });
  for (let n = 0; n < 20; n++) expect(await write(`${home}::${n}`)).toMatchObject({ ok: true });
  expect(await write(`${home}::ffff`)).toMatchObject({ ok: false });

  const close = (address: string) =>
    allowOutwardCall(shop.ctx, 'delete-account', { userId: users[0], address });
  for (let n = 0; n < 10; n++) expect(await close(away)).toMatchObject({ ok: true });
  expect(await close(away)).toMatchObject({ ok: false });
  expect(await close(`${home}::1`)).toMatchObject({ ok: true });
});

test('who is not named where the row asks for it is a mistake of ours, and never let through', async () => {
  const unnamed = /did not name/;
  const both = { userId: 'u', address: '203.0.113.1' };
  await expect(allowOutwardCall(shop.ctx, 'sign-up', both)).rejects.toThrow(unnamed);
  await expect(allowOutwardCall(shop.ctx, 'upload', { userId: 'u' })).rejects.toThrow(unnamed);
  await expect(allowOutwardCall(shop.ctx, 'upload', { address: '203.0.113.1' })).rejects.toThrow(unnamed);
  await expect(allowOutwardCall(shop.ctx, 'delete-account', { userId: 'u' })).rejects.toThrow(unnamed);
  await expect(allowOutwardCall(shop.ctx, 'delete-account', { address: '203.0.113.1' })).rejects.toThrow(
    unnamed,
  );
});
