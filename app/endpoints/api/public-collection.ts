import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import {
  hideCollection,
  showCollection,
  type OwnPublicCollection,
} from '#shop/collection/public/save-public-collection.ts';
import type { Route } from './+types/public-collection';
import { answerError } from '../http/answer-error.ts';
import { readJson } from '../http/read-json.ts';
import { refuseGet } from '../http/refuse-get.ts';

/** What is not shown needs no name. */
const bodySchema = z.discriminatedUnion('on', [
  z.object({ on: z.literal(true), name: z.string().max(200), slug: z.string().max(200) }),
  z.object({ on: z.literal(false) }),
]);

/** `PUT /api/me/public-collection {"on","name","slug"}` → the same and `url`, null while it is off. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (request.method !== 'PUT') return answerError(405, 'method_not_allowed', visitor.requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', visitor.requestId);
  const shop = getShop(context);
  const userId = session.user.id;
  const { appUrl } = shop.settings;
  if (!body.value.on) return answer(await hideCollection(shop, userId), appUrl);
  const saved = await showCollection(shop, { userId, form: body.value });
  if (saved.ok) return answer(saved.collection, appUrl);
  return saved.reason === 'slug_taken'
    ? answerError(409, 'slug_taken', visitor.requestId, 'Este endereço já é de outra pessoa.')
    : answerError(422, 'invalid', visitor.requestId, undefined, { fields: saved.fields });
}

export const loader = refuseGet;

function answer(collection: OwnPublicCollection | null, appUrl: string): Response {
  const { isOn, name, slug } = collection ?? { isOn: false, name: null, slug: null };
  return Response.json(
    { on: isOn, name, slug, url: isOn ? `${appUrl}/colecao/${slug}` : null },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}
