import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const KEEPER = resolve(import.meta.dirname, '../scripts/run/keep-running.sh');

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'fulgor-keeper-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, script: string): string {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

/** Keeps a program running that ends with these codes, one after the other. The pauses last no time. */
function keep(codes: readonly number[], sleep = 'exit 0') {
  write('sleep', `echo "$1" >> ${folder}/pauses; ${sleep}`);
  const ends = codes.map((code, n) => `${n + 1}) exit ${code} ;;`).join(' ');
  const program = write(
    'shop',
    `echo x >> ${folder}/starts\ncase $(wc -l < ${folder}/starts) in ${ends} esac`,
  );
  return run(program, { PATH: `${folder}${delimiter}${process.env.PATH}` });
}

function run(program: string, env: NodeJS.ProcessEnv = {}) {
  const keeper = spawn('/bin/sh', [KEEPER, program], { env: { ...process.env, ...env }, stdio: 'pipe' });
  return { keeper, said: text(keeper.stderr), ended: once(keeper, 'exit') };
}

const lines = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n') : [];

test.each([0, 1, 126, 127, 129, 130, 143])(
  'whoever asked the shop to end, or a start that is refused, ends with its code and at once: %i',
  async (code) => {
    const { said, ended } = keep([code]);
    expect(await ended).toEqual([code, null]);
    expect([await said, lines('starts').length]).toEqual(['', 1]);
  },
);

// shows: threat 72
test('a shop that died is begun again, with growing pauses that it tells, also when the next start is refused', async () => {
  const { said, ended } = keep([70, 137, 1, 139, 134, 70, 70, 0]);
  expect(await ended).toEqual([0, null]);
  expect(lines('starts')).toHaveLength(8);
  expect(lines('pauses')).toEqual(['1', '2', '4', '8', '16', '30', '30']);
  expect((await said).split('\n')[1]).toBe(
    '[fulgor] A loja caiu (código 137). Ela começa de novo em 2 s; para não deixar, Ctrl-C.',
  );
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the shop, whose last words are waited for',
  async (signal) => {
    const program = write(
      'shop',
      `trap 'echo asked >> ${folder}/words; exit 0' TERM\necho up >> ${folder}/words\nwhile :; do sleep 0.05; done`,
    );
    const { keeper, said, ended } = run(program);
    await expect.poll(() => lines('words')).toEqual(['up']);
    keeper.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect([lines('words'), await said]).toEqual([['up', 'asked'], '']);
  },
);

test('a hang-up reaches the shop too, which may go on', async () => {
  const program = write(
    'shop',
    `trap 'echo rolled >> ${folder}/words' HUP\ntrap 'exit 0' TERM\necho up >> ${folder}/words\nwhile :; do sleep 0.05; done`,
  );
  const { keeper, ended } = run(program);
  await expect.poll(() => lines('words')).toEqual(['up']);
  keeper.kill('SIGHUP');
  await expect.poll(() => lines('words')).toEqual(['up', 'rolled']);
  keeper.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('while nothing runs, Ctrl-C ends the waiting', async () => {
  const { keeper, ended } = keep([70, 0], 'exec /bin/sleep 60');
  await expect.poll(() => lines('pauses')).toEqual(['1']);
  keeper.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(lines('starts')).toHaveLength(1);
});
