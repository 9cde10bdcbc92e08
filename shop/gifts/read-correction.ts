import type { ShopContext } from '#shop/context.ts';
import { refuseCorrection, type CorrectionRefusal } from './refuse-correction.ts';

/** A gift as its giver corrects it. */
export interface Correction {
  /** null: forgotten. */
  receiverEmail: string | null;
  /** Its mail went out. */
  isPaid: boolean;
  refusal: CorrectionRefusal | 'not_gift' | null;
}

/** null: no order of this person. */
export async function readCorrection(
  ctx: ShopContext,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Correction | null> {
  const row = await ctx.db
    .selectFrom('orders')
    .leftJoin('gifts', 'gifts.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'gifts.status as gift_status', 'gifts.receiver_email'])
    .select(['gifts.expires_at', 'gifts.corrections'])
    .where('orders.id', '=', orderId)
    .where('orders.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { gift_status: status, receiver_email: receiverEmail, expires_at, corrections } = row;
  if (status === null || corrections === null) return { receiverEmail, isPaid: false, refusal: 'not_gift' };
  const refusal = await refuseCorrection(ctx, ctx.db, { status, expires_at, corrections }, row);
  return { receiverEmail, isPaid: status !== 'unpaid', refusal };
}
