import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { OPEN } from '#shop/states/charge-status.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { CREATE_CLAIM_SECONDS, secondsAfter } from './charge-policy.ts';
import { hasSeveralProviders, sellingProviders } from '../providers/provider-order.ts';
import { draftCharge } from './draft-charge.ts';
import type { ChargeCustomer } from '../gateway.ts';

export interface OpenedCharge {
  id: string;
  /** true for exactly one caller: it must call the gateway for this charge. */
  mustCreate: boolean;
  /** A create of this charge may have succeeded without an answer: look it up at the gateway first. */
  mustFind?: true;
  /** The data for the gateway, if the caller has just written it and need not read it again. */
  written?: WrittenCharge;
}

export type WrittenCharge = Pick<ChargeRow, 'gateway' | 'amount_cents' | 'created_at' | 'expires_at'> & {
  description: string;
  customer: ChargeCustomer;
};

/**
 * Returns the open charge of the order, or a new row if there is none (first code, or a new code after expiry). The
 * caller holds the row lock of the order. If money came through any charge of the order, however old, that charge is
 * the answer, because its buyer must not pay twice. For an order that was cancelled, or paid without
 * money: its newest charge, so that a repeated request gets the same answer, or null if it never had one.
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
    // One that was given up in the same moment as its successor was made is not taken for it.
    .orderBy((eb) => eb('status', 'in', OPEN), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (order.status !== 'awaiting_payment') return newest ? { id: newest.id, mustCreate: false } : null;

  if (newest) {
    if (isLive(ctx, newest)) return { id: newest.id, mustCreate: false };
    if (newest.status === 'creating' && newest.expires_at > now) {
      if (newest.claimed_until && newest.claimed_until > now) return { id: newest.id, mustCreate: false };
      const again = howToAskAgain(ctx, newest.gateway);
      if (again) {
        await tx
          .updateTable('charges')
          .set({ claimed_until: secondsAfter(now, CREATE_CLAIM_SECONDS) })
          .where('id', '=', newest.id)
          .execute();
        return { id: newest.id, mustCreate: true, ...again };
      }
    }
    if (newest.status === 'creating' || newest.status === 'pending') await closeCharge(ctx, tx, newest);
  }

  const charge = draftCharge(ctx, order);
  await tx.insertInto('charges').values(charge).execute();
  return { id: charge.id, mustCreate: true };
}

/**
 * What is done about a create without an answer. null: another charge is made. Among several providers always the same
 * one is asked about it, whoever is first now: docs/rulings.md, 'Order of providers'.
 */
function howToAskAgain(ctx: ShopContext, gateway: string): Pick<OpenedCharge, 'mustFind'> | null {
  const traits = gateway === ctx.gateway.name ? ctx.gateway.traits : ctx.gatewayFor(gateway)?.traits;
  if (traits && hasSeveralProviders(ctx)) return { mustFind: true };
  if (!traits || gateway !== sellingProviders(ctx)[0]) return null;
  if (traits.idempotentCreate) return {};
  return traits.findsUnanswered ? { mustFind: true } : null;
}

/** The code that the buyer can pay now. */
export async function findLiveCode(
  ctx: ShopContext,
  tx: Tx,
  orderId: string,
): Promise<Pick<ChargeRow, 'id'> | undefined> {
  const open = await tx
    .selectFrom('charges')
    .select(['id', 'gateway', 'status', 'expires_at'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return open && isLive(ctx, open) ? open : undefined;
}

/** Where the gateway of a code is not configured any more, the buyer could pay it, but the shop would never know. */
function isLive(
  ctx: ShopContext,
  { status, expires_at, gateway }: Pick<ChargeRow, 'status' | 'expires_at' | 'gateway'>,
): boolean {
  return status === 'pending' && expires_at > ctx.now() && ctx.gatewayFor(gateway) !== null;
}

/** The charge through which money of the order came and stayed: the one that paid for it, or one held for staff. */
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
 * Closes the old code before a new one. An expired one is still looked up, because it may turn out to be paid. So is
 * a create without an answer, if the gateway finds it by our id.
 */
async function closeCharge(ctx: ShopContext, tx: Tx, charge: ChargeRow): Promise<void> {
  const traits = ctx.gatewayFor(charge.gateway)?.traits;
  const isFindable = traits?.idempotentCreate || traits?.findsUnanswered;
  const move =
    charge.status !== 'creating' || isFindable
      ? moveCharge(tx, { id: charge.id }, 'expired')
      : moveCharge(tx, { id: charge.id }, 'failed', {
          failure: 'no answer from the gateway',
          claimed_until: null,
          next_check_at: null,
        });
  await requireMove(move, `Charge ${charge.id}`);
}
