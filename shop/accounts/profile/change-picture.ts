import type { OutwardContext } from '#shop/context.ts';
import { storePicture, type StorePictureResult } from '#shop/media/store-picture.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';

const PICTURE_SIZES = {
  avatar: { width: 256, height: 256 },
  cover: { width: 1200, height: 400 },
} as const;

export type PictureKind = keyof typeof PICTURE_SIZES;

export type ChangePictureResult = { ok: true } | Extract<StorePictureResult, { ok: false }>;

/** Stores a new avatar or cover. The old file is deleted after the commit. */
export async function changePicture(
  ctx: OutwardContext,
  { userId, kind, source }: { userId: string; kind: PictureKind; source: Buffer },
): Promise<ChangePictureResult> {
  const stored = await storePicture(ctx, {
    folder: 'uploads',
    source,
    shape: (picture) => picture.resize({ ...PICTURE_SIZES[kind], fit: 'cover' }),
  });
  if (!stored.ok) return stored;
  const { key } = stored;
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
