import type { OutwardContext } from '#shop/context.ts';
import { keepPicture, type KeepPictureResult } from '#shop/media/keep-picture.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';

export const PICTURE_SIZES = {
  avatar: { width: 256, height: 256 },
  cover: { width: 1200, height: 400 },
} as const;

export type PictureKind = keyof typeof PICTURE_SIZES;

export type ChangePictureResult = { ok: true } | Extract<KeepPictureResult, { ok: false }>;

/** Stores a new avatar or cover. The old file is deleted after the commit. */
export async function changePicture(
  ctx: OutwardContext,
  { userId, kind, source }: { userId: string; kind: PictureKind; source: Buffer },
): Promise<ChangePictureResult> {
  const kept = await keepPicture(ctx, {
    folder: 'uploads',
    source,
    shape: (picture) => picture.resize({ ...PICTURE_SIZES[kind], fit: 'cover' }),
  });
  if (!kept.ok) return kept;
  const { key } = kept;
  const column = kind === 'avatar' ? 'avatar_key' : 'cover_key';
  let before: string | null;
  try {
    before = await ctx.transaction(async (tx) => {
      const updated_at = ctx.now();
      const empty = { display_name: null, avatar_key: null, cover_key: null, updated_at };
      await tx
        .insertInto('profiles')
        .values({ id: userId, ...empty })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      // The row lock puts two simultaneous uploads in sequence, so that no file is left behind.
      const profile = await tx
        .selectFrom('profiles')
        .select(['avatar_key', 'cover_key'])
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('profiles')
        .set({ [column]: key, updated_at })
        .where('id', '=', userId)
        .execute();
      return profile[column];
    });
  } catch (error) {
    await removePictures(ctx, [key]);
    throw error;
  }
  await removePictures(ctx, [before]);
  return { ok: true };
}
