import { data, type RouterContextProvider } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { describeDuration } from '#shop/limits/describe-wait.ts';
import type { AnswerTicketResult } from '#shop/tickets/answer-ticket.ts';
import { describeAnsweredMeanwhile } from '#shop/tickets/describe-answered-meanwhile.ts';
import type { OpenTicketResult } from '#shop/tickets/open-ticket.ts';
import type { ReplyToTicketResult } from '#shop/tickets/reply-to-ticket.ts';
import { askToWait } from '../pass-retry-after.ts';
import { FAILURE_TITLE, type MessageAnswer } from './message-answer.ts';
import { refuseMessage } from './post-message.ts';

type Refused = Extract<OpenTicketResult | ReplyToTicketResult | AnswerTicketResult, { ok: false }>;

/** Why a message of a thread was not taken; what was typed goes back into the form. */
export function explainTicketRefusal(
  context: Readonly<RouterContextProvider>,
  refused: Refused,
  typed: MessageAnswer['typed'],
) {
  const refuse = (status: number, description: string, field?: string) =>
    refuseMessage(status, { title: FAILURE_TITLE, description, ...(field ? { field } : {}) }, typed);
  switch (refused.reason) {
    case 'invalid':
      return refused.fields.subject
        ? refuse(422, refused.fields.subject, 'subject')
        : refuse(422, refused.fields.text ?? '', 'message');
    case 'unknown_order':
      return refuse(422, 'O pedido deste endereço não é seu. Seu texto foi mantido.');
    case 'unknown_skin':
      return refuse(422, 'A skin deste endereço não é sua. Seu texto foi mantido.');
    case 'not_found':
      return refuse(404, 'Este atendimento não existe mais. Seu texto foi mantido.');
    case 'answered_meanwhile':
      return refuse(409, describeAnsweredMeanwhile(refused), 'message');
    case 'too_many':
      return data<MessageAnswer>(
        {
          sent: false,
          failure: {
            title: FAILURE_TITLE,
            description: `Você enviou várias mensagens em pouco tempo. Espere ${describeDuration(refused.retryAfterSeconds)} e envie de novo, ou escreva para ${getShop(context).settings.supportEmail}. Seu texto foi mantido.`,
          },
          typed,
        },
        askToWait(context, refused.retryAfterSeconds),
      );
  }
}
