import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { mergeWishes } from '#shop/collection/wishes/change-wishes.ts';
import { listWishes } from '#shop/collection/wishes/list-wishes.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import type { Route } from './+types/wishlist';
import { answerError } from '../http/answer-error.ts';
import { answerPage } from '../http/answer-page.ts';
import { readJson } from '../http/read-json.ts';
import { presentWish } from './present-wish.ts';

/** `GET /api/wishlist`: the signed-in customer's, newest first; the next page's cursor in a header. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const cursor = url.searchParams.get('cursor');
  if (cursor && !readCursor(cursor)) return answerError(400, 'malformed', visitor.requestId);
  return answerPage(await listWishes(getShop(context), { userId: session.user.id, cursor }), presentWish);
}

const bodySchema = z.object({
  items: z.array(z.tuple([z.string().min(1).max(64), z.int().min(0).max(100_000)])).max(500),
});

/** `POST /api/wishlist {"items":[[id,num],…]}`: what a browser kept before its owner signed in joins the list. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', visitor.requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', visitor.requestId);
  await mergeWishes(getShop(context), {
    userId: session.user.id,
    skins: body.value.items.map(([championId, skinNum]) => ({ championId, skinNum })),
  });
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
