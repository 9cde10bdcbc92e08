import { redirect, type RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/session.ts';

/**
 * Non-admins go to `/` (spec section 2). Every loader and action of the admin area asks for itself: they run
 * side by side, and a parent's answer protects no child (ruling 16).
 */
export async function requireStaff(context: Readonly<RouterContextProvider>): Promise<Session> {
  const session = await getVisitor(context).session();
  if (session?.owesSecondFactor) throw redirect('/dashboard/perfil?exige=verificacao#seguranca');
  if (!session?.isStaff) throw redirect('/');
  return session;
}
