import { getShop, getVisitor } from '#app/request-context.ts';
import { showReview } from '#shop/reviews/hide-review.ts';
import type { Route } from './+types/show';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import { answerHidden } from './answer-hidden.ts';

/** `POST /api/admin/reviews/{id}/show`: everybody reads the review again. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'reviews');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const asked = { actorUserId: staff.user.id, reviewId: params.id.toLowerCase() };
  return answerHidden(isUuid(params.id) ? await showReview(getShop(context), asked) : null, requestId);
}

export const loader = refuseGet;
