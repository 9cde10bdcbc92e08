import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/**
 * Moves mails that no server accepted from the queue, which deletes failed jobs after a week, to the list that staff
 * see. It reads the queue itself, because a process may die during the last try.
 */
export async function collectGivenUpMails(ctx: ShopContext): Promise<number> {
  const { rows } = await sql<{ id: string; name: string }>`
    with failed as (
      delete from jobs.job where state = 'failed' and name like 'mail-%' returning id, name, data, created_on
    )
    insert into given_up_mails (id, name, data, since, given_up_at)
    -- A link to confirm an address or to set a password is dead by now; it and the address are not kept.
    select id, name, case when name <> 'mail-account' then data end, created_on, ${ctx.now()} from failed
    on conflict (id) do update set given_up_at = excluded.given_up_at
    returning id, name
  `.execute(ctx.db);
  for (const { id, name } of rows) ctx.log.error('mail.given_up', { mailId: id, mail: name });
  return rows.length;
}
