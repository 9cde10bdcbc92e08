import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import { answerError } from '../http/answer-error.ts';

/** The staff member of this request, from `user_roles` as it is now (ruling 16), or the refusal to answer with. */
export async function staffSession(context: Readonly<RouterContextProvider>): Promise<Session | Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (session.owesSecondFactor) return answerError(403, 'second_factor_required', visitor.requestId);
  if (!session.isStaff) {
    const { requestId } = visitor;
    getShop(context).log.warn('security.staff_refused', { requestId, accountId: session.user.id });
    return answerError(403, 'forbidden', requestId);
  }
  return session;
}
