import { data, redirect, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import { mayDo, type Right, type StaffRole } from '#shop/accounts/staff/rights.ts';

/**
 * Non-admins go to `/`; staff whose role has not this right read 403. Every loader and action of the
 * admin area checks it itself: they run in parallel, and the check of a parent protects no child.
 */
export async function requireStaff(
  context: Readonly<RouterContextProvider>,
  right: Right,
): Promise<Session & { role: StaffRole }> {
  const { requestId, session: readSession } = getVisitor(context);
  const session = await readSession();
  if (session?.owesSecondFactor) throw redirect('/dashboard/perfil?exige=verificacao#seguranca');
  if (session?.role && mayDo(session.role, right)) return { ...session, role: session.role };
  if (session) {
    const { log } = getShop(context);
    log.warn('security.staff_refused', { requestId, accountId: session.user.id, right });
  }
  throw session?.role ? data(null, { status: 403 }) : redirect('/');
}
