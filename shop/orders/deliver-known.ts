import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { id } from '#shop/fields.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { operation } from '#shop/operation.ts';
import { describeOrders, type StaffOrder } from './search/list-all-orders.ts';

const MAX_ORDERS = 500;

const outcome = z.object({
  /** null: delivered. */
  reason: z.string().nullable(),
  /** What has to be said besides: the skins without a file, of what was delivered too, or how long to wait. */
  about: z.string().optional(),
});
const result = outcome.extend({ orderId: z.string(), customerName: z.string() });
export type BulkResult = z.output<typeof result>;

/** Sends the links and files that the shop knows, order by order: one that cannot be sent does not stop the others. */
export const deliverKnown = operation(
  {
    id: 'orders.deliver_known',
    who: 'orders.deliver',
    input: z.object({ orderIds: z.array(id()).min(1).max(MAX_ORDERS) }),
    output: z.object({ results: z.array(result) }),
    refusals: {},
  },
  async (ctx, { actorUserId, orderIds }) => {
    const found = await ctx.db.selectFrom('orders').selectAll().where('id', 'in', orderIds).execute();
    const rows = found.toSorted((a, b) => orderIds.indexOf(a.id) - orderIds.indexOf(b.id));
    const results: BulkResult[] = [];
    for (const order of await describeOrders(ctx, rows)) {
      const { id: orderId, customerName } = order;
      results.push({ orderId, customerName, ...(await deliver(ctx, actorUserId, order)) });
    }
    return { ok: true as const, results };
  },
);

async function deliver(
  ctx: ShopContext,
  actorUserId: string,
  order: StaffOrder,
): Promise<z.output<typeof outcome>> {
  if (order.status !== 'pending') return { reason: 'not_waiting' };
  if (order.asksBack) return { reason: 'asked_back' };
  const items = order.items.filter(({ kept }) => kept);
  if (items.length === 0) return { reason: 'no_skins' };
  const known = items.map((item) => ({ ...item, link: item.downloadLink ?? item.knownLink }));
  const empty = known.filter(
    ({ link, storedFileName, hasKey }) => link === null && storedFileName === null && !hasKey,
  );
  // What was sold ahead comes later, where something else is to be sent.
  const sends = known.some((item) => item.downloadLink === null && !empty.includes(item));
  const missing = empty.filter(({ aheadUntil }) => !aheadUntil || !sends);
  if (missing.length > 0)
    return { reason: 'no_file', about: nameSome(missing.map(({ skinName }) => skinName)) };
  // Each order is a try of its own.
  const allowed = await allowOutwardCall(ctx, 'send-links', { userId: actorUserId });
  if (!allowed.ok) return { reason: 'too_many_requests', about: describeWait(allowed.retryAfterSeconds) };
  const sent = await sendLinks(allowed.ctx, {
    actorUserId,
    orderId: order.id,
    links: Object.fromEntries(known.flatMap((item) => (item.link === null ? [] : [[item.id, item.link]]))),
    keptFiles: known
      .filter(({ link, storedFileName }) => link === null && storedFileName !== null)
      .map((item) => item.id),
    // The shop knows them already.
    onlyThisOrder: true,
  });
  if (!sent.ok) return { reason: sent.reason };
  return empty.length === 0
    ? { reason: null }
    : { reason: null, about: nameSome(empty.map(({ skinName }) => skinName)) };
}

/** Enough to know what to look for; the order's page has all of them. */
const NAMED = 3;

function nameSome(names: string[]): string {
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).join(', ');
  return more > 0 ? `${named} e de mais ${more} ${more === 1 ? 'skin' : 'skins'}` : named;
}
