import type { SqlSession } from '#db/client.server.ts';
import type { Table } from './list-tables.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * Every row, some at a time, each value as the text that PostgreSQL itself writes and reads: the one form that loses
 * nothing of any type. Both sessions have a transaction open.
 */
export async function copyTable(from: SqlSession, to: SqlSession, { name, columns }: Table): Promise<void> {
  await from.execute(
    `declare moving no scroll cursor for
      select ${columns.map((column, at) => `${column.name}::text as c${at}`).join(', ')} from ${name}`,
  );
  const insert = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${columns.map(({ type }, at) => `c${at}::${type}`).join(', ')}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')})
      as moved(${columns.map((_, at) => `c${at}`).join(', ')})`;
  for (;;) {
    const { rows } = await from.execute(`fetch ${ROWS_AT_ONCE} from moving`);
    if (rows.length === 0) break;
    const values = columns.map((_, at) =>
      rows.map((row) => (row as Record<string, string | null>)[`c${at}`]),
    );
    await to.execute(insert, values);
  }
  await from.execute('close moving');
}
