import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/**
 * Deletes the oldest rows before this moment. The column needs an index, which is read from its end.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export function deleteOldest(table: string, column: string) {
  return async (ctx: ShopContext, before: Date, atMost: number): Promise<number> => {
    // By ctid: for a list of ids PostgreSQL may read the whole table.
    const { rows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}
        order by ${sql.ref(column)} limit ${atMost}))
      returning 1`.execute(ctx.db);
    return rows.length;
  };
}
