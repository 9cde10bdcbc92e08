import { getShop, getVisitor } from '#app/request-context.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { findPicture } from '#shop/tickets/find-picture.ts';
import type { Route } from './+types/ticket-picture';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';

/** `GET /dashboard/suporte/imagem/{message}`: for whoever wrote the thread, and for the staff that answers it. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const { session: readSession, requestId } = getVisitor(context);
  const session = await readSession();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  const { id: userId } = session.user;
  const mayReadAll = mayDo(session.role, 'tickets');
  const key = isUuid(params.id)
    ? await findPicture(shop, { replyId: params.id.toLowerCase(), userId, mayReadAll })
    : null;
  if (key === null) return answerError(404, 'not_found', requestId);
  try {
    const file = await shop.files.read(key);
    if (!file) return answerError(404, 'not_found', requestId);
    return new Response(new Uint8Array(file), {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(file.length),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  } catch (error) {
    // Nobody can make this picture again: it is only unavailable until the storage answers.
    shop.log.error('files.read_failed', { key, requestId, error });
    const message = 'A imagem não pôde ser carregada agora. Tente de novo.';
    return answerError(503, 'unavailable', requestId, message, { headers: { 'Retry-After': '5' } });
  }
}
