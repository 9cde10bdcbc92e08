import { keepForm } from '../keep-form.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';

/** The client's half of both message forms: an answer that never arrives takes no text away. */
export function sendOrKeep({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<MessageAnswer>;
}) {
  return keepForm({ request, title: FAILURE_TITLE }, serverAction, (failure): MessageAnswer => ({
    sent: false,
    failure,
    kept: {},
  }));
}
