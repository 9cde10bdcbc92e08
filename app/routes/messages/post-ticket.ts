import { data, type RouterContextProvider } from 'react-router';
import { call } from '#app/doors/call.ts';
import { explainRefusal } from '#app/doors/explain-refusal.ts';
import { runOperation } from '#app/doors/run-operation.ts';
import { TICKET_REFUSALS } from '#app/doors/sentences/tickets.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { fieldsOf } from '#shop/fields.ts';
import type { openTicket } from '#shop/tickets/open-ticket.ts';
import type { replyToTicket } from '#shop/tickets/reply-to-ticket.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';
import { failMessage, refuseMessage, refuseTooMany } from './post-message.ts';
import { takePicture, type TakenPicture } from './take-picture.ts';

const SENTENCES = {
  ...TICKET_REFUSALS,
  not_found: 'Este atendimento não existe mais. Seu texto foi mantido.',
  unknown_order: 'O pedido deste endereço não é seu. Seu texto foi mantido.',
  unknown_skin: 'A skin deste endereço não é sua. Seu texto foi mantido.',
};

/**
 * Opens a thread or goes on with one. Whatever happens, nobody types it again. The picture is stored before the words
 * that name it; where these are refused, it goes again. `typed`: the form's fields.
 */
export async function postTicket(
  context: Readonly<RouterContextProvider>,
  does: typeof openTicket | typeof replyToTicket,
  fields: object,
  {
    userId,
    typed,
    picture,
  }: { userId: string; typed: MessageAnswer['typed']; picture?: FormDataEntryValue | null },
) {
  let taken: TakenPicture = { key: null };
  let isTaken = false;
  const source = { address: getVisitor(context).ip, userAgent: null };
  try {
    const done = await runOperation(getShop(context), does, { userId, isStaff: false, source }, async () => {
      const { data: value, error } = does.input.safeParse(fields);
      if (!value) return { ok: false, reason: 'invalid', fields: fieldsOf(error) };
      taken = await takePicture(context, userId, picture ?? null);
      if (taken.refusal) return { ok: false, reason: 'invalid', fields: { picture: taken.refusal } };
      return { ok: true, value: { ...value, pictureKey: taken.key } };
    });
    if (done.ok) {
      isTaken = (done.outcome as { tookPicture: boolean }).tookPicture;
      const { notice } = taken;
      return data<MessageAnswer>({ sent: true, failure: undefined, isThread: true, notice, typed: {} });
    }
    if (done.retryAfterSeconds !== undefined) return refuseTooMany(context, done.retryAfterSeconds, typed);
    const { status, message, fields: wrong } = explainRefusal(call(does, SENTENCES), done);
    const [field, said] = Object.entries(wrong)[0] ?? [undefined, message ?? ''];
    const place = field && { field: field === 'text' ? 'message' : field };
    return refuseMessage(status, { title: FAILURE_TITLE, description: said, ...place }, typed);
  } catch (error) {
    return failMessage(context, error, typed);
  } finally {
    if (!isTaken) await taken.forget?.();
  }
}
