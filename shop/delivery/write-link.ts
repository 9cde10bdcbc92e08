import type { Tx } from '#db/client.server.ts';
import type { GrantRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { deliverGrants, fillGrant, isOpen } from '#shop/states/grant-state.ts';
import type { SoldContent } from './files/stored-file.ts';
import { returnKey } from './keys/take-keys.ts';
import type { LinkedItem } from './read-linked-items.ts';
import { recordLinkSent } from './record-link-sent.ts';

/** Gives what is owed for one item its link, its stored file or its key. An unclaimed gift has no owner yet. */
export async function writeLink(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'user_id' | 'status'>,
  grant: Pick<
    GrantRow,
    'id' | 'item_id' | 'order_id' | 'owner_id' | 'is_shown' | 'state' | 'waits_for' | 'key_id'
  > &
    Partial<Pick<LinkedItem, 'ready_key_id'>>,
  content: SoldContent,
): Promise<void> {
  const { order_id: orderId, owner_id: ownerId } = grant;
  // Nobody has seen the key that its sale took.
  if (grant.ready_key_id && grant.key_id === null && !('keyId' in content))
    await returnKey(ctx, tx, grant.item_id);
  await fillGrant(tx, grant, content, ctx.now());
  if (order.status === 'completed' && isOpen(grant)) await deliverGrants(tx, orderId);
  // The owner of a gift. Its buyer's screens hear of the order.
  if (ownerId !== null && ownerId !== order.user_id)
    await tellChange(ctx, tx, { name: 'gift.filled', orderId, ownerId });
  await recordLinkSent(ctx, tx, { itemId: grant.item_id, userId: ownerId });
}
