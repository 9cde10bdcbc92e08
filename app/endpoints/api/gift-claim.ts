import { z } from 'zod';
import { getVisitor } from '#app/request-context.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import type { Route } from './+types/gift-claim';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { readJson } from '../http/read-json.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { explainClaimRefusal } from './explain-claim-refusal.ts';

const bodySchema = z.object({
  instead: z.tuple([z.string().min(1).max(64), z.int().min(0).max(100_000)]).nullish(),
});

/** `POST /api/gifts/{token}/claim`: the gift becomes the signed-in person's (ruling 44). */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', visitor.requestId);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const shop = await limitCaller(context, 'claim-gift', session.user.id);
  if (shop instanceof Response) return shop;
  const parsed = await readJson(request, bodySchema);
  if (!parsed.ok) return answerError(400, 'malformed', visitor.requestId);
  const [championId, skinNum] = parsed.value.instead ?? [];
  const claimed = await claimGift(shop, {
    userId: session.user.id,
    token: params.token,
    instead: championId === undefined || skinNum === undefined ? null : { championId, skinNum },
  });
  if (!claimed.ok) {
    const [status, code, message] = explainClaimRefusal(claimed.reason);
    return answerError(status, code, visitor.requestId, message);
  }
  return Response.json({ collection_id: claimed.entryId }, { headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
