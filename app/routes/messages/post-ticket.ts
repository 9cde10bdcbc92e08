import { data, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { openTicket, type NewTicket, type OpenTicketResult } from '#shop/tickets/open-ticket.ts';
import { replyToTicket, type ReplyToTicketResult } from '#shop/tickets/reply-to-ticket.ts';
import { explainTicketRefusal } from './explain-ticket-refusal.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';
import { failMessage, refuseMessage } from './post-message.ts';
import { takePicture } from './take-picture.ts';

type Typed = MessageAnswer['typed'];
type Picture = FormDataEntryValue | null;

/** Opens a thread for a signed-in person. Whatever happens, nobody types it again. `typed`: the form's fields. */
export async function postTicket(
  context: Readonly<RouterContextProvider>,
  ticket: Omit<NewTicket, 'clientAddress' | 'pictureKey'>,
  typed: Typed,
  picture: Picture = null,
) {
  return postWithPicture(context, { userId: ticket.userId, picture, typed }, (said) =>
    openTicket(getShop(context), { ...ticket, ...said }),
  );
}

export async function postReply(
  context: Readonly<RouterContextProvider>,
  { userId, ticketId, text, picture }: { userId: string; ticketId: string; text: string; picture: Picture },
) {
  return postWithPicture(context, { userId, picture, typed: { message: text } }, (said) =>
    replyToTicket(getShop(context), { userId, ticketId, text, ...said }),
  );
}

/** The picture is stored before the words that name it; where these are refused, it goes again. */
async function postWithPicture(
  context: Readonly<RouterContextProvider>,
  { userId, picture, typed }: { userId: string; picture: Picture; typed: Typed },
  post: (said: {
    clientAddress: string;
    pictureKey: string | null;
  }) => Promise<OpenTicketResult | ReplyToTicketResult>,
) {
  return preserveWords(context, typed, async () => {
    const { key, refusal, notice, forget } = await takePicture(context, userId, picture);
    if (refusal !== undefined) {
      const failure = { title: FAILURE_TITLE, description: refusal, field: 'picture' };
      return refuseMessage(422, failure, typed);
    }
    let isTaken = false;
    try {
      const posted = await post({ clientAddress: getVisitor(context).ip, pictureKey: key });
      if (!posted.ok) return explainTicketRefusal(context, posted, typed);
      isTaken = posted.tookPicture;
      return data<MessageAnswer>({ sent: true, failure: undefined, notice, typed: {} });
    } finally {
      if (!isTaken) await forget?.();
    }
  });
}

/** A shop that cannot store it says so, and the words stay. */
export async function preserveWords<Answer>(
  context: Readonly<RouterContextProvider>,
  typed: Typed,
  post: () => Promise<Answer>,
) {
  try {
    return await post();
  } catch (error) {
    return failMessage(context, error, typed);
  }
}
