import type { Executor } from '#db/client.server.ts';
import type { GiftRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { isGoingBack } from '#shop/states/why-waits.ts';

/** Each one mails a stranger. */
const MOST_CORRECTIONS = 3;

export type CorrectionRefusal = 'claimed' | 'over' | 'going_back' | 'too_often';

/** Why the address of a gift cannot be corrected; null: nobody opened it, and somebody still may. */
export async function refuseCorrection(
  ctx: ShopContext,
  executor: Executor,
  gift: Pick<GiftRow, 'status' | 'expires_at' | 'corrections'>,
  order: Pick<OrderRow, 'id' | 'status'>,
): Promise<CorrectionRefusal | null> {
  if (gift.status === 'claimed') return 'claimed';
  const isOver =
    gift.status === 'unpaid'
      ? order.status !== 'awaiting_payment'
      : gift.status !== 'offered' || !gift.expires_at || gift.expires_at <= ctx.now();
  if (isOver) return 'over';
  if (gift.corrections >= MOST_CORRECTIONS) return 'too_often';
  return (await isGoingBack(executor, order.id)) ? 'going_back' : null;
}
