import { data, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { openTicket, type NewTicket } from '#shop/tickets/open-ticket.ts';
import { replyToTicket } from '#shop/tickets/reply-to-ticket.ts';
import { explainTicketRefusal } from './explain-ticket-refusal.ts';
import type { MessageAnswer } from './message-answer.ts';
import { failMessage } from './post-message.ts';

type Kept = MessageAnswer['kept'];
const SENT: MessageAnswer = { sent: true, failure: undefined, kept: {} };

/** Opens a thread for a signed-in person. Whatever happens, nobody types it again (ruling 17). `kept`: the form's fields. */
export async function postTicket(
  context: Readonly<RouterContextProvider>,
  ticket: Omit<NewTicket, 'clientAddress'>,
  kept: Kept,
) {
  return keepWords(context, kept, async () => {
    const clientAddress = getVisitor(context).ip;
    const opened = await openTicket(getShop(context), { ...ticket, clientAddress });
    return opened.ok ? data(SENT) : explainTicketRefusal(context, opened, kept);
  });
}

export async function postReply(
  context: Readonly<RouterContextProvider>,
  { userId, ticketId, text }: { userId: string; ticketId: string; text: string },
) {
  const kept = { message: text };
  return keepWords(context, kept, async () => {
    const clientAddress = getVisitor(context).ip;
    const replied = await replyToTicket(getShop(context), { userId, ticketId, text, clientAddress });
    return replied.ok ? data(SENT) : explainTicketRefusal(context, replied, kept);
  });
}

/** A shop that cannot store it says so, and the words stay. */
export async function keepWords<Answer>(
  context: Readonly<RouterContextProvider>,
  kept: Kept,
  post: () => Promise<Answer>,
) {
  try {
    return await post();
  } catch (error) {
    return failMessage(context, error, kept);
  }
}
