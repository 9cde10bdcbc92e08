import { expect, test } from 'vitest';
import { createStopSwitch } from './stop-switch.ts';

function open() {
  const done: string[] = [];
  return { done, asked: createStopSwitch(() => void done.push('exit')), stop: () => void done.push('stop') };
}

test('while nothing is answered yet, a stop ends the process at once', () => {
  const { done, asked } = open();
  asked.stop();
  expect(done).toEqual(['exit']);
});

test('a stop between the first answer and the end of the start is kept until then', () => {
  const { done, asked, stop } = open();
  asked.hold();
  asked.stop();
  asked.stop();
  expect(done).toEqual([]);
  asked.serve(stop);
  expect(done).toEqual(['stop']);
});

test('a shop that serves is stopped as it says', () => {
  const { done, asked, stop } = open();
  asked.hold();
  asked.serve(stop);
  expect(done).toEqual([]);
  asked.stop();
  expect(done).toEqual(['stop']);
});
