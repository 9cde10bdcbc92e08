import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { contentLink } from '#shop/states/content-link.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { tell } from '#shop/events/tell.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { learnFiles } from './files/learn-files.ts';
import { writeLink } from './write-link.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

/**
 * 'Substituir link': replaces one link of a completed order, also in the customer's collection, and tells
 * the customer. The audit log keeps only the hosts, because a download link is the customer's secret.
 */
export const replaceLink = operation(
  {
    id: 'orders.replace_link',
    who: 'orders.deliver',
    input: z.object({
      orderId: id(),
      itemId: id(),
      link: z.string().max(10_000),
      /** The shop does not learn the link. */
      onlyThisOrder: z.boolean().optional(),
    }),
    /** `changed` false: the link is the same as before, so no mail is sent. */
    output: z.object({ changed: z.boolean() }),
    refusals: { not_found: 404, not_completed: 409, refunded: 409, delivered_as_key: 409, invalid_link: 422 },
    limit: 'replace-link',
  },
  async (ctx, request) => {
    const { actorUserId, orderId, itemId } = request;
    const checked = checkLink(request.link);

    return ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const grant = await tx
        .selectFrom('grants')
        .selectAll()
        .where('item_id', '=', itemId)
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      if (!order || !grant) return { ok: false as const, reason: 'not_found' as const };
      if (order.status !== 'completed') return { ok: false as const, reason: 'not_completed' as const };
      // Writing the link would return the skin to the collection.
      if (grant.state === 'revoked' || (await readMoneyOfOrder(tx, orderId)).isRefunded)
        return { ok: false as const, reason: 'refunded' as const };
      // Its owner would lose the key.
      if (grant.key_id !== null) return { ok: false as const, reason: 'delivered_as_key' as const };
      if (!checked.ok) return { ok: false as const, reason: 'invalid_link' as const };
      const before = contentLink(ctx, { ...grant, grant_id: grant.id });
      if (before === checked.link) return { ok: true as const, changed: false };

      await writeLink(ctx, tx, order, grant, { link: checked.link });
      if (!request.onlyThisOrder) {
        await learnFiles(ctx, tx, actorUserId, [{ ...grant, content: { link: checked.link } }]);
      }
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.link_replaced',
        subject: { type: 'order', id: orderId },
        details: {
          itemId,
          oldHost: URL.parse(before ?? '')?.host ?? null,
          newHost: new URL(checked.link).host,
        },
      });
      await tell(ctx, tx, { name: 'order.link_replaced', order, itemId });
      ctx.log.info('order.link_replaced', { orderId, itemId });
      return { ok: true as const, changed: true };
    });
  },
);
