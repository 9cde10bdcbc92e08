import { redirect, type RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';

/** The customer area is for the signed-in (spec section 2). Loaders run side by side, so each of them asks. */
export async function requireSession(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Session> {
  const session = await getVisitor(context).session();
  if (session) return session;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/auth?voltar=${encodeURIComponent(pathname + search)}`);
}
