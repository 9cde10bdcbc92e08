import type { Sharp } from 'sharp';
import { openSharp } from './configured-sharp.ts';

export type PictureRefusal = { ok: false; reason: 'too_large' | 'not_a_picture' | 'too_many_pixels' };

export const maxPictureBytes = 8 * 1024 * 1024;

/** sharp accepts a file of 776 KB and 256 megapixels by default; a splash has less than one. */
const maxPicturePixels = 24e6;

/**
 * Checks a picture of unknown origin before anything decodes it. It looks at the content, not at the name or the
 * declared type: an SVG named `.jpg` is refused before the SVG parser reads it.
 */
export async function openPicture(source: Buffer): Promise<{ ok: true; picture: Sharp } | PictureRefusal> {
  if (source.length > maxPictureBytes) return { ok: false, reason: 'too_large' };
  const format = sniffFormat(source);
  if (!format) return { ok: false, reason: 'not_a_picture' };
  const sharp = await openSharp();
  // The limit is checked here, because sharp's error differs from other errors only by its text.
  const header = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header || header.format !== format) return { ok: false, reason: 'not_a_picture' };
  if (header.width * header.height > maxPicturePixels) return { ok: false, reason: 'too_many_pixels' };
  return {
    ok: true,
    picture: sharp(source, { limitInputPixels: maxPicturePixels, failOn: 'error' }).autoOrient(),
  };
}

function sniffFormat(source: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (source.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg';
  if (source.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'png';
  if (source.toString('latin1', 0, 4) === 'RIFF' && source.toString('latin1', 8, 12) === 'WEBP')
    return 'webp';
  return null;
}
