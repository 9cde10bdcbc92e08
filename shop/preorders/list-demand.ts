import { sql } from 'kysely';
import { z } from 'zod';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { nameSkin, type SkinOfFile } from '#shop/delivery/files/skin-file.ts';
import { operation } from '#shop/operation.ts';

/** Nobody looks at more at once, besides what is sold ahead. */
const AT_MOST = 200;
export const LOOKUP_DAYS = 30;

/** A skin without a file and who wants it: people, and not what they press. */
export interface Demand extends SkinOfFile {
  /** Who asked to be told of it, or has it on the list of wishes. */
  wishes: number;
  /** Who bought it and was or is served by a person. */
  ordersByHand: number;
  /** Who has paid for it and has nothing yet. */
  waiting: number;
  /** Who opened its page, each once a day, in thirty days. */
  searches: number;
  /** It is sold ahead of its file. */
  preorder: { until: string; isOver: boolean } | null;
}

/** All that is sold ahead, and then what most people want. */
export function listDemand(ctx: ShopContext): Promise<Demand[]> {
  return readDemand(ctx, withoutFile(ctx, ctx.catalog.current().skins));
}

/** Skins without a file whose name or champion contains the text, be it that nobody wants them. */
export async function searchDemand(
  ctx: ShopContext,
  query: string,
): Promise<{ found: Demand[]; total: number }> {
  const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const skus = withoutFile(ctx, searchSkins(ctx.catalog.current(), { query, ...all }).skins);
  return { found: await readDemand(ctx, skus, { isSearch: true }), total: skus.length };
}

const withoutFile = ({ catalog }: ShopContext, skins: readonly { sku: string }[]): string[] =>
  skins.map(({ sku }) => sku).filter((sku) => !catalog.current().hasFile(sku));

async function readDemand(ctx: ShopContext, skus: string[], { isSearch = false } = {}): Promise<Demand[]> {
  const { rows } = await sql<
    Omit<Demand, keyof SkinOfFile | 'preorder'> & { sku: string; until: string | null; isOver: boolean }
  >`
    with wanted as (select unnest(${skus}::text[]) as sku),
    wished as (
      select sku, count(*)::int as people from wishes join wanted using (sku)
      where not exists (select from user_collection entry where entry.user_id = wishes.user_id and entry.sku = wishes.sku)
      group by sku
    ), bought as (
      select sku,
        (count(distinct orders.user_id) filter (where waits_for is distinct from 'release'))::int as by_hand,
        (count(distinct orders.user_id) filter (where orders.status = 'pending' and owed.state = 'waiting'))::int as waiting
      from grants owed join wanted using (sku) join orders on orders.id = owed.order_id
      where owed.state <> 'revoked' and orders.status in ('pending', 'completed')
      group by sku
    ), opened as (
      select sku, count(*)::int as people from skin_lookups join wanted using (sku)
      where at > ${ctx.now()}::timestamptz - make_interval(days => ${LOOKUP_DAYS}) group by sku
    )
    select sku, coalesce(wished.people, 0) as wishes, coalesce(by_hand, 0) as "ordersByHand",
      coalesce(waiting, 0) as waiting, coalesce(opened.people, 0) as searches,
      until, coalesce(is_over, false) as "isOver"
    from wanted
      left join wished using (sku) left join bought using (sku) left join opened using (sku)
      left join preorders using (sku)
    where ${isSearch}::boolean or num_nonnulls(wished.people, by_hand, opened.people, until) > 0
    order by until is null, coalesce(wished.people, 0) + greatest(by_hand, waiting, 0) + coalesce(opened.people, 0) desc, sku
    limit ${AT_MOST} + (select count(*) from preorders)
  `.execute(ctx.db);
  return rows.map(({ until, isOver, ...row }) => ({
    ...nameSkin(ctx, row.sku),
    ...row,
    preorder: until === null ? null : { until, isOver },
  }));
}

export const showDemand = operation(
  {
    id: 'demand.list',
    who: 'files.manage',
    input: z.object({}),
    output: z.array(
      z.object({
        sku: z.string(),
        wishes: z.number(),
        ordersByHand: z.number(),
        waiting: z.number(),
        searches: z.number(),
      }),
    ),
    refusals: {},
  },
  (ctx) => listDemand(ctx),
);
