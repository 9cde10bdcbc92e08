import { randomUUID } from 'node:crypto';
import type { OutwardContext } from '#shop/context.ts';
import { openPicture, type PictureRefusal } from '#shop/media/open-picture.ts';

export const PICTURE_SIZES = {
  avatar: { width: 256, height: 256 },
  cover: { width: 1200, height: 400 },
} as const;

export type PictureKind = keyof typeof PICTURE_SIZES;

export type ChangePictureResult =
  | { ok: true }
  | PictureRefusal
  | { ok: false; reason: 'busy' | 'storage_away' };

/**
 * Stores a new avatar or cover. The shop draws the picture again, so the stored file has no metadata and no foreign
 * bytes. Its key is random. The old file is deleted after the commit.
 */
export async function changePicture(
  ctx: OutwardContext,
  { userId, kind, source }: { userId: string; kind: PictureKind; source: Buffer },
): Promise<ChangePictureResult> {
  const id = randomUUID();
  const encoded = await ctx.memory.uploads.run(id, () => encodePicture(source, kind));
  if (!encoded.ok) return encoded;

  const key = `uploads/${id}`;
  const column = kind === 'avatar' ? 'avatar_key' : 'cover_key';
  try {
    await ctx.files.write(key, encoded.data);
  } catch (error) {
    ctx.log.error('files.write_failed', { key, error });
    return { ok: false, reason: 'storage_away' };
  }
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
    await removeFile(ctx, key);
    throw error;
  }
  if (before !== null) await removeFile(ctx, before);
  return { ok: true };
}

async function encodePicture(
  source: Buffer,
  kind: PictureKind,
): Promise<{ ok: true; data: Buffer } | PictureRefusal> {
  const opened = await openPicture(source);
  if (!opened.ok) return opened;
  try {
    const drawn = opened.picture.resize({ ...PICTURE_SIZES[kind], fit: 'cover' }).webp({ quality: 82 });
    return { ok: true, data: await drawn.toBuffer() };
  } catch {
    // The header is valid but the body is not: the file is cut off or damaged.
    return { ok: false, reason: 'not_a_picture' };
  }
}

async function removeFile(ctx: OutwardContext, key: string): Promise<void> {
  await ctx.files.remove(key).catch((error: unknown) => ctx.log.error('files.remove_failed', { key, error }));
}
