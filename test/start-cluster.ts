import pg from 'pg';
// @ts-expect-error -- the scripts run before anything is installed, so they are plain JavaScript
import { startPostgres } from '../scripts/postgres.mjs';

export interface Cluster {
  /** Addresses of the database `fulgor` on both. */
  primary: string;
  standby: string;
  onPrimary(statement: string): Promise<unknown[]>;
  onStandby(statement: string): Promise<unknown[]>;
  stopPrimary(): Promise<void>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

/**
 * A primary and a standby that follows it, with an empty database `fulgor`. null: this machine's PostgreSQL has no
 * pg_basebackup.
 */
export async function startCluster(): Promise<Cluster | null> {
  const primary = (await startPostgres()) as Server & { addStandby: (() => Promise<Server>) | null };
  if (primary.addStandby === null) {
    await primary.stop();
    return null;
  }
  await ask(primary.url, 'create database fulgor');
  const standby = await primary.addStandby();
  const databaseOf = ({ url }: Server) => Object.assign(new URL(url), { pathname: '/fulgor' }).href;
  const [here, there] = [databaseOf(primary), databaseOf(standby)];
  return {
    primary: here,
    standby: there,
    onPrimary: (statement) => ask(here, statement),
    onStandby: (statement) => ask(there, statement),
    stopPrimary: () => primary.stop(),
    stopStandby: () => standby.stop(),
    async stop() {
      await standby.stop();
      await primary.stop();
    },
  };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
