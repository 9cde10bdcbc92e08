import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveEvent } from './live-event.ts';
import { LiveHub } from './live-hub.ts';
import { BATCH_SIZE } from './broadcast-in-batches.ts';

/** Of a listener that throws: the test fails. */
const fail = (error: unknown) => {
  throw error;
};

const news = (id: string): string => JSON.stringify(staffEvent(id));
const staffEvent = (id: string): LiveEvent => ({
  topic: 'staff',
  event: 'staff-orders',
  data: { id, status: 'pending' },
});

function listenWithMany(hub: LiveHub, count: number): string[][] {
  return Array.from({ length: count }, () => {
    const heard: string[] = [];
    hub.subscribe('staff', (event) => void heard.push((event.data as { id: string }).id));
    return heard;
  });
}

test('a broadcast to many leaves turns to others: a buyer hears of a payment before everybody has heard it', async () => {
  const hub = new LiveHub(fail);
  const crowd = listenWithMany(hub, 10 * BATCH_SIZE);
  const told = () => crowd.filter((heard) => heard.length > 0).length;
  let toldBefore = 0;
  hub.subscribe('user:a', () => void (toldBefore = told()));
  let toldBeforeOthers = 0;
  setImmediate(() => void (toldBeforeOthers = told()));
  hub.deliver(news('1'));
  hub.deliver('{"topic":"user:a","event":"payment","data":{"id":"p","status":"paid"}}');
  expect(toldBefore).toBe(BATCH_SIZE);
  await expect.poll(() => crowd.every((heard) => heard.length === 1)).toBe(true);
  expect(toldBeforeOthers).toBeLessThan(crowd.length / 2);
});

test('everybody hears the events of a topic once and in their order, also while others come and go', async () => {
  const hub = new LiveHub(fail);
  const leave = [hub.subscribe('staff', () => {}), hub.subscribe('staff', () => {})];
  const crowd = listenWithMany(hub, 3 * BATCH_SIZE);
  hub.deliver(news('1'));
  // With one subscriber fewer, a batch of the second event ends at another subscriber than one of the first.
  leave[0]?.();
  for (const id of ['2', '3']) hub.deliver(news(id));
  await turn();
  leave[1]?.();
  hub.deliver(news('4'));
  await expect.poll(() => crowd.at(-1)).toEqual(['1', '2', '3', '4']);
  expect(new Set(crowd.map(String))).toEqual(new Set(['1,2,3,4']));
  hub.deliver(news('5'));
  await expect.poll(() => crowd.at(-1)?.at(-1)).toBe('5');
});

test('a listener that throws, and a notification that is none, keep nobody else from hearing', async () => {
  for (const count of [1, 2 * BATCH_SIZE]) {
    const failures: unknown[] = [];
    const hub = new LiveHub((error) => failures.push(error));
    hub.subscribe('staff', () => {
      throw new Error('broken listener');
    });
    hub.onGap(() => {
      throw new Error('broken gap');
    });
    const crowd = listenWithMany(hub, count);
    hub.deliver('not json');
    hub.deliver(news('1'));
    hub.deliver(news('2'));
    hub.announceGap();
    await expect.poll(() => crowd.every((heard) => heard.join() === '1,2')).toBe(true);
    await expect
      .poll(() => failures.map(String).toSorted())
      .toEqual([
        'Error: broken gap',
        'Error: broken listener',
        'Error: broken listener',
        expect.stringContaining('SyntaxError'),
      ]);
  }
});
