import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { checkPublicCollection, NAME_LENGTH, proposeSlug, SLUG_SHAPE } from './check-public-collection.ts';

export interface OwnPublicCollection {
  isOn: boolean;
  name: string;
  slug: string;
}

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

/** Shows the collection under a name and an address, or no more: the page is gone at once, and both stay for another day. */
export const savePublicCollection = operation(
  {
    id: 'public_collection.save',
    who: 'customer',
    input: z.object({
      on: z.boolean(),
      /** What is not shown needs neither. */
      name: z.string().max(200, NAME_LENGTH).optional(),
      slug: z
        .string()
        .max(200, SLUG_SHAPE)
        .optional()
        .meta({ examples: ['colecao-da-ana'] }),
      /** A blank address is made of the name. */
      proposesSlug: z.boolean().optional(),
    }),
    output: z.object({
      on: z.boolean(),
      name: z.string().nullable(),
      slug: z.string().nullable(),
      url: z.string().nullable(),
    }),
    refusals: { slug_taken: 409 },
  },
  async (ctx, { userId, on, name, slug, proposesSlug }) => {
    if (!on) return { on, url: null, ...((await hideCollection(ctx, userId)) ?? { name: null, slug: null }) };
    if (name === undefined || slug === undefined) return { ok: false, reason: 'malformed' };
    const isProposed = proposesSlug && slug.trim() === '';
    const form = { name, slug: isProposed ? proposeSlug(name) : slug };
    const checked = checkPublicCollection(form, ctx.settings.brandName);
    if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
    const shown = { name: checked.name, slug: checked.slug };
    const row = { ...shown, is_on: true, changed_at: ctx.now() };
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
    return { on, ...shown, url: `${ctx.settings.appUrl}/colecao/${shown.slug}` };
  },
);

function hideCollection({ db, now }: ShopContext, userId: string) {
  return db
    .updateTable('public_collections')
    .set({ is_on: false, changed_at: now() })
    .where('user_id', '=', userId)
    .returning(['name', 'slug'])
    .executeTakeFirst();
}
