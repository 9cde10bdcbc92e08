import type { ShopContext } from '#shop/context.ts';
import { checkDisplayName } from './check-display-name.ts';

export type ChangeDisplayNameResult = { ok: true; name: string } | { ok: false; message: string };

/** The profile reads the name from its own row, the header and the mails from the account. Both change together. */
export async function changeDisplayName(
  ctx: ShopContext,
  { userId, name }: { userId: string; name: string },
): Promise<ChangeDisplayNameResult> {
  const checked = checkDisplayName(name);
  if (!checked.ok) return checked;
  const at = ctx.now();
  await ctx.transaction(async (tx) => {
    await tx
      .updateTable('users')
      .set({ name: checked.name, updated_at: at })
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('profiles')
      .values({ id: userId, display_name: checked.name, avatar_key: null, cover_key: null, updated_at: at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ display_name: checked.name, updated_at: at }),
      )
      .execute();
  });
  return { ok: true, name: checked.name };
}
