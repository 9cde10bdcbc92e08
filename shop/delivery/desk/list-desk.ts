import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { readWaiting } from './read-waiting.ts';

/** A skin that orders wait for. */
export interface DeskGroup {
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  /** The first due comes first. */
  orders: { id: string; dueAt: Date | null }[];
  /** May be filled in unless it is broken or being updated. `kept`: the shop keeps the file. */
  file: {
    link: string | null;
    stored: { id: string; name: string } | null;
    auto: boolean;
    broken: boolean;
    updating: boolean;
    /** Somebody has to look into it first. */
    unseen: boolean;
  } | null;
}

/** What waits for staff, by skin: the one that is due first, or overdue for longest, comes first. */
export async function listDesk(ctx: ShopContext): Promise<DeskGroup[]> {
  const groups = new Map<string, DeskGroup>();
  for (const row of await readWaiting(ctx.db)) {
    const { orderId, dueAt, link, fileId, fileName, auto, state, updating, unseen, ...skin } = row;
    const file = state && {
      link,
      stored: fileId === null ? null : { id: fileId, name: fileName! },
      auto: !!auto,
      broken: state === 'broken',
      updating: !!updating,
      unseen,
    };
    const group = groups.get(skin.sku) ?? { ...skin, orders: [], file };
    group.orders.push({ id: orderId, dueAt });
    groups.set(skin.sku, group);
  }
  return [...groups.values()];
}

export const showDesk = operation(
  {
    id: 'desk.list',
    who: 'orders.deliver',
    input: z.object({}),
    output: z.array(
      z.object({
        sku: z.string(),
        skinName: z.string(),
        championName: z.string(),
        waiting: z.number(),
        oldestDueAt: z.date().nullable(),
        file: z.object({ link: z.string().nullable(), auto: z.boolean(), broken: z.boolean() }).nullable(),
      }),
    ),
    refusals: {},
  },
  async (ctx: ShopContext) =>
    (await listDesk(ctx)).map(({ orders, ...skin }) => ({
      ...skin,
      waiting: orders.length,
      oldestDueAt: orders[0]?.dueAt ?? null,
    })),
);
