import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { withLock } from '../scripts/run/with-lock.mjs';
import { namespaceLauncher, startHolder } from './locks/start-holder.ts';

const KILLS = process.env.RELEASE ? 20 : 5;
const PROGRAM = 'lock-installation.mjs';
const makeFolder = () => mkdtempSync(join(tmpdir(), 'fulgor-install-lock-'));

test('of eight that come again and again one is in at a time, and all have their turn', async () => {
  // Longer than a socket's address may be.
  const folder = join(makeFolder(), 'x'.repeat(120));
  mkdirSync(folder);
  let inside = 0;
  let turns = 0;
  async function work() {
    expect(++inside).toBe(1);
    // Long enough for the others to come by.
    for (let steps = 0; steps < 5; steps++) await new Promise(setImmediate);
    inside--;
    turns++;
  }
  async function comeAgain() {
    for (let times = 0; times < 25; times++) await withLock(work, { folder, pollMs: 0 });
  }
  await Promise.all(Array.from({ length: 8 }, comeAgain));
  expect(turns).toBe(200);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('who looked before others came and went steps back', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '5'), 'a socket that nobody answers');
  const holder = createServer().listen(join(folder, 'draft'));
  await once(holder, 'listening');
  let entered: Promise<string>;
  await new Promise<void>((onWait) => {
    // It has looked when the call returns, and found number 5 dead. Meanwhile 6 was in, and 7 is.
    entered = withLock(() => 'dentro', { folder, pollMs: 1, onWait });
    renameSync(join(folder, 'draft'), join(folder, '7'));
    rmSync(join(folder, '5'));
    void entered.then(() => onWait());
  });
  expect(readdirSync(folder)).toEqual(['7']);
  holder.close();
  expect(await entered!).toBe('dentro');
});

// shows: threat 66
test('again and again the holder is killed, and of two that wait exactly one gets in', async () => {
  const folder = makeFolder();
  let holder = startHolder(PROGRAM, folder);
  await holder.says('dentro');
  const all = [holder];
  const startWaiter = async () => {
    const waiter = startHolder(PROGRAM, folder);
    all.push(waiter);
    await waiter.says('espera');
    return waiter;
  };
  let loser = await startWaiter();
  for (let kills = 1; kills <= KILLS; kills++) {
    const other = await startWaiter();
    holder.kill();
    holder = await Promise.race([loser, other].map((each) => each.says('dentro').then(() => each)));
    if (holder === loser) loser = other;
    // By the next round the loser has looked many times: a second one inside would be counted here.
    expect(all.filter(({ lines }) => lines.includes('dentro'))).toHaveLength(kills + 1);
  }
});

// shows: threat 66
test.skipIf(!namespaceLauncher)(
  'two containers on one folder: the second waits until the first is gone (needs unshare)',
  async () => {
    const folder = makeFolder();
    const first = startHolder(PROGRAM, folder, namespaceLauncher!);
    await first.says('dentro');
    const second = startHolder(PROGRAM, folder, namespaceLauncher!);
    await second.says('espera');
    expect(second.lines).toEqual(['espera']);
    first.kill();
    await second.says('dentro');
  },
);

test('work that fails gives the lock back', async () => {
  const folder = makeFolder();
  const fail = () => Promise.reject(new Error('falhou'));
  await expect(withLock(fail, { folder })).rejects.toThrow('falhou');
  expect(await withLock(() => 'feito', { folder, pollMs: 0 })).toBe('feito');
});
