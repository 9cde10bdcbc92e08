import { getShop, getVisitor } from '#app/request-context.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { findPicture } from '#shop/tickets/find-picture.ts';
import type { Route } from './+types/ticket-picture';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { sendStoredPicture } from './send-picture.ts';

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
  return sendStoredPicture(context, key, 'private, no-store');
}
