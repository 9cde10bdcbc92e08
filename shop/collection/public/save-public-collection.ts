import type { ShopContext } from '#shop/context.ts';
import { checkPublicCollection, type PublicCollectionForm } from './check-public-collection.ts';

export interface OwnPublicCollection {
  isOn: boolean;
  name: string;
  slug: string;
}

export type SavePublicCollectionResult =
  | { ok: true; collection: OwnPublicCollection }
  | { ok: false; reason: 'invalid'; fields: Partial<Record<keyof PublicCollectionForm, string>> }
  | { ok: false; reason: 'slug_taken' };

/** How the person shows their collection; null: they never did. */
export async function readPublicCollection(
  { db }: ShopContext,
  userId: string,
): Promise<OwnPublicCollection | null> {
  const row = await db
    .selectFrom('public_collections')
    .select(['is_on as isOn', 'name', 'slug'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function showCollection(
  ctx: ShopContext,
  { userId, form }: { userId: string; form: PublicCollectionForm },
): Promise<SavePublicCollectionResult> {
  const checked = checkPublicCollection(form, ctx.settings.brandName);
  if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
  const { name, slug } = checked;
  const row = { is_on: true, name, slug, changed_at: ctx.now() };
  try {
    await ctx.db
      .insertInto('public_collections')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  } catch (error) {
    // unique_violation: the address is another person's. Source: PostgreSQL, appendix A.
    if ((error as { code?: unknown }).code === '23505') return { ok: false, reason: 'slug_taken' };
    throw error;
  }
  return { ok: true, collection: { isOn: true, name, slug } };
}

/** The page is gone at once. Name and address stay for the day on which it is shown again. */
export async function hideCollection(ctx: ShopContext, userId: string): Promise<OwnPublicCollection | null> {
  const row = await ctx.db
    .updateTable('public_collections')
    .set({ is_on: false, changed_at: ctx.now() })
    .where('user_id', '=', userId)
    .returning(['is_on as isOn', 'name', 'slug'])
    .executeTakeFirst();
  return row ?? null;
}
