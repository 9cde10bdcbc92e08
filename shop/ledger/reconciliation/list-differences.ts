import { sql, type Selectable } from 'kysely';
import type { DifferencesTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Difference } from './compare-days.ts';

export type OpenDifference = Selectable<DifferencesTable> & { order_id: string | null };

/** What nobody has dealt with yet, of a month or at all. */
export async function countDifferences({ db }: ShopContext, month?: string): Promise<number> {
  const { n } = await db
    .selectFrom('differences')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('settled_at', 'is', null)
    .where('day', 'like', month ? `${month}-%` : '%')
    .executeTakeFirstOrThrow();
  return Number(n);
}

const MOST_LISTED = 100;

/** What nobody has dealt with yet, the oldest first. */
export async function listDifferences({ db }: ShopContext): Promise<OpenDifference[]> {
  return db
    .selectFrom('differences')
    .leftJoin('charges', 'charges.id', 'differences.charge_id')
    .selectAll('differences')
    .select('charges.order_id')
    .where('settled_at', 'is', null)
    .orderBy('day')
    .orderBy('key')
    .limit(MOST_LISTED)
    .execute();
}

/** What staff said of a difference that they dealt with. */
export interface Settled {
  at: Date;
  /** null: the account is deleted. */
  by: string | null;
  note: string | null;
}

/** By the key of each of these that is settled. One that has another sum by now is asked about again. */
export async function readSettled(
  { db }: ShopContext,
  differences: Difference[],
): Promise<ReadonlyMap<string, Settled>> {
  const sums = new Map(differences.map(({ key, amount_cents }) => [key, amount_cents]));
  const rows = await db
    .selectFrom('differences')
    .leftJoin('users', 'users.id', 'settled_by')
    .select(['key', 'amount_cents', 'settled_at as at', 'users.name as by', 'note'])
    .where('settled_at', 'is not', null)
    .where(sql<boolean>`key = any(${[...sums.keys()]}::text[])`)
    .$narrowType<{ at: Date }>()
    .execute();
  const same = rows.filter(({ key, amount_cents }) => sums.get(key) === amount_cents);
  return new Map(same.map(({ key, at, by, note }) => [key, { at, by, note }]));
}
