import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';

/** A product of keys: how many of them wait for their sale, and how many had it. */
export interface Stock {
  sku: string;
  left: number;
  /** Wait since a restore, until staff release them. */
  held: number;
  sold: number;
}

/** Those of these products that ever had keys; absent: of all, by key. */
export async function readStock(executor: Executor, skus?: readonly string[]): Promise<Stock[]> {
  const rows = await executor
    .selectFrom('stock_keys')
    .select((eb) => [
      'sku',
      sql<number | string>`count(*) filter (where taken_at is null)`.as('left'),
      eb.fn.count<number | string>('held_at').as('held'),
      sql<number | string>`count(taken_at) filter (where held_at is null)`.as('sold'),
    ])
    .$if(skus !== undefined, (query) => query.where('sku', 'in', [...(skus ?? []), '']))
    .groupBy('sku')
    .orderBy('sku')
    .execute();
  return rows.map(({ sku, left, held, sold }) => ({
    sku,
    left: Number(left),
    held: Number(held),
    sold: Number(sold),
  }));
}
