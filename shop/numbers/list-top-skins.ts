import { sql } from 'kysely';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { addressOf } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { soldItems } from './sold-items.ts';
import type { DaySpan } from './day-span.ts';

interface Sold {
  championName: string;
  sold: number;
  /** Its shares of what was paid. */
  revenueCents: number;
}

export interface SoldSkin extends Sold {
  sku: string;
  skinName: string;
}

export interface SoldChampion extends Sold {
  championId: string;
}

const TOP = 10;

/**
 * What sold most in the orders that were paid in the span: days that are over and unchanged as they were counted
 * (`count-sold-skins.ts`), and the others from their items, in one statement, so that no day is missing or there twice.
 */
export async function listTopSkins(
  { db, catalog }: ShopContext,
  { from, to }: DaySpan,
): Promise<{ skins: SoldSkin[]; champions: SoldChampion[] }> {
  const zone = sql.lit(SHOP_ZONE);
  const ofOpenDays = sql`open_days join orders on paid_at >= starts and paid_at < ends`;
  const { rows } = await sql<SoldSkin>`
    with counted as materialized (
      select day from sold_days where day between ${from}::date and ${to}::date
      except select (paid_at at time zone ${zone})::date from sold_days_changed
    ), open_days as materialized (
      select day::timestamp at time zone ${zone} as starts, (day + 1)::timestamp at time zone ${zone} as ends
      from (
        select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day
        except select day from counted
      ) as missing
    ), sold as (
      select sku, sum(sold)::int as sold, sum(revenue_cents)::float8 as cents
      from (
        select sku, sold, revenue_cents from sold_skins
        where day between ${from}::date and ${to}::date and day in (select day from counted)
        union all
        select sku, 1, cents from (${soldItems(ofOpenDays)}) as open_ones
      ) as each_day
      group by sku
    )
    select sku, champion_name as "championName", skin_name as "skinName", sold, cents as "revenueCents"
    from sold cross join lateral (
      select champion_name, skin_name from order_items item where item.sku = sold.sku
      union all
      -- Taken in place of a gift, and never bought.
      select champion_name, skin_name from grants owed where owed.sku = sold.sku limit 1
    ) as names`.execute(db);
  const champions = new Map<string, SoldChampion>();
  for (const { sku, championName, sold, revenueCents } of rows) {
    const championId = groupOf(catalog.current(), sku, championName);
    const before = champions.get(championId) ?? { championId, championName, sold: 0, revenueCents: 0 };
    champions.set(championId, {
      ...before,
      sold: before.sold + sold,
      revenueCents: before.revenueCents + revenueCents,
    });
  }
  return { skins: top(rows), champions: top([...champions.values()]) };
}

/** Of one that left the catalogue too. Of what a file sold the key names its catalogue alone, and its name the group. */
function groupOf(catalog: Catalog, sku: string, groupName: string): string {
  const [first] = addressOf(sku);
  const { championId } = catalog.findSkin(sku) ?? {};
  if (championId !== undefined || !first.startsWith('file:')) return championId ?? first;
  const group = catalog.champions.find(({ name, shelf }) => name === groupName && shelf === first);
  return group?.id ?? `${first}:${groupName}`;
}

function top<Row extends Sold>(sold: Row[]): Row[] {
  return sold
    .toSorted(
      (a, b) =>
        b.sold - a.sold ||
        b.revenueCents - a.revenueCents ||
        a.championName.localeCompare(b.championName, 'pt-BR'),
    )
    .slice(0, TOP);
}
