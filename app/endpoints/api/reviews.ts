import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { deleteReview } from '#shop/reviews/delete-review.ts';
import { listReviews, readRating } from '#shop/reviews/list-reviews.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import type { Route } from './+types/reviews';
import { readSkin } from '../admin/files/read-skin.ts';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { readJson } from '../http/read-json.ts';
import { presentOwnReview, presentReview } from './present-review.ts';

const NO_STORE = { 'Cache-Control': 'private, no-store' };
const bodySchema = z.object({ stars: z.number(), text: z.string().max(10_000).default('') });

/** `GET /api/reviews/{championId}/{skinNum}`: what everybody reads, newest first. No session is needed. */
export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const shop = getShop(context);
  const skin = readSkin(params);
  if (!skin || !shop.catalog.current().findSkin(skin.championId, skin.skinNum)) return unknown(requestId);
  const cursor = url.searchParams.get('cursor');
  if (cursor && !readCursor(cursor)) return answerError(400, 'malformed', requestId);
  const [rating, page] = await Promise.all([readRating(shop, skin), listReviews(shop, { skin, cursor })]);
  const headers = { ...NO_STORE, ...(page.nextCursor ? { 'X-Next-Cursor': page.nextCursor } : {}) };
  return Response.json({ ...rating, reviews: page.entries.map(presentReview) }, { headers });
}

/** `PUT` with `{"stars","text"}` → the signed-in owner's one review of the skin; `DELETE` → 204. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const { requestId } = visitor;
  const shop = getShop(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  if (request.method !== 'PUT' && request.method !== 'DELETE') {
    return answerError(405, 'method_not_allowed', requestId);
  }
  const skin = readSkin(params);
  if (!skin) return unknown(requestId);
  const own = { userId: session.user.id, skin };
  if (request.method === 'DELETE') {
    const deleted = await deleteReview(shop, own);
    if (deleted.ok) return new Response(null, { status: 204, headers: NO_STORE });
    if (deleted.reason === 'too_many_tries') return answerTooMany(deleted.retryAfterSeconds, requestId);
    return answerError(404, 'not_found', requestId, 'Você não tem uma avaliação desta skin.');
  }
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const saved = await saveReview(shop, { ...own, review: body.value });
  if (saved.ok) return Response.json(presentOwnReview(saved.review), { headers: NO_STORE });
  switch (saved.reason) {
    case 'too_many_tries':
      return answerTooMany(saved.retryAfterSeconds, requestId);
    case 'invalid':
      return answerError(422, 'invalid', requestId, saved.message, {
        fields: { [saved.field]: saved.message },
      });
    case 'not_owned':
      return shop.catalog.current().findSkin(skin.championId, skin.skinNum)
        ? answerError(422, 'not_owned', requestId, 'Só quem tem esta skin pode avaliar.')
        : unknown(requestId);
  }
}

function unknown(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Esta skin não existe no catálogo.');
}
