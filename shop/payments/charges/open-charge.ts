import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { CREATE_CLAIM_SECONDS, secondsAfter } from './charge-policy.ts';
import { draftCharge } from './draft-charge.ts';
import type { ChargeCustomer } from '../gateway.ts';

export interface OpenedCharge {
  id: string;
  /** True for exactly one caller: the one that now calls the gateway for this charge. */
  mustCreate: boolean;
  /** Its create may have been carried out without an answer: the gateway is asked for it before anything else. */
  mustFind?: true;
  /** What the gateway is to be told, where the caller has just written it: it need not be read again. */
  written?: WrittenCharge;
}

export type WrittenCharge = Pick<ChargeRow, 'amount_cents' | 'created_at' | 'expires_at'> & {
  description: string;
  customer: ChargeCustomer;
};

/**
 * The order's one live charge, or a new row when there is none (first code, or a new code after expiry).
 * The caller holds the order's row lock. Money that came through any code of the order, however old, is the answer
 * before all others (ruling 26): whoever has paid is not asked again. For an order that was paid or cancelled without
 * it: its newest charge, so that a repeated request gets the same answer, or null when it never had one.
 */
export async function openCharge(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status' | 'total_cents'>,
): Promise<OpenedCharge | null> {
  const now = ctx.now();
  const money = await findMoney(tx, order.id);
  if (money) return { id: money.id, mustCreate: false };
  const newest = await tx
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (order.status !== 'awaiting_payment') return newest ? { id: newest.id, mustCreate: false } : null;

  if (newest) {
    const live = newest.expires_at > now;
    // A code whose gateway is not set up any more could be paid, but nobody would ever hear of it.
    if (newest.status === 'pending' && live && ctx.gatewayFor(newest.gateway))
      return { id: newest.id, mustCreate: false };
    if (newest.status === 'creating' && live) {
      if (newest.claimed_until && newest.claimed_until > now) return { id: newest.id, mustCreate: false };
      const { idempotentCreate, findsUnanswered } = ctx.gateway.traits;
      if (newest.gateway === ctx.gateway.name && (idempotentCreate || findsUnanswered)) {
        await tx
          .updateTable('charges')
          .set({ claimed_until: secondsAfter(now, CREATE_CLAIM_SECONDS) })
          .where('id', '=', newest.id)
          .execute();
        return { id: newest.id, mustCreate: true, ...(idempotentCreate ? {} : { mustFind: true }) };
      }
    }
    if (newest.status === 'creating' || newest.status === 'pending') await closeCharge(ctx, tx, newest);
  }

  const charge = draftCharge(ctx, order);
  await tx.insertInto('charges').values(charge).execute();
  return { id: charge.id, mustCreate: true };
}

/** The charge through which money of the order has come and stayed: the one that paid for it, or one held for staff. */
export function findMoney(tx: Tx, orderId: string): Promise<Pick<ChargeRow, 'id'> | undefined> {
  return tx
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['held', 'paid'])
    .orderBy('status', 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Makes room for a new code. An expired one is still asked about: it may yet turn out to be paid, also one whose create
 * had no answer, where the gateway finds it by our id.
 */
async function closeCharge(ctx: ShopContext, tx: Tx, charge: ChargeRow): Promise<void> {
  const traits = ctx.gatewayFor(charge.gateway)?.traits;
  const isFindable = traits?.idempotentCreate || traits?.findsUnanswered;
  if (charge.status !== 'creating' || isFindable) {
    await moveCharge(tx, { id: charge.id }, 'expired');
    return;
  }
  await moveCharge(tx, { id: charge.id }, 'failed', {
    failure: 'no answer from the gateway',
    claimed_until: null,
    next_check_at: null,
  });
}
