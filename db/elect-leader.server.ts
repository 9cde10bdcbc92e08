import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SESSION_OF_ITS_OWN } from './timeouts.server.ts';

/** The work of the leader. */
export interface Duties {
  start(): Promise<void>;
  /** Called once for each `start`, also for one that failed half-way. */
  stop(): Promise<void>;
}

export interface Candidate {
  /** Resolves when the duties have stopped, if they ran, and another process may lead. */
  resign(): Promise<void>;
}

const ASK_EVERY_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const ANSWER_WITHIN_MS = 3_000;

/**
 * Leader election. The lock belongs to a connection of its own, so the database releases it when the process or the
 * machine dies: after 11 seconds with these settings, while a leader without an answer steps back after 5. It polls
 * instead of waiting inside `pg_advisory_lock`, because an open statement would block vacuum.
 *
 * Of all processes with the same `lock`, at most one leads at a time. The others try once a second.
 */
export function electLeader(
  url: string,
  { lock, duties, onError }: { lock: number; duties: Duties; onError: (error: unknown) => void },
): Candidate {
  const resigned = new AbortController();
  const { signal } = resigned;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function serveOneConnection(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fulgor-jobs',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const isLost = new Promise<'lost'>((resolve) => client.once('end', () => resolve('lost')));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(SESSION_OF_ITS_OWN);
      while (!signal.aborted && !(await take(client, lock))) await pause(ASK_EVERY_MS);
      if (signal.aborted) return;
      try {
        await duties.start();
        while (!signal.aborted && (await Promise.race([pause(HEARTBEAT_MS), isLost])) !== 'lost') {
          await client.query('select 1');
        }
      } finally {
        await duties.stop();
      }
    } finally {
      // Not awaited: with a silent server this may take minutes.
      const ended = client.end().catch(() => {});
      await Promise.race([ended, sleep(1_000)]);
    }
  }

  async function campaign(): Promise<void> {
    while (!signal.aborted) {
      await serveOneConnection().catch(onError);
      await pause(ASK_EVERY_MS);
    }
  }

  const ended = campaign();
  return {
    async resign() {
      resigned.abort();
      await ended;
    },
  };
}

async function take(client: pg.Client, lock: number): Promise<boolean> {
  // A standby has locks of its own: after a failover, somebody may lead there already.
  const { rows } = await client.query<{ taken: boolean }>(
    'select case when pg_is_in_recovery() then false else pg_try_advisory_lock($1) end as taken',
    [lock],
  );
  return rows[0]?.taken === true;
}
