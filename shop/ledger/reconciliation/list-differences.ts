import type { Selectable } from 'kysely';
import type { DifferencesTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

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
