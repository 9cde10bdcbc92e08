import { expect, test } from 'vitest';
import { cacheToken } from './cache-token.ts';

/** A keeper whose bank gives token 1, 2, 3…, each for so many milliseconds of a clock that the test sets. */
function newKeeper(lifetimeMs: number) {
  const state = { now: 1_000_000, asked: 0, isDown: false };
  const keeper = cacheToken(
    async () => {
      state.asked += 1;
      if (state.isDown) throw new Error('down');
      return { value: `token-${state.asked}`, lifetimeMs };
    },
    () => state.now,
  );
  return { keeper, state };
}

test.each([
  ['an hour is renewed a minute before its end', 3_600_000, 3_540_000],
  ['five minutes is renewed a minute before its end', 300_000, 240_000],
  ['a minute is renewed after four fifths of it', 60_000, 48_000],
  ['a second is renewed after four fifths of it', 1_000, 800],
])('a token of %s', async (_, lifetimeMs, renewedAfterMs) => {
  const { keeper, state } = newKeeper(lifetimeMs);
  expect(await keeper.get()).toBe('token-1');
  state.now += renewedAfterMs - 1;
  expect(await keeper.get()).toBe('token-1');
  state.now += 1;
  expect(await keeper.get()).toBe('token-2');
  expect(state.asked).toBe(2);
});

test('all who need a token while it is being asked for get the same one', async () => {
  const { keeper, state } = newKeeper(60_000);
  expect(await Promise.all([keeper.get(), keeper.get(), keeper.get()])).toEqual([
    'token-1',
    'token-1',
    'token-1',
  ]);
  expect(state.asked).toBe(1);
});

test('a token that was refused is dropped, one renewed meanwhile stays', async () => {
  const { keeper } = newKeeper(60_000);
  keeper.drop('token-0');
  expect(await keeper.get()).toBe('token-1');
  keeper.drop('token-1');
  expect(await keeper.get()).toBe('token-2');
  keeper.drop('token-1');
  expect(await keeper.get()).toBe('token-2');
});

test('a failure is told to all who waited, and the next one asks again', async () => {
  const { keeper, state } = newKeeper(60_000);
  state.isDown = true;
  const both = await Promise.allSettled([keeper.get(), keeper.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(state.asked).toBe(1);
  state.isDown = false;
  expect(await keeper.get()).toBe('token-2');
});
