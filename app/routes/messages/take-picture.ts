import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { storePicture } from '#shop/media/store-picture.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';

/** `refusal`: it is none. `notice`: it could not be kept now, which takes no message away. */
export interface TakenPicture {
  key: string | null;
  /** For a message that does not come about. */
  forget?: () => Promise<void>;
  refusal?: string;
  notice?: string;
}

const LOST = 'Sua mensagem chegou, mas não conseguimos guardar a imagem.';

/** The longest side of a screenshot that one still can read. */
const SIZE = 1600;

/** The picture of a support message, drawn again and stored. */
export async function takePicture(
  context: Readonly<RouterContextProvider>,
  userId: string,
  sent: FormDataEntryValue | null,
): Promise<TakenPicture> {
  // A browser sends an empty file where none was chosen.
  if (!(sent instanceof Blob) || sent.size === 0) return { key: null };
  const address = getVisitor(context).ip;
  const reached = await allowOutwardCall(getShop(context), 'upload', { userId, address });
  if (!reached.ok) return { key: null, notice: `${LOST} Foram muitas em pouco tempo: mande-a mais tarde.` };
  const stored = await storePicture(reached.ctx, {
    folder: 'tickets',
    source: Buffer.from(await sent.arrayBuffer()),
    shape: (picture) =>
      picture.resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true }),
  });
  if (stored.ok) return { key: stored.key, forget: () => removePictures(reached.ctx, [stored.key]) };
  switch (stored.reason) {
    case 'too_large':
      return { key: null, refusal: 'A imagem deve ter no máximo 8 MB. Seu texto foi mantido.' };
    case 'too_many_pixels':
      return { key: null, refusal: 'A imagem deve ter no máximo 24 megapixels. Seu texto foi mantido.' };
    case 'not_a_picture':
      return { key: null, refusal: 'Envie uma imagem JPEG, PNG ou WebP. Seu texto foi mantido.' };
    case 'busy':
    case 'storage_away':
      return { key: null, notice: `${LOST} Mande-a de novo nesta conversa em alguns minutos.` };
  }
}
