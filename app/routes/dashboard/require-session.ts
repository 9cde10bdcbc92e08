import { redirect, type RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { signInAddress } from '../account/sign-in-address.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';

/**
 * The customer area is for the signed-in. Loaders run side by side, so each of them asks.
 * `url`: the argument of the loader or the action, which is the address that the person sees.
 */
export async function requireSession(context: Readonly<RouterContextProvider>, url: URL): Promise<Session> {
  const session = await getVisitor(context).session();
  if (session) return session;
  throw redirect(signInAddress(url));
}
