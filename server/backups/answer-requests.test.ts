import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerBackupRequests, askRunningShop, type BackupRequest } from './answer-requests.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import type { BackupDone } from './make-backup.ts';

const DONE = { backup: '/somewhere/fulgor-20261122-190000', orders: 7 } as BackupDone;
const REQUEST: BackupRequest = { to: '/somewhere', key: 'uma frase bem longa' };
const told: string[] = [];
const log = { warn: (event: string) => void told.push(event) };
let folder: string;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'fulgor-socket-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the running shop makes the backup that is asked for, and tells what it made', async () => {
  const asked: unknown[] = [];
  const server = await answerBackupRequests(
    folder,
    async (request) => {
      asked.push(request);
      return DONE;
    },
    log,
  );
  try {
    expect(await askRunningShop(folder, REQUEST)).toEqual(DONE);
    expect(asked).toEqual([REQUEST]);
  } finally {
    server?.close();
  }
});

test.runIf(process.platform !== 'win32')("nobody but the shop's own user may ask", async () => {
  const server = await answerBackupRequests(folder, async () => DONE, log);
  try {
    expect((await stat(join(folder, 'backup.sock'))).mode & 0o777).toBe(0o600);
  } finally {
    server?.close();
  }
});

test('a refusal and a failure are told in words', async () => {
  const errors = [
    new CommandRefused('A chave é curta.'),
    Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
  ];
  const server = await answerBackupRequests(
    folder,
    async () => {
      throw errors.shift();
    },
    log,
  );
  try {
    await expect(askRunningShop(folder, REQUEST)).rejects.toThrow('A chave é curta.');
    await expect(askRunningShop(folder, REQUEST)).rejects.toThrow(
      'O backup falhou: Não há mais espaço no disco.',
    );
  } finally {
    server?.close();
  }
});

test('without a running shop nobody answers, and a socket that a killed one left is taken over', async () => {
  expect(await askRunningShop(folder, REQUEST)).toBeNull();
  const dead = await answerBackupRequests(folder, async () => DONE, log);
  const next = await answerBackupRequests(folder, async () => ({ ...DONE, orders: 8 }), log);
  try {
    expect(await askRunningShop(folder, REQUEST)).toMatchObject({ orders: 8 });
  } finally {
    dead?.close();
    next?.close();
  }
});

test.runIf(process.platform !== 'win32')(
  'a folder that takes no socket costs the command, and not the shop',
  async () => {
    await mkdir(join(folder, 'backup.sock'));
    expect(await answerBackupRequests(folder, async () => DONE, log)).toBeNull();
    expect(await answerBackupRequests(join(folder, 'nada'), async () => DONE, log)).toBeNull();
    expect(told).toEqual(['backups.no_socket', 'backups.no_socket']);
  },
);
