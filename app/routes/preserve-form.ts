import { data } from 'react-router';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/** For a button with nothing typed beside it, in a toast. */
export const NOTHING_CHANGED = 'Nada mudou. Tente de novo em instantes.';

/**
 * In the browser, around the server's action. A submission whose answer never arrives would replace the screen
 * by its error page, and everything typed with it; here it becomes an answer of the form's own. `isTyped`: it is no mere
 * button.
 */
export async function preserveForm<Answer, Lost>(
  { request, title, isTyped = true }: { request: Request; title: string; isTyped?: boolean },
  serverAction: () => Promise<Answer>,
  present: (failure: ScreenFailure) => Lost,
) {
  try {
    return await serverAction();
  } catch (thrown) {
    // A second press takes the first one's place; the router drops what the first would have said.
    if (thrown instanceof Response || request.signal.aborted) throw thrown;
    console.error(title, thrown);
    const failure = {
      title,
      description: `A loja não respondeu. ${isTyped ? 'O que você digitou foi mantido: confira' : 'Confira'} a conexão e tente de novo.`,
    };
    // A status of failure keeps the router from loading the page's data afresh, which would fail likewise.
    return data(present(failure), { status: 503 });
  }
}
