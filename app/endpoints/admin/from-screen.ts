import { redirect, type ActionFunctionArgs, type RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from '../http/answer-error.ts';

type Args = ActionFunctionArgs<Readonly<RouterContextProvider>>;

/**
 * The `action` of a form of the panel that is the browser's own: what it answers is shown as a page. Whoever has no session
 * signs in and comes back to the screen; whoever is no staff is sent there, and led on; what takes time it says itself.
 */
export function fromScreen(screen: string, place: string, act: (args: Args) => Promise<Response>) {
  return async (args: Args): Promise<Response> => {
    const { requestId, session: readSession } = getVisitor(args.context);
    if (args.request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
    const session = await readSession();
    if (!session) return redirect(`/auth?${new URLSearchParams({ voltar: screen })}`);
    if (session.role === null) return redirect(screen);
    const answer = await act(args);
    if (answer.status !== 429) return answer;
    return redirect(`${screen}?espere=${answer.headers.get('retry-after')}#${place}`);
  };
}
