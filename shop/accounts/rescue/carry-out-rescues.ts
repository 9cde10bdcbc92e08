import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { RescueState } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { readdressOrders } from '#shop/orders/readdress-orders.ts';
import { hasAccount, isStaff } from './ask-rescue.ts';
import { RESCUE_LIFE_MS } from './rescue-limits.ts';

const AT_ONCE = 50;

/** Changes the addresses whose day has come, and ends what nobody confirmed. Late or twice, it does the same once. */
export async function carryOutRescues(ctx: OutwardContext): Promise<void> {
  const tooOld = new Date(ctx.now().getTime() - RESCUE_LIFE_MS);
  const ripe = await ctx.db
    .selectFrom('email_rescues')
    .select(['id', 'user_id'])
    .where('state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb.and([eb('confirmed_at', 'is not', null), eb('due_at', '<=', ctx.now())]),
        eb('created_at', '<=', tooOld),
      ]),
    )
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id, user_id } of ripe) {
    try {
      const end = await ctx.transaction((tx) => carryOut(ctx, tx, id, user_id));
      if (end) ctx.log.info('security.rescue_ended', { accountId: user_id, end });
    } catch (error) {
      // An account with the new address was made in this moment: the next run finds it and refuses.
      ctx.log.error('rescue.failed', { rescueId: id, error });
    }
  }
}

async function carryOut(
  ctx: OutwardContext,
  tx: Tx,
  id: string,
  userId: string,
): Promise<RescueState | null> {
  // The orders first and then the account, in the same sequence as a payment and the end of an account. Whoever writes
  // in a thread holds it before the account too.
  for (const table of ['orders', 'tickets'] as const) {
    await tx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate().execute();
  }
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const rescue = await tx
    .selectFrom('email_rescues')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  // The old address stopped it, or another process was faster.
  if (!user || !rescue) return null;

  const isStill = user.email === rescue.old_email && !(await isStaff(tx, userId));
  const mayDo = isStill && !(await hasAccount(tx, rescue.new_email));
  const end = rescue.confirmed_at === null ? 'expired' : mayDo ? 'done' : 'refused';
  if (end === 'done') await changeAddress(ctx, tx, { userId, from: rescue.old_email, to: rescue.new_email });
  await tx
    .updateTable('email_rescues')
    .set({ state: end, ended_at: ctx.now() })
    .where('id', '=', id)
    .execute();
  await recordAudit(ctx, tx, {
    actorUserId: null,
    action: `rescue.${end}`,
    subject: { type: 'user', id: userId },
  });
  // Of one that nobody confirmed nobody awaits the end.
  if (end !== 'expired')
    await tell(ctx, tx, { name: end === 'done' ? 'rescue.done' : 'rescue.dropped', rescueId: id });
  return end;
}

/**
 * In one transaction, which no call of the auth library could join (docs/decisions/staff-are-proved.md). The link in the
 * new address' mail has proved that somebody reads it, but not that they hold the password.
 */
async function changeAddress(
  ctx: OutwardContext,
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email: to, email_verified: true, address_proved_at: null, updated_at: ctx.now() })
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('feeds').where('user_id', '=', userId).execute();
  // Links to a new password that wait in the old mailbox.
  await sql`delete from verifications where value = ${userId} or identifier = ${from}`.execute(tx);
  await readdressOrders(tx, { userId, from, to });
  // Staff find a thread by its sender's address.
  await sql`update tickets
    set search_words = ts_delete(search_words, ${from}::text) || ticket_search_words('', array[${to}::text])
    where user_id = ${userId}`.execute(tx);
  await ctx.publish(tx, { topic: `access:${userId}`, event: 'changed', data: {} });
}
