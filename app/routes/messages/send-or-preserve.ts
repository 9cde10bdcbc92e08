import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import { preserveForm } from '../preserve-form.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';

/** The client's half of the message forms: an answer that never arrives, or a picture too large, takes no text away. */
export async function sendOrPreserve({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<MessageAnswer>;
}) {
  const picture = (await request.clone().formData()).get('picture');
  if (picture instanceof File && picture.size > TICKET_LIMITS.pictureBytes) {
    const description = 'A imagem deve ter no máximo 8 MB. Seu texto foi mantido.';
    return { sent: false, failure: { title: FAILURE_TITLE, description, field: 'picture' }, typed: {} };
  }
  return preserveForm({ request, title: FAILURE_TITLE }, serverAction, (failure): MessageAnswer => ({
    sent: false,
    failure,
    typed: {},
  }));
}
