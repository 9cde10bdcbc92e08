import type { SqlSession } from '#db/client.server.ts';

export interface Column {
  name: string;
  type: string;
}

/** A table whose rows are copied. `name` stands in SQL as it is. */
export interface Table {
  name: string;
  /** By name, without those that PostgreSQL generates. */
  columns: Column[];
}

/** Every table of the shop and of its jobs, in the same order on both databases. Partitions, not what they are of. */
export async function listTables(session: SqlSession): Promise<Table[]> {
  const { rows } = await session.execute(`
    select format('%I.%I', nspname, relname) as name,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
          order by attname collate "C")
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'jobs')
    order by nspname collate "C", relname collate "C"`);
  return rows as Table[];
}
