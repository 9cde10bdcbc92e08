import type { DatabaseHandle } from '#db/client.server.ts';
import { findPostgresTool, runPostgresTool, type PostgresTool } from './find-postgres-tool.ts';
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
    const content = run(tool, url, (rows[0] as { id: string }).id);
    return { content, snapshot, major: tool.major, close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function* run(tool: PostgresTool, url: string, snapshot: string): AsyncGenerator<Uint8Array> {
  // Not compressed: every part of a backup is, in one way.
  const options = ['--format=custom', '--compress=0', `--snapshot=${snapshot}`];
  const { child, ended } = runPostgresTool(tool, url, options);
  child.stdin.end();
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>;
    await ended;
  } finally {
    child.kill();
  }
}
