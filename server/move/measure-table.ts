import type { SqlSession } from '#db/client.server.ts';
import type { Table } from './list-tables.ts';

/** What is compared of a table. Two that are measured alike hold the same rows. */
export interface TableMeasure {
  rows: number;
  /** The sum of each column of money. */
  cents: Record<string, number>;
  /** The sum of a digest of each row, so that their order does not matter. */
  digest: string;
}

/** Everything that decides how a value is written as text. Both databases write it alike under these. */
export const SAME_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set xmloption = 'content'`;

export async function measureTable(session: SqlSession, { name, columns }: Table): Promise<TableMeasure> {
  const names = columns.map((column) => column.name);
  const money = names.filter((column) => column.endsWith('_cents'));
  const { rows } = await session.execute(`
    select count(*) as rows, json_build_object(${money.map((column) => `'${column}', coalesce(sum(${column}), 0)`).join(', ')}) as cents,
      coalesce(sum(('x' || encode(substring(sha256(convert_to(row(${names.join(', ')})::text, 'UTF8')) for 7), 'hex'))::bit(56)::bigint), 0)::text as digest
    from ${name}`);
  return rows[0] as TableMeasure;
}
