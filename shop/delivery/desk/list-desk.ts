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
  orders: { id: string; dueAt: Date }[];
  /** `link` may be filled in unless it is broken or being updated. */
  file: { link: string; auto: boolean; broken: boolean; updating: boolean } | null;
}

/** What waits for staff, by skin: the one that is due first, or overdue for longest, comes first. */
export async function listDesk(ctx: ShopContext): Promise<DeskGroup[]> {
  const groups = new Map<string, DeskGroup>();
  for (const { orderId, dueAt, link, auto, state, updating, ...skin } of await readWaiting(ctx)) {
    const key = skinKey(skin.championId, skin.skinNum);
    const file =
      link === null ? null : { link, auto: !!auto, broken: state === 'broken', updating: !!updating };
    const group = groups.get(key) ?? { ...skin, orders: [], file };
    group.orders.push({ id: orderId, dueAt });
    groups.set(key, group);
  }
  return [...groups.values()];
}
