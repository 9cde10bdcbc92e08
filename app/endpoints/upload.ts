import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/upload';
import { answerError } from './answer-error.ts';
import { isUuid } from './is-uuid.ts';

/** `GET /uploads/{key}`: an avatar or cover. A new picture has a new address, so this one never changes. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const file = isUuid(params.key) ? await getShop(context).files.read(`uploads/${params.key}`) : null;
  if (!file) return answerError(404, 'not_found', getVisitor(context).requestId);
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(file.length),
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
