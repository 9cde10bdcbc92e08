import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHandle, SqlSession } from './client.server.ts';
import { LONG_STATEMENT_MS } from './timeouts.server.ts';

/** A file of `migrations/`. Its name says how it runs: docs/decisions/migrations-of-a-grown-shop.md. */
export interface Migration {
  name: string;
  text: string;
}

/** Milliseconds, but `tries`. */
export interface MigrationLimits {
  /** For a lock that a file in a transaction needs. Whoever comes after it waits for it too, so this is short. */
  lockMs: number;
  /** How often a lock is tried for, and the pause in which the shop's own statements go on. */
  tries: number;
  pauseMs: number;
  /** For one statement in a transaction: it holds its locks until the end. */
  statementMs: number;
}

const LIMITS: MigrationLimits = { lockMs: 5_000, tries: 12, pauseMs: 2_000, statementMs: 60_000 };

/** Files before this one are released. They write whole tables, and take what time they need. */
const FIRST_LIMITED = '0018';

/** Any constant works, if every process of the shop uses the same one. */
const MIGRATION_LOCK = 7_305_410_112;
const ASK_EVERY_MS = 250;

export interface MigrationHooks {
  /**
   * Runs once before the files of a database that has data, if one of them needs a stop; where it throws, nothing was
   * applied.
   */
  beforeStop?: () => Promise<void>;
  /** Another process migrates, or a database that has data will be: how long it takes nobody knows. */
  onLong?: () => void;
}

/**
 * Applies each file of `all` once, oldest first: in a transaction of its own or, where its name says concurrent,
 * statement by statement outside of one. A file that was interrupted is begun again at the next call.
 * @returns the names that were applied now.
 */
export async function applyMigrations(
  database: DatabaseHandle,
  all: Migration[],
  limits: MigrationLimits = LIMITS,
  { beforeStop, onLong }: MigrationHooks = {},
): Promise<string[]> {
  const session = await database.openSession();
  try {
    await takeTurn(session, onLong);
    await session.execute(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await session.execute('select name from schema_migrations');
    const done = new Set(rows.map((row) => (row as { name: string }).name));
    const missing = all.filter(({ name }) => !done.has(name));
    if (done.size > 0 && missing.length > 0) onLong?.();
    if (done.size > 0 && missing.some(({ text }) => needsStop(text)))
      await keepTurn(database, session, async () => beforeStop?.());
    for (const migration of missing) {
      await (isConcurrent(migration.name) ? applyConcurrent : applyInTransaction)(session, migration, limits);
    }
    return missing.map(({ name }) => name);
  } finally {
    await session.execute(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => {});
    await session.close();
  }
}

/** A proxy ends a connection that says nothing for minutes, and with it the turn. */
async function keepTurn(
  { kind }: DatabaseHandle,
  session: SqlSession,
  work: () => Promise<void>,
): Promise<void> {
  const said = setInterval(() => {
    if (kind === 'postgres') session.execute('select 1').catch(() => {});
  }, 30_000);
  await work().finally(() => clearInterval(said));
}

export const isConcurrent = (name: string): boolean => name.endsWith('.concurrent.sql');

/** No process of the release before runs meanwhile: it writes whole tables, and takes what time it needs. */
export const needsStop = (text: string): boolean => text.startsWith('-- Needs a stop.');

/**
 * Polls: a process that waits inside `pg_advisory_lock` has a statement open, and the index that another process
 * builds concurrently would wait for its end.
 */
async function takeTurn(session: SqlSession, onLong: MigrationHooks['onLong']): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await session.execute(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`);
    if ((rows[0] as { taken: boolean }).taken) return;
    if (isFirst) onLong?.();
    await sleep(ASK_EVERY_MS);
  }
}

async function applyInTransaction(session: SqlSession, { name, text }: Migration, limits: MigrationLimits) {
  const isLimited = name >= FIRST_LIMITED && !needsStop(text);
  const statementMs = isLimited ? limits.statementMs : LONG_STATEMENT_MS;
  // Several statements in one message are one implicit transaction.
  await tryForLock(name, limits, () =>
    session.execute(`set local lock_timeout = ${limits.lockMs}; set local statement_timeout = ${statementMs};
      ${recorded(name)};\n${text}\n`),
  );
}

/** What runs concurrently keeps nobody waiting while it waits itself, so it may wait long. */
async function applyConcurrent(session: SqlSession, { name, text }: Migration, limits: MigrationLimits) {
  await session.execute(`set lock_timeout = ${LONG_STATEMENT_MS}`);
  await session.execute(`set statement_timeout = ${LONG_STATEMENT_MS}`);
  try {
    for (const statement of statementsOf(text)) {
      await tryForLock(name, limits, async () => {
        if ((await isBuilt(session, statement)) || (await isDropped(session, statement))) return;
        await session.execute(statement);
      });
    }
    await session.execute(recorded(name));
  } finally {
    await session.execute('reset statement_timeout').catch(() => {});
    await session.execute('reset lock_timeout').catch(() => {});
  }
}

const recorded = (name: string) =>
  `insert into schema_migrations (name) values ('${name.replaceAll("'", "''")}')`;

/** The statements of a file without comments. A concurrent file has none with a semicolon inside. */
export function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The name of the index that a statement builds concurrently. */
export const builtIndex = (statement: string): string | undefined =>
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s)(\w+)\s+on\s/i.exec(statement)?.[1];

/**
 * Whether the index is there already, when a process was ended between the statement and its record. A build that
 * was interrupted leaves an invalid index, which costs each write and serves no read: it is dropped.
 */
async function isBuilt(session: SqlSession, statement: string): Promise<boolean> {
  const index = builtIndex(statement);
  if (index === undefined) return false;
  const { rows } = await session.execute(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('${index}')`,
  );
  if (rows.length === 0) return false;
  if ((rows[0] as { valid: boolean }).valid) return true;
  await session.execute(`drop index concurrently ${index}`);
  return false;
}

async function isDropped(session: SqlSession, statement: string): Promise<boolean> {
  const index = /^drop\s+index\s+concurrently\s+(\w+)$/i.exec(statement)?.[1];
  if (index === undefined) return false;
  const { rows } = await session.execute(`select to_regclass('${index}') is null as gone`);
  return (rows[0] as { gone: boolean }).gone;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

async function tryForLock(
  name: string,
  limits: MigrationLimits,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
      if (tries < limits.tries) await sleep(limits.pauseMs);
      else {
        throw new Error(
          `Migration ${name} was given no lock in ${limits.tries} tries. Something holds the table: look into ` +
            'pg_stat_activity for a long transaction (a backup, for instance), wait for its end and start again.',
          { cause: error },
        );
      }
    }
  }
}
