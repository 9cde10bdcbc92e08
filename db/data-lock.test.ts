import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataDirectoryInUse, lockDataDirectory } from './data-lock.server.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'fulgor-lock-'));

test('a folder in use by a running process is refused, and free again after release', () => {
  const directory = folder();
  writeFileSync(join(directory, 'fulgor.lock'), String(process.ppid));
  expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryInUse);
  writeFileSync(join(directory, 'fulgor.lock'), '');
  const lock = lockDataDirectory(directory);
  expect(existsSync(join(directory, 'fulgor.lock'))).toBe(true);
  lock.release();
  expect(existsSync(join(directory, 'fulgor.lock'))).toBe(false);
});

test('the lock of a process that was killed is taken over', () => {
  const directory = folder();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(directory, 'fulgor.lock'), String(dead));
  expect(() => lockDataDirectory(directory)).not.toThrow();
});
