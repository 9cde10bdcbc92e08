import { redirect, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';

/**
 * Non-admins go to `/` (spec section 2). Every loader and action of the admin area checks the role itself: they run
 * in parallel, and the check of a parent protects no child (ruling 16).
 */
export async function requireStaff(context: Readonly<RouterContextProvider>): Promise<Session> {
  const { requestId, session: readSession } = getVisitor(context);
  const session = await readSession();
  if (session?.owesSecondFactor) throw redirect('/dashboard/perfil?exige=verificacao#seguranca');
  if (!session?.isStaff) {
    if (session)
      getShop(context).log.warn('security.staff_refused', { requestId, accountId: session.user.id });
    throw redirect('/');
  }
  return session;
}
