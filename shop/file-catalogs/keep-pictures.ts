import { createHash } from 'node:crypto';
import type { OfferedFile } from '#shop/catalog/catalog-provider.ts';
import type { OutwardContext } from '#shop/context.ts';
import { dominantColor } from '#shop/media/dominant-color.ts';
import { itemPictureKey } from '#shop/media/item-picture.ts';
import type { DraftPicture } from './draft.ts';

const SENTENCES = {
  too_large: 'A imagem passa de 8 MB.',
  not_a_picture: 'Isto não é uma imagem JPEG, PNG ou WebP, ou ela está quebrada. SVG não entra.',
  too_many_pixels: 'A imagem passa de 24 megapixels.',
} as const;

export interface ExaminedPictures {
  examine(name: string, content: Buffer): Promise<string | null>;
  /** By the name in the file. @throws if the storage does not answer. */
  keep(pictures: OfferedFile['pictures']): Promise<Map<string, DraftPicture>>;
}

/**
 * The pictures of one file. Reading the colour proves that the whole of one is a picture. As all others, visitors only
 * ever get it drawn anew, in the picture route.
 */
export function examinePictures(ctx: OutwardContext): ExaminedPictures {
  const colors = new Map<string, string>();
  return {
    async examine(name, content) {
      const read = await dominantColor(content);
      if (!read.ok) return SENTENCES[read.reason];
      colors.set(name, read.color);
      return null;
    },
    async keep(pictures) {
      const kept = new Map<string, DraftPicture>();
      for (const [name, read] of pictures) {
        const content = await read();
        const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
        await ctx.files.write(itemPictureKey(digest), content);
        kept.set(name, { name, digest, color: colors.get(name) ?? null });
      }
      return kept;
    },
  };
}
