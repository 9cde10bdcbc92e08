import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseHandle } from '#db/client.server.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { connectionOf, findPostgresTool } from './find-postgres-tool.ts';
import { readSnapshot, type Snapshot } from './read-snapshot.ts';

export interface Dump {
  content: AsyncIterable<Uint8Array>;
  snapshot: Snapshot;
  major: number;
  close(): Promise<void>;
}

/** `pg_dump` of the moment that the snapshot is of. */
export async function dumpPostgres(database: DatabaseHandle, url: string): Promise<Dump> {
  const session = await database.openSession();
  try {
    const { rows: settings } = await session.execute(`show server_version_num`);
    const serverMajor = Math.floor(
      Number((settings[0] as { server_version_num: string }).server_version_num) / 10_000,
    );
    const tool = await findPostgresTool('pg_dump', serverMajor);
    await session.execute(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    await session.execute('begin isolation level repeatable read read only');
    const { rows } = await session.execute('select pg_export_snapshot() as id');
    const snapshot = await readSnapshot((text) => session.execute(text));
    const content = run(tool.path, url, (rows[0] as { id: string }).id);
    return { content, snapshot, major: tool.major, close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function* run(path: string, url: string, snapshot: string): AsyncGenerator<Uint8Array> {
  const { argument, env } = connectionOf(url);
  const child = spawn(
    path,
    // Not compressed: every part of a backup is, in one way.
    ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, argument],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaint = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  const ended = once(child, 'close');
  ended.catch(() => {});
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>;
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new CommandRefused(`O pg_dump falhou: ${complaint.trim()}`);
  } finally {
    child.kill();
  }
}
