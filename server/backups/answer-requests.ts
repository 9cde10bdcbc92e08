import { rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { CommandRefused } from '../commands/command-refused.ts';
import { explainFailure } from '../commands/explain-failure.ts';
import type { Log } from '#shop/log.ts';
import type { Exported } from '#shop/moving/leaving/export-shop.ts';
import type { BackupDone } from './make-backup.ts';

/** What `npm run backup` asks of the running shop. */
export interface BackupRequest {
  /** A folder, or `s3`. null: where the shop keeps its daily ones. */
  to: string | null;
  key: string | null;
}
/** What `npm run export` asks of it: into which folder. */
export interface ExportRequest {
  exportTo: string;
}
type Answer = { done: unknown } | { refused: string } | { failed: string };

/** The address of a socket has about a hundred bytes. */
const LONGEST_PATH = 100;

/** null: the path is too long for a socket. */
function socketPath(dataDir: string): string | null {
  const name = join(dataDir, 'backup.sock');
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\fulgor-backup-${resolve(dataDir).replaceAll(/[\\/:]/g, '-')}`;
  const shortest = [resolve(name), relative('', name)].sort((a, b) => a.length - b.length)[0]!;
  return Buffer.byteLength(shortest) <= LONGEST_PATH ? shortest : null;
}

/**
 * Lets the machine's owner ask for a backup or an export: the embedded database belongs to one process, so the command
 * cannot read it itself. The socket is in DATA_DIR, and only the shop's own user may write to it.
 * @returns null: DATA_DIR has too long a path for it, or is on a file system without sockets. The shop sells without.
 */
export async function answerBackupRequests(
  dataDir: string,
  make: (request: BackupRequest | ExportRequest) => Promise<unknown>,
  log: Pick<Log, 'warn'>,
): Promise<Server | null> {
  const path = socketPath(dataDir);
  if (path === null) return null;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    void readToEnd(socket)
      .then((request) => make(JSON.parse(request) as BackupRequest | ExportRequest))
      .then((done): Answer => ({ done }), explain)
      .then((answer) => socket.end(JSON.stringify(answer)));
  });
  try {
    // This process has the lock of the data folder: a socket that is there belongs to a dead one.
    if (process.platform !== 'win32') rmSync(path, { force: true });
    await new Promise<void>((listening, failed) => {
      // It stays: a connection that the system cannot hand over later is nobody's end.
      server.on('error', failed).listen(path, listening);
    });
    if (process.platform !== 'win32') await chmod(path, 0o600);
  } catch (error) {
    server.close();
    log.warn('backups.no_socket', { error });
    return null;
  }
  server.unref();
  return server;
}

const explain = (error: unknown): Answer =>
  error instanceof CommandRefused
    ? { refused: error.message }
    : { failed: explainFailure(error) ?? String((error as Error).message) };

export async function askRunningShop(dataDir: string, request: ExportRequest): Promise<Exported | null>;
export async function askRunningShop(dataDir: string, request: BackupRequest): Promise<BackupDone | null>;
/** null: no shop runs on this folder. */
export async function askRunningShop(
  dataDir: string,
  request: BackupRequest | ExportRequest,
): Promise<BackupDone | Exported | null> {
  const path = socketPath(dataDir);
  if (path === null) return null;
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await new Promise<void>((connected, failed) => {
      socket.once('connect', connected).once('error', failed);
    });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ECONNREFUSED'].includes(code)) return null;
    if (code === 'EACCES')
      throw new CommandRefused('Só quem iniciou a loja pode pedir isso: rode o comando com o mesmo usuário.');
    throw error;
  }
  socket.end(JSON.stringify(request));
  const received = await readToEnd(socket);
  if (received === '') throw new CommandRefused('A loja parou no meio: o que há na pasta não está inteiro.');
  const answer = JSON.parse(received) as Answer;
  if ('done' in answer) return answer.done as BackupDone | Exported;
  if ('refused' in answer) throw new CommandRefused(answer.refused);
  const what = 'exportTo' in request ? 'A exportação' : 'O backup';
  throw new CommandRefused(`${what} falhou: ${answer.failed}`);
}

/** `text` of `node:stream/consumers` would close the socket before the answer. */
function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let read = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (read += piece));
    socket.once('end', () => resolve(read)).once('close', () => resolve(''));
  });
}
