import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { readWaiting } from './read-waiting.ts';

/** A skin that orders wait for. */
export interface DeskGroup {
  championId: string;
  skinNum: number;
  skinName: string;
  championName: string;
  splashPath: string;
  /** The first due comes first. */
  orders: { id: string; dueAt: Date | null }[];
  /** May be filled in unless it is broken or being updated. `kept`: the shop keeps the file. */
  file: {
    link: string | null;
    kept: { id: string; name: string } | null;
    auto: boolean;
    broken: boolean;
    updating: boolean;
  } | null;
}

/** What waits for staff, by skin: the one that is due first, or overdue for longest, comes first. */
export async function listDesk(ctx: ShopContext): Promise<DeskGroup[]> {
  const groups = new Map<string, DeskGroup>();
  for (const row of await readWaiting(ctx.db)) {
    const { orderId, dueAt, link, fileId, fileName, auto, state, updating, ...skin } = row;
    const key = skinKey(skin.championId, skin.skinNum);
    const file = state && {
      link,
      kept: fileId === null ? null : { id: fileId, name: fileName! },
      auto: !!auto,
      broken: state === 'broken',
      updating: !!updating,
    };
    const group = groups.get(key) ?? { ...skin, orders: [], file };
    group.orders.push({ id: orderId, dueAt });
    groups.set(key, group);
  }
  return [...groups.values()];
}
