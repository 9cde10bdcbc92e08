import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { namespaceLauncher, startHolder } from '#test/locks/start-holder.ts';
import { DataDirectoryInUse, lockDataDirectory } from './data-lock.server.ts';

const KILLS = process.env.RELEASE ? 20 : 5;
const PROGRAM = 'lock-data-folder.ts';
const folder = () => mkdtempSync(join(tmpdir(), 'fulgor-lock-'));

// shows: threat F5
test('within one process too a folder is opened once, and is free again after release', () => {
  const directory = folder();
  const lock = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory, 0)).toThrow(DataDirectoryInUse);
  lock.release();
  lockDataDirectory(directory, 0).release();
});

// shows: threat 66
test('killed with its whole group again and again, and the start at the same moment gets in', async () => {
  const directory = folder();
  let holder = startHolder(PROGRAM, directory);
  holder.go();
  await holder.says('dentro');
  for (let kills = 0; kills < KILLS; kills++) {
    const next = startHolder(PROGRAM, directory);
    await next.says('pronto');
    // Without a pause: when the next process looks, the system has not removed the killed one yet.
    holder.kill();
    next.go();
    expect(await Promise.race([next.says('dentro'), next.says('recusado')])).toBe('dentro');
    holder = next;
  }
});

// shows: threat 66
test.skipIf(!namespaceLauncher)(
  'two containers on one folder: the second is refused with the folder and the way out (needs unshare)',
  async () => {
    const directory = folder();
    const [first, second] = [0, 1].map(() => startHolder(PROGRAM, directory, namespaceLauncher!));
    first!.go();
    await first!.says('dentro');
    second!.go();
    const answer = await Promise.race([second!.says('recusado'), second!.says('dentro')]);
    expect(answer).toContain(`${directory} já está em uso por outro processo. Pare a loja primeiro`);
    expect(answer).toContain('DATA_DIR');
  },
);

// shows: threat 66
test('a file with the number of a process that has nothing to do with it does not block', () => {
  const directory = folder();
  for (const left of [String(process.ppid), String(process.pid), '', 'lixo']) {
    writeFileSync(join(directory, 'fulgor.lock'), left);
    lockDataDirectory(directory, 0).release();
  }
});

test('the first release, which knows only process ids, is kept out', () => {
  const directory = folder();
  const lock = lockDataDirectory(directory);
  expect(readFileSync(join(directory, 'fulgor.lock'), 'utf8')).toBe(String(process.pid));
  lock.release();
});

test.skipIf(process.platform !== 'linux')(
  'the first release still running is noticed by the files that it has open (needs /proc)',
  () => {
    const directory = folder();
    const log = openSync(join(directory, 'postgresql.conf'), 'w');
    const older = spawn('sleep', ['60'], { stdio: [log, 'ignore', 'ignore'] });
    onTestFinished(() => void older.kill('SIGKILL'));
    writeFileSync(join(directory, 'fulgor.lock'), String(older.pid));
    expect(() => lockDataDirectory(directory, 0)).toThrow(DataDirectoryInUse);
  },
);
