import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/** Takes away what old files of other shops said: rows, and what of them was not understood. */
export async function forgetFiles(ctx: ShopContext, before: Date, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from import_rows where ctid = any(array(
      select row.ctid from import_rows row join imports on imports.id = row.import_id
      where imports.made_at < ${before} and imports.state <> 'running' limit ${atMost}))
    returning 1`.execute(ctx.db);
  if (rows.length < atMost) {
    await sql`delete from imports where made_at < ${before} and state in ('reading', 'checked')`.execute(
      ctx.db,
    );
    await sql`
      update imports set found = jsonb_set(found, '{unclear}', '[]')
      where made_at < ${before} and found -> 'unclear' <> '[]'`.execute(ctx.db);
  }
  return rows.length;
}
