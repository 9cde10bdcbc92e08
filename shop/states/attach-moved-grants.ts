import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';

/** Gives this person what waits for their address. Of a skin that they have already the collection shows what it showed. */
export async function attachMovedGrants(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<number> {
  const { rows } = await sql`
    update grants set owner_id = ${userId} where moved_for = ${email} and owner_id is null returning id`.execute(
    tx,
  );
  if (rows.length > 0)
    await sql`
      update grants set is_shown = true where id in (
        select distinct on (mine.sku) mine.id from grants mine
        where mine.owner_id = ${userId} and mine.moved_for = ${email} and mine.state <> 'revoked' and not exists (
          select from grants shown where shown.is_shown and shown.owner_id = mine.owner_id and shown.sku = mine.sku)
        order by mine.sku, mine.added_at, mine.id)`.execute(tx);
  return rows.length;
}
