import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createIdleGate, readMachineTimes } from './wait-for-idle.ts';

const PROCESSORS = 2;
/** What others, and our own work, take in each coming second, in milliseconds of processor time; then nothing. */
let seconds: { others?: number; own?: number }[];
let machine: ReturnType<typeof readMachineTimes>;
let ownMs: number;
let looks: number;

beforeEach(() => {
  seconds = [];
  machine = { busyMs: 5_000, totalMs: 90_000, processors: PROCESSORS };
  ownMs = 0;
  looks = 0;
});

function createGate() {
  const start = { ...machine };
  let hasBegun = false;
  return createIdleGate(
    () => ownMs,
    () => {
      if (!hasBegun) {
        hasBegun = true;
        return start;
      }
      looks += 1;
      const { others = 0, own = 0 } = seconds.shift() ?? {};
      ownMs += own;
      machine = {
        ...machine,
        totalMs: machine.totalMs + 1_000 * PROCESSORS,
        busyMs: machine.busyMs + others + own,
      };
      return machine;
    },
    1,
  );
}

const untilOpen = async (gate: ReturnType<typeof createGate>) => {
  looks = 0;
  await gate(new AbortController().signal);
  return looks;
};

test('stays closed while others take more than a tenth of the machine', async () => {
  seconds = [{ others: 2_000 }, { others: 900 }, { others: 220 }, { others: 180 }];
  expect(await untilOpen(createGate())).toBe(4);
});

test('our own work is not somebody else, and whoever comes meanwhile closes it', async () => {
  const gate = createGate();
  seconds = [{ own: 1_000 }];
  expect(await untilOpen(gate)).toBe(1);
  seconds = [{ own: 1_000, others: 1_000 }, { others: 1_000 }, {}];
  expect(await untilOpen(gate)).toBe(3);
});

test('a stop ends the waiting', async () => {
  seconds = Array.from({ length: 10_000 }, () => ({ others: 2_000 }));
  const stop = new AbortController();
  const waiting = createGate()(stop.signal);
  await sleep(20);
  const before = looks;
  stop.abort();
  await waiting;
  expect(before).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(before + 1);
});

test('the times of this machine go on', async () => {
  const before = readMachineTimes();
  await expect.poll(() => readMachineTimes().totalMs).toBeGreaterThan(before.totalMs);
  expect(before.processors).toBeGreaterThan(0);
  expect(before.busyMs).toBeLessThan(before.totalMs);
});
