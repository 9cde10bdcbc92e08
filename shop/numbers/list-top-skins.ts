import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { DaySpan } from './day-span.ts';
import { inSpan } from './in-span.ts';

export interface SoldSkin {
  championId: string;
  championName: string;
  skinNum: number;
  skinName: string;
  sold: number;
  /** Its shares of what was paid. */
  revenueCents: number;
}

export type SoldChampion = Omit<SoldSkin, 'skinNum' | 'skinName'>;

const TOP = 10;

/** What sold most in the orders that were paid in the span. */
export async function listTopSkins(
  { db }: ShopContext,
  span: DaySpan,
): Promise<{ skins: SoldSkin[]; champions: SoldChampion[] }> {
  const { rows } = await sql<SoldSkin>`
    select champion_id as "championId", max(champion_name) as "championName", skin_num as "skinNum",
      max(skin_name) as "skinName", count(*)::int as sold,
      sum(coalesce(paid_cents, price_cents))::float8 as "revenueCents"
    from order_items where order_id in (select id from orders where ${inSpan('paid_at', span)})
    group by champion_id, skin_num`.execute(db);
  const champions = new Map<string, SoldChampion>();
  for (const { championId, championName, sold, revenueCents } of rows) {
    const before = champions.get(championId) ?? { championId, championName, sold: 0, revenueCents: 0 };
    champions.set(championId, {
      ...before,
      sold: before.sold + sold,
      revenueCents: before.revenueCents + revenueCents,
    });
  }
  return { skins: top(rows), champions: top([...champions.values()]) };
}

function top<Sold extends { sold: number; revenueCents: number; championName: string }>(
  sold: Sold[],
): Sold[] {
  return sold
    .toSorted(
      (a, b) =>
        b.sold - a.sold ||
        b.revenueCents - a.revenueCents ||
        a.championName.localeCompare(b.championName, 'pt-BR'),
    )
    .slice(0, TOP);
}
