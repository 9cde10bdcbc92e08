import type pg from 'pg';
import type { PostgresPoolClient } from 'kysely';
import { isConnectionLost } from './lost-connection.server.ts';
import type { PostgresPool } from './postgres-pool.server.ts';

/** Milliseconds. */
export interface StandbyLimits {
  /** A standby that is further behind the primary is not read. */
  behindMs: number;
  /** How long it is then believed to keep up, or not to. */
  believedMs: number;
  /** A reader waits no longer for the answer to that question. */
  patienceMs: number;
}

export const STANDBY_LIMITS: StandbyLimits = { behindMs: 1_000, believedMs: 1_000, patienceMs: 1_000 };

/** 'canceling statement due to conflict with recovery': the primary has removed rows that were being read. */
const CONFLICT = '40001';
const ONLY_READS = '25006';

const POSITION = `select pg_current_wal_insert_lsn()::text as position, clock_timestamp()::text as time`;
/** Both times are the primary's. Without new transactions the last one may be old, and nothing is missing. */
const KEEPS_UP = `select pg_is_in_recovery() and coalesce(
    pg_last_wal_replay_lsn() >= $1::pg_lsn
      or $2::timestamptz - pg_last_xact_replay_timestamp() < make_interval(secs => $3::float8 / 1000),
    false) as "keepsUp"`;

/**
 * Single reading statements, asked of the standby while it keeps up with the primary, and of the primary otherwise
 * (docs/decisions/reading-from-standbys.md).
 */
export function preferStandby(
  standby: PostgresPool,
  primary: PostgresPool,
  limits: StandbyLimits,
): Pick<PostgresPool, 'connect' | 'end'> {
  let believed = { keepsUp: true, until: -Infinity };
  let asking: Promise<void> | null = null;

  const believe = (keepsUp: boolean) =>
    void (believed = { keepsUp, until: performance.now() + limits.believedMs });

  async function ask(): Promise<void> {
    try {
      const [now] = rowsOf<{ position: string; time: string }>(await primary.query(POSITION));
      const [there] = rowsOf<{ keepsUp: boolean }>(
        await standby.query(KEEPS_UP, [now?.position, now?.time, limits.behindMs]),
      );
      believe(there?.keepsUp === true);
    } catch {
      believe(false);
    }
  }

  async function keepsUp(): Promise<boolean> {
    if (performance.now() < believed.until) return believed.keepsUp;
    asking ??= ask().finally(() => (asking = null));
    // Nobody waits for one that did not keep up a moment ago.
    if (!believed.keepsUp) return false;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<boolean>((done) => {
      timer = setTimeout(() => {
        believe(false);
        done(false);
      }, limits.patienceMs);
    });
    const answer = await Promise.race([asking.then(() => believed.keepsUp), patience]);
    clearTimeout(timer);
    return answer;
  }

  async function connect(): Promise<PostgresPoolClient> {
    if (!(await keepsUp())) return primary.connect();
    let connection = await standby.connect().catch(() => null);
    if (connection === null) {
      believe(false);
      return primary.connect();
    }
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        return await connection?.query(text, values);
      } catch (error) {
        if (!isOfTheStandby(error)) throw error;
        believe(false);
        connection?.release(true);
        connection = null;
        connection = await primary.connect();
        return connection.query(text, values);
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (discard) => connection?.release(discard),
    };
  }

  return { connect, end: () => standby.end() };
}

const rowsOf = <Row>(result: pg.QueryResult | pg.QueryResult[]): Row[] =>
  Array.isArray(result) ? [] : (result.rows as Row[]);

/** Whether the same statement may succeed at the primary. A write is a mistake, which must not. */
function isOfTheStandby(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== ONLY_READS && (code === CONFLICT || isConnectionLost(error));
}
