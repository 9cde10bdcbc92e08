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
/** The kernel of a process that hangs or is paused still answers for it: only its silence shows. */
const SILENT_MS = 15_000;

/**
 * Leader election. The lock belongs to a connection of its own, so the database releases it when the process or the
 * machine dies: after 11 seconds with these settings, and of a process that hangs after `silentMs`, while a leader
 * without an answer steps back after 5. It polls instead of waiting inside `pg_advisory_lock`, because an open
 * statement would block vacuum.
 *
 * Of all processes with the same `lock`, at most one leads at a time. The others try once a second.
 */
export function electLeader(
  url: string,
  { lock, duties, onError, heartbeatMs = HEARTBEAT_MS, silentMs = SILENT_MS }: Election,
): Candidate {
  const resigned = new AbortController();
  const { signal } = resigned;
  const hasResigned = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function serveOneConnection(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fulgor-jobs',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const isLost = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(SESSION_OF_ITS_OWN);
      while (!signal.aborted && !(await take(client, lock))) await pause(ASK_EVERY_MS);
      if (signal.aborted) return;
      await client.query(`set idle_session_timeout = ${silentMs}`);
      // Also while the duties start and stop, which may take longer.
      const heart = beat(client, heartbeatMs);
      try {
        await duties.start();
        await Promise.race([hasResigned, isLost, heart.fails]);
      } finally {
        await duties.stop();
        heart.stop();
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

interface Election {
  lock: number;
  duties: Duties;
  onError: (error: unknown) => void;
  heartbeatMs?: number;
  silentMs?: number;
}

function beat(client: pg.Client, everyMs: number): { fails: Promise<never>; stop: () => void } {
  const { promise: fails, reject } = Promise.withResolvers<never>();
  // Where the duties are about to stop anyway, nobody waits for it.
  fails.catch(() => {});
  const beats = setInterval(() => void client.query('select 1').catch(reject), everyMs);
  return { fails, stop: () => clearInterval(beats) };
}

async function take(client: pg.Client, lock: number): Promise<boolean> {
  // A standby has locks of its own: after a failover, somebody may lead there already.
  const { rows } = await client.query<{ taken: boolean }>(
    'select case when pg_is_in_recovery() then false else pg_try_advisory_lock($1) end as taken',
    [lock],
  );
  return rows[0]?.taken === true;
}
