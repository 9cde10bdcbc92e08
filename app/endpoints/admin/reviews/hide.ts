import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { hideReview } from '#shop/reviews/hide-review.ts';
import type { Route } from './+types/hide';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import { answerHidden } from './answer-hidden.ts';

const bodySchema = z.object({ reason: z.string().max(10_000) });

/** `POST /api/admin/reviews/{id}/hide {"reason"}`: nobody but its author reads the review any more. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'reviews');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const asked = { actorUserId: staff.user.id, reviewId: params.id.toLowerCase(), reason: body.value.reason };
  return answerHidden(isUuid(params.id) ? await hideReview(getShop(context), asked) : null, requestId);
}

export const loader = refuseGet;
