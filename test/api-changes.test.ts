import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOpenCalls } from '#app/doors/describe-v1.ts';
import { digestApi, listBreaks, type ApiDigest } from './sources/digest-api.ts';

/*
 * What programs of the last release rely on. With a release, when nothing breaks, it is written anew:
 * `FREEZE_API=1 npx vitest run --project unit test/api-changes.test.ts`.
 */
const FROZEN = new URL('sources/api-v1.frozen.txt', import.meta.url);
const now = digestApi(describeOpenCalls());

test('a program that worked with the last release works with this one', () => {
  if (process.env.FREEZE_API === '1') writeFileSync(FROZEN, write(now));
  const before = read(readFileSync(FROZEN, 'utf8'));
  expect(Object.keys(before).length).toBeGreaterThan(500);
  expect(listBreaks(before, now)).toEqual([]);
});

test.each<[string, (was: ApiDigest) => ApiDigest]>([
  ['a call that is gone', (was) => without(was, 'coupons.create at')],
  ['another address', (was) => ({ ...was, 'coupons.create at': 'post /api/v1/vouchers' })],
  ['another scope', (was) => ({ ...was, 'coupons.create scope': 'coupons:read' })],
  ['a field of an answer that is gone', (was) => without(was, 'coupons.create out 201.code')],
  [
    'a field of an answer that may be null',
    (was) => ({ ...was, 'coupons.create out 201.code': '! null|string' }),
  ],
  ['a new field that must be given', (was) => ({ ...was, 'coupons.create in body.why': '! string' })],
  [
    'a field that must be given now',
    (was) => ({ ...was, 'coupons.create in body.percent': '! integer|null' }),
  ],
  ['a field that takes fewer types', (was) => ({ ...was, 'coupons.create in body.percent': '? integer' })],
  ['an event that is gone', (was) => without(was, 'event.order.paid out')],
  ['a field of an event that is gone', (was) => without(was, 'event.order.paid out.timestamp')],
  ['a code that is gone', (was) => without(was, 'coupons.create code 409 code_taken')],
  ['a value that is not taken any more', (was) => ({ ...was, 'patch.run in body.state': '! string ready' })],
])('%s is red', (_, change) => {
  expect(listBreaks(now, change(now))).toHaveLength(1);
});

test('what is added breaks nothing', () => {
  const more = {
    'gifts.list at': 'get /api/v1/gifts',
    'gifts.list in query.q': '! string',
    'coupons.create in body.note': '? string',
    'coupons.create in body.note.by': '! string',
    'coupons.create out 201.note': '! string',
    'patch.run in body.state': '! string paused|ready|updating',
  };
  expect(listBreaks(now, { ...now, ...more })).toEqual([]);
});

test('one more shape of what is sent must be given by nobody', () => {
  expect(now['patch.run in body.scope.skins']).toMatch(/^\?/);
  expect(now['coupons.create in body.code']).toMatch(/^!/);
});

const without = (digest: ApiDigest, gone: string): ApiDigest =>
  Object.fromEntries(Object.entries(digest).filter(([place]) => place !== gone));
const write = (digest: ApiDigest) =>
  Object.entries(digest)
    .map(([place, what]) => `${place} = ${what}\n`)
    .toSorted()
    .join('');
const read = (text: string): ApiDigest =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' = ') as [string, string]),
  );
