import type { DatabaseHandle, SqlSession } from '#db/client.server.ts';
import { migrate, migrationNames } from '#db/migrate.server.ts';
import type { Log } from '#shop/log.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { OLDEST_POSTGRES } from '../config/locate-database.ts';
import { createJobRunner } from '../workers/jobs.ts';
import { copyTable } from './copy-table.ts';
import { listTables, type Table } from './list-tables.ts';
import { measureTable, SAME_TEXT, type TableMeasure } from './measure-table.ts';

export interface Moved {
  tables: Record<string, Pick<TableMeasure, 'rows' | 'cents'>>;
  /** Jobs and mails that are not done yet, and are done by the shop on the other database. */
  waitingJobs: number;
}

/**
 * Copies everything from a shop's embedded database into an empty one on a server: the tables of this release first,
 * then every row in one transaction, which is committed only when both sides were measured and are alike. The
 * embedded database is only read.
 */
export async function moveToPostgres(
  source: DatabaseHandle,
  target: DatabaseHandle,
  log: Log,
): Promise<Moved> {
  const from = await source.openSession();
  const to = await target.openSession();
  try {
    await refuseOtherRelease(from);
    await refuseUnfit(to);
    await migrate(target);
    const runner = createJobRunner(target, log);
    await runner.prepare();
    await runner.stop();

    for (const session of [from, to]) await session.execute(SAME_TEXT);
    await to.execute('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await from.execute('begin isolation level repeatable read read only');
    await to.execute('begin');
    const tables = await listTables(from);
    refuseOtherTables(tables, await listTables(to));
    await withoutRules(to, tables, async () => {
      await to.execute(`truncate ${tables.map(({ name }) => name).join(', ')}`);
      for (const table of tables) await copyTable(from, to, table);
    });
    await copySequences(from, to);
    const measured = await compareTables(from, to, tables);
    const { rows } = await from.execute(
      `select count(*) as waiting from jobs.job where state in ('created', 'retry', 'active')`,
    );
    await to.execute('commit');
    await to.execute('analyze');
    return { tables: measured, waitingJobs: (rows[0] as { waiting: number }).waiting };
  } finally {
    // What is not committed is gone with the session.
    await to.close();
    await from.execute('rollback').catch(() => {});
    await from.close();
  }
}

/** Its tables have to be those of this release, and the embedded database is not to be changed by a migration. */
async function refuseOtherRelease(from: SqlSession): Promise<void> {
  const known = migrationNames();
  const { rows: found } = await from.execute(`
    select to_regclass('schema_migrations') is not null and to_regclass('jobs.version') is not null as is_shop`);
  const { is_shop } = found[0] as { is_shop: boolean };
  const { rows } = is_shop ? await from.execute('select name from schema_migrations') : { rows: [] };
  const applied = new Set(rows.map((row) => (row as { name: string }).name));
  if ([...applied].some((name) => !known.includes(name)))
    throw new CommandRefused(
      'O banco embutido é de uma versão mais nova que este programa: atualize o programa primeiro.',
    );
  if (known.some((name) => !applied.has(name)))
    throw new CommandRefused(
      'O banco embutido é de uma versão anterior: inicie a loja uma vez com este programa, pare-a e rode o comando de novo.',
    );
}

async function refuseUnfit(to: SqlSession): Promise<void> {
  const { rows } = await to.execute(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
  );
  const { major, encoding } = rows[0] as { major: number; encoding: string };
  if (major < OLDEST_POSTGRES)
    throw new CommandRefused(
      `O PostgreSQL de destino é o ${major}; a loja precisa do ${OLDEST_POSTGRES} ou mais novo.`,
    );
  if (encoding !== 'UTF8')
    throw new CommandRefused(
      `O banco de destino usa a codificação ${encoding}: crie um com UTF8 (createdb -E UTF8 -T template0).`,
    );
}

function refuseOtherTables(ours: Table[], theirs: Table[]): void {
  const there = new Map(theirs.map((table) => [table.name, JSON.stringify(table)]));
  const other = ours
    .filter((table) => there.get(table.name) !== JSON.stringify(table))
    .map(({ name }) => name);
  if (other.length === 0 && ours.length === theirs.length) return;
  throw new CommandRefused(
    `As tabelas dos dois bancos não são as mesmas (${other.join(', ') || 'o destino tem mais'}): inicie a loja uma vez com este programa, pare-a, crie um banco vazio e rode o comando de novo.`,
  );
}

/**
 * Rows come as they are, in any order: no trigger acts on them, and what refers to another row is checked at the end,
 * when its rule is made again. Whoever owns the tables may do this; no superuser is needed.
 */
async function withoutRules(to: SqlSession, tables: Table[], work: () => Promise<void>): Promise<void> {
  const { rows } = await to.execute(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ('public', 'jobs')
    order by oid`);
  const references = rows as { table: string; name: string; rule: string }[];
  for (const { table, name } of references) await to.execute(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await to.execute(`alter table ${name} disable trigger user`);
  await work();
  await to.execute('set constraints all immediate');
  for (const { name } of tables) await to.execute(`alter table ${name} enable trigger user`);
  for (const { table, name, rule } of references)
    await to.execute(`alter table ${table} add constraint ${name} ${rule}`);
}

/** The next number of each is the one that the embedded database would have given. */
async function copySequences(from: SqlSession, to: SqlSession): Promise<void> {
  const { rows } = await from.execute(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname in ('public', 'jobs')`);
  for (const { name } of rows as { name: string }[]) {
    const { rows: read } = await from.execute(`select last_value as last, is_called from ${name}`);
    const { last, is_called } = read[0] as { last: number; is_called: boolean };
    await to.execute('select setval($1::regclass, $2, $3)', [name, last, is_called]);
  }
}

async function compareTables(from: SqlSession, to: SqlSession, tables: Table[]): Promise<Moved['tables']> {
  const measured: Moved['tables'] = {};
  for (const table of tables) {
    const [left, arrived] = [await measureTable(from, table), await measureTable(to, table)];
    if (JSON.stringify(left) !== JSON.stringify(arrived))
      throw new CommandRefused(
        `A tabela ${table.name} não chegou igual (${left.rows} linhas de um lado, ${arrived.rows} do outro): nada foi gravado, continue com o banco embutido.`,
      );
    measured[table.name] = { rows: left.rows, cents: left.cents };
  }
  return measured;
}
