import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/upload';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';

/** `GET /uploads/{key}`: an avatar or cover. A new picture has a new address, so this one never changes. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { files, log } = getShop(context);
  const { requestId } = getVisitor(context);
  if (!isUuid(params.key)) return answerError(404, 'not_found', requestId);
  let file: Buffer | null;
  try {
    file = await files.read(`uploads/${params.key}`);
  } catch (error) {
    // Nobody can make this picture again: it is only unavailable until the storage answers.
    log.error('files.read_failed', { key: params.key, requestId, error });
    return answerError(
      503,
      'unavailable',
      requestId,
      'A imagem não pôde ser carregada agora. Tente de novo.',
      {
        headers: { 'Retry-After': '5' },
      },
    );
  }
  if (!file) return answerError(404, 'not_found', requestId);
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(file.length),
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
