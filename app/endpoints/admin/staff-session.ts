import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import { mayDo, type Right } from '#shop/accounts/staff/rights.ts';
import { answerError } from '../http/answer-error.ts';

/** The staff member of this request, if their role has this right now, or the refusal to answer with. */
export async function staffSession(
  context: Readonly<RouterContextProvider>,
  right: Right,
): Promise<Session | Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (session.owesSecondFactor) return answerError(403, 'second_factor_required', visitor.requestId);
  if (!mayDo(session.role, right)) {
    const { requestId } = visitor;
    getShop(context).log.warn('security.staff_refused', { requestId, accountId: session.user.id, right });
    return answerError(403, 'forbidden', requestId);
  }
  return session;
}
