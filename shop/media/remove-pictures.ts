import type { OutwardContext } from '#shop/context.ts';

/** After the commit that forgot them: a file that is left behind is named nowhere. */
export async function removePictures(
  ctx: OutwardContext,
  keys: readonly (string | null | undefined)[],
): Promise<void> {
  for (const key of keys) {
    if (!key) continue;
    await ctx.files
      .remove(key)
      .catch((error: unknown) => ctx.log.error('files.remove_failed', { key, error }));
  }
}
