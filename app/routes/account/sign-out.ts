import { data, redirect } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/sign-out';
import { forwardCookies } from './forward-cookies.ts';
import { runServerAction } from './run-server-action.ts';

/** Only a form can sign out: a link or a picture on another site must not. */
export function loader() {
  throw redirect('/');
}

export async function action({ context }: Route.ActionArgs) {
  const response = await getVisitor(context).authenticate('sign-out', {});
  // The visitor is still signed in: 'Até logo!' would be false on a shared machine.
  if (!response.ok) throw data(null, { status: 503 });
  throw redirect('/', { headers: forwardCookies(response) });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  runServerAction(serverAction, () => ({ title: 'Logout realizado!', description: 'Até logo!' }));
