import type { OpenTicketResult } from '#shop/tickets/open-ticket.ts';
import type { ReplyToTicketResult } from '#shop/tickets/reply-to-ticket.ts';
import { answerError, answerTooMany } from '../../http/answer-error.ts';

type Refused = Extract<OpenTicketResult | ReplyToTicketResult, { ok: false }>;

export function refuseTicket(refused: Refused, requestId: string): Response {
  switch (refused.reason) {
    case 'invalid': {
      const fields = Object.fromEntries(Object.entries(refused.fields));
      return answerError(422, 'invalid', requestId, undefined, { fields });
    }
    case 'unknown_order':
      return answerError(422, 'unknown_order', requestId, 'Este pedido não é seu.');
    case 'unknown_skin':
      return answerError(422, 'unknown_skin', requestId, 'Esta skin não é deste pedido.');
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Atendimento não encontrado.');
    case 'too_many':
      return answerTooMany(refused.retryAfterSeconds, requestId);
  }
}
