import { getShop, getVisitor } from '#app/request-context.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import type { Route } from './+types/collection';
import { answerError } from './answer-error.ts';

/** `GET /api/collection`: the signed-in customer's, newest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  return Response.json(await listCollection(getShop(context), session.user.id), {
    headers: { 'Cache-Control': 'private, no-store' },
  });
}
