import { data } from 'react-router';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';

/**
 * In the browser, around the server's action. A submission whose answer never arrives would replace the screen
 * by its error page, and everything typed with it; here it becomes an answer of the form's own.
 */
export async function sendOrKeep({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<MessageAnswer>;
}) {
  try {
    return await serverAction();
  } catch (thrown) {
    // A second press takes the first one's place; the router drops what the first would have said.
    if (thrown instanceof Response || request.signal.aborted) throw thrown;
    console.error(FAILURE_TITLE, thrown);
    const failure = {
      title: FAILURE_TITLE,
      description: 'A loja não respondeu. Seu texto foi mantido: confira a conexão e envie de novo.',
    };
    // A status of failure keeps the router from loading the page's data afresh, which would fail likewise.
    return data<MessageAnswer>({ sent: false, failure, kept: {} }, { status: 503 });
  }
}
