import { getShop, getVisitor } from '#app/request-context.ts';
import { addWish, removeWish } from '#shop/collection/wishes/change-wishes.ts';
import type { Route } from './+types/wish';
import { answerError } from '../http/answer-error.ts';
import { refuseGet } from '../http/refuse-get.ts';

/** `PUT` and `DELETE /api/wishlist/{champion_id}/{skin_num}`: both may be sent twice. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { session, requestId } = getVisitor(context);
  const signedIn = await session();
  if (!signedIn) return answerError(401, 'unauthenticated', requestId);
  if (request.method !== 'PUT' && request.method !== 'DELETE')
    return answerError(405, 'method_not_allowed', requestId);
  const shop = getShop(context);
  const userId = signedIn.user.id;
  const { championId } = params;
  if (!/^\w{1,60}$/.test(championId) || !/^\d{1,6}$/.test(params.skinNum)) return notFound(requestId);
  const skin = { championId, skinNum: Number(params.skinNum) };
  if (request.method === 'PUT') {
    const added = await addWish(shop, { userId, skin });
    if (!added.ok)
      return added.reason === 'unknown_skin'
        ? notFound(requestId)
        : answerError(409, 'already_owned', requestId, 'Esta skin já está na sua coleção.');
  } else {
    await removeWish(shop, { userId, skin });
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Skin não encontrada.');
}
