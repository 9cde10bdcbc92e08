import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';
import { DELETED_ACCOUNT, forgetCustomers } from '#shop/orders/forget-customers.ts';
import { lockOwners } from '../staff/lock-owners.ts';
import { endOpenOrder } from '#shop/states/end-order.ts';

export type DeleteAccountResult =
  | { ok: true }
  | {
      ok: false;
      reason:
        | 'unknown_account'
        | 'undelivered_order'
        | 'payment_under_review'
        | 'refund_open'
        | 'asked_back'
        | 'last_owner';
    };

/**
 * Deletes a person and keeps the books: orders keep sums and skins, without a name. Refuses while the
 * shop owes the person something that was paid, or has no other owner. Files are deleted after the commit;
 * a file that is left behind has no public address.
 */
export async function deleteAccount(ctx: OutwardContext, userId: string): Promise<DeleteAccountResult> {
  const result = await ctx.transaction(async (tx) => {
    // Lock the orders first and then the account, in the same sequence as a payment. After that, no new row can refer
    // to the account.
    await lockOrders(tx, userId);
    const user = await tx
      .selectFrom('users')
      .select(['email', 'email_verified'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { ok: false as const, reason: 'unknown_account' as const };
    const owners = await lockOwners(tx);
    if (owners.length === 1 && owners[0] === userId) {
      return { ok: false as const, reason: 'last_owner' as const };
    }
    const orders = await lockOrders(tx, userId);
    if (orders.some(({ status }) => status === 'pending') || (await awaitsGift(tx, userId))) {
      return { ok: false as const, reason: 'undelivered_order' as const };
    }
    // What answers a dispute names the buyer.
    if (
      orders.some(({ attention }) => attention !== null) ||
      (await hasHeldCharge(tx, userId)) ||
      (await hasOpenDispute(tx, userId))
    ) {
      return { ok: false as const, reason: 'payment_under_review' as const };
    }
    // Owed money goes back to the payer's bank account. Until then, the shop must be able to reach the person.
    if (await hasOpenRefund(tx, userId)) return { ok: false as const, reason: 'refund_open' as const };
    if (await hasAskedBack(tx, userId)) return { ok: false as const, reason: 'asked_back' as const };

    // One statement deletes and reads. A simultaneous upload has either written its key here already, or it fails.
    const profile = await tx
      .deleteFrom('profiles')
      .where('id', '=', userId)
      .returning(['avatar_key', 'cover_key'])
      .executeTakeFirst();
    const sent = await listTicketPictures(tx, userId);
    const cancelled = await cancelUnpaid(ctx, tx, orders);
    await forgetPerson(
      tx,
      userId,
      user,
      orders.map(({ id }) => id),
    );
    await recordAudit(ctx, tx, {
      actorUserId: userId,
      action: 'account.deleted',
      subject: { type: 'user', id: userId },
      details: { ordersKept: orders.length, ordersCancelled: cancelled },
    });
    await ctx.publish(tx, { topic: `access:${userId}`, event: 'changed', data: {} });
    return { ok: true as const, files: [profile?.avatar_key, profile?.cover_key, ...sent] };
  });
  if (!result.ok) return result;

  await removePictures(ctx, result.files);
  ctx.log.info('account.deleted', { userId });
  return { ok: true };
}

function lockOrders(tx: Tx, userId: string) {
  return tx
    .selectFrom('orders')
    .select(['id', 'status', 'attention'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A gift that the person has claimed and that is not delivered. */
function awaitsGift(tx: Tx, userId: string): Promise<boolean> {
  const claimed = tx.selectFrom('grants').innerJoin('orders', 'orders.id', 'order_id').select('grants.id');
  return isAny(claimed.where('owner_id', '=', userId).where('orders.status', '=', 'pending'));
}

/** Of the person's own threads, which go with the account. Its row is locked: no further one comes. */
async function listTicketPictures(tx: Tx, userId: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('tickets')
    .innerJoin('ticket_replies as reply', 'reply.ticket_id', 'tickets.id')
    .select('reply.picture_key')
    .where('tickets.user_id', '=', userId)
    .where('reply.picture_key', 'is not', null)
    .execute();
  return rows.map(({ picture_key }) => picture_key);
}

const ordersOf = (tx: Tx, userId: string) =>
  tx.selectFrom('orders').select('orders.id').where('orders.user_id', '=', userId);

const isAny = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

function hasHeldCharge(tx: Tx, userId: string): Promise<boolean> {
  const charges = ordersOf(tx, userId).innerJoin('charges', 'charges.order_id', 'orders.id');
  return isAny(charges.where('charges.status', '=', 'held'));
}

function hasOpenDispute(tx: Tx, userId: string): Promise<boolean> {
  const disputes = ordersOf(tx, userId).innerJoin('disputes', 'disputes.order_id', 'orders.id');
  return isAny(disputes.where('disputes.state', '=', 'open'));
}

function hasOpenRefund(tx: Tx, userId: string): Promise<boolean> {
  const attention = ordersOf(tx, userId).innerJoin('attention', 'attention.order_id', 'orders.id');
  return isAny(attention.where('attention.kind', 'in', ['refund_due', 'refund_failed', 'refund_slow']));
}

function hasAskedBack(tx: Tx, userId: string): Promise<boolean> {
  const attention = ordersOf(tx, userId).innerJoin(
    'attention_of_staff as asked',
    'asked.order_id',
    'orders.id',
  );
  return isAny(attention.where('asked.kind', '=', 'withdrawal'));
}

async function cancelUnpaid(
  ctx: OutwardContext,
  tx: Tx,
  orders: Awaited<ReturnType<typeof lockOrders>>,
): Promise<number> {
  const unpaid = orders.filter(({ status }) => status === 'awaiting_payment');
  // Nobody can read a mail or a screen any more.
  const nobody = { user_id: null };
  for (const { id } of unpaid) {
    await endOpenOrder(ctx, tx, { id, ...nobody }, { codes: 'expired', money: null, isHidden: false });
  }
  return unpaid.length;
}

async function forgetPerson(
  tx: Tx,
  userId: string,
  { email, email_verified }: { email: string; email_verified: boolean },
  orderIds: string[],
): Promise<void> {
  await forgetCustomers(tx, orderIds, DELETED_ACCOUNT);
  await tx
    .updateTable('orders')
    .set({ user_id: null, idempotency_key: null })
    .where('user_id', '=', userId)
    .execute();
  // Messages that were written without a session. Only a person with a proved address takes them along.
  if (email_verified) await tx.deleteFrom('messages').where('email', '=', email).execute();
  await sql`delete from verifications where value = ${userId} or identifier = ${email}`.execute(tx);
  // Account mails contain name and address, and the queue keeps sent mails for a while.
  await sql`delete from jobs.job where name = 'mail-account' and data->>'to' = ${email}`.execute(tx);
  // What came along from another shop names whom it waited for.
  await tx
    .updateTable('grants')
    .set({ moved_for: '' })
    .where('owner_id', '=', userId)
    .where('moved_for', 'is not', null)
    .execute();
  if (email_verified) await tx.deleteFrom('imported_people').where('email', '=', email).execute();
  // The database deletes sessions, credentials, roles, profile, collection and messages together with the user.
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}
