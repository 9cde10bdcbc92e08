import { randomUUID } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { OutwardContext } from '#shop/context.ts';
import { openPicture, type PictureRefusal } from './open-picture.ts';

export type StorePictureResult =
  | { ok: true; key: string }
  | PictureRefusal
  | { ok: false; reason: 'busy' | 'storage_away' };

/**
 * Stores a picture that somebody sent. The shop draws it again, so the stored file has no metadata and no foreign
 * bytes. Its key is random.
 */
export async function storePicture(
  ctx: OutwardContext,
  { folder, source, shape }: { folder: string; source: Buffer; shape: (picture: Sharp) => Sharp },
): Promise<StorePictureResult> {
  const id = randomUUID();
  const encoded = await ctx.memory.uploads.run(id, () => encodePicture(source, shape));
  if (!encoded.ok) return encoded;
  const key = `${folder}/${id}`;
  try {
    await ctx.files.write(key, encoded.data);
    return { ok: true, key };
  } catch (error) {
    ctx.log.error('files.write_failed', { key, error });
    return { ok: false, reason: 'storage_away' };
  }
}

async function encodePicture(
  source: Buffer,
  shape: (picture: Sharp) => Sharp,
): Promise<{ ok: true; data: Buffer } | PictureRefusal> {
  const opened = await openPicture(source);
  if (!opened.ok) return opened;
  try {
    return { ok: true, data: await shape(opened.picture).webp({ quality: 82 }).toBuffer() };
  } catch {
    // The header is valid but the body is not: the file is cut off or damaged.
    return { ok: false, reason: 'not_a_picture' };
  }
}
