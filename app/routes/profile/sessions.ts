import { data, redirect } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { wantsPage } from '#app/endpoints/http/wants-page.ts';
import { requireSession } from '#app/routes/dashboard/require-session.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { endSessions } from '#shop/accounts/sessions/end-sessions.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/sessions';

export interface SessionsAnswer {
  /** How many sessions ended; null: the question did not get through. */
  ended: number | null;
  failure: ScreenFailure | undefined;
}

export function loader() {
  throw redirect('/dashboard/perfil');
}

/** Ends one session (`session`), or all but the one that asks (without it). */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { id, user } = await requireSession(context, url);
  const sessionId = textOf(await readForm(request), 'session');
  if (sessionId && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId)) {
    throw data(null, { status: 400 });
  }
  const ended = await endSessions(getShop(context), {
    userId: user.id,
    ...(sessionId ? { sessionId } : { exceptId: id }),
  });
  if (wantsPage(request)) return redirect('/dashboard/perfil#seguranca', 303);
  return data<SessionsAnswer>({ ended, failure: undefined });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm(
    { request, title: 'Erro ao encerrar sessão', isTyped: false },
    serverAction,
    (failure): SessionsAnswer => ({ ended: null, failure }),
  );
