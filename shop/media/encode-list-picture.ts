import { dominantColor } from './dominant-color.ts';
import { encodeSplash } from './encode-splash.ts';
import type { PictureRefusal } from './open-picture.ts';
import type { ListPicture } from './picture-encoder.ts';

/**
 * The picture of a skin in a list, for a desktop and for a 2× phone; nine in ten browsers use it. Other widths and
 * formats are encoded on request.
 */
export const LIST_PICTURE = { width: 330, format: 'avif' } as const;

export async function encodeListPicture(
  source: Buffer,
): Promise<({ ok: true } & ListPicture) | PictureRefusal> {
  const encoded = await encodeSplash(source, LIST_PICTURE);
  if (!encoded.ok) return encoded;
  const color = await dominantColor(source);
  return color.ok ? { ok: true, data: encoded.data, color: color.color } : color;
}
