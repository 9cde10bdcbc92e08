import type { answerTicket } from '#shop/tickets/answer-ticket.ts';
import type { openTicket } from '#shop/tickets/open-ticket.ts';
import type { createReadyAnswer, updateReadyAnswer } from '#shop/tickets/ready-answers.ts';
import type { setTicketState } from '#shop/tickets/set-ticket-state.ts';
import { READY_ANSWER_LIMITS } from '#shop/tickets/ticket.ts';
import type { Sentences } from './sentences.ts';

export const TICKET_REFUSALS = {
  not_found: 'Atendimento não encontrado.',
  unknown_order: 'Este pedido não é seu.',
  unknown_skin: 'Esta skin não é deste pedido.',
  answered_meanwhile: ({ fields }) => fields?.text ?? '',
} satisfies Sentences<typeof openTicket> & Sentences<typeof answerTicket>;

export const TICKET_STATE_REFUSALS = {
  not_found: TICKET_REFUSALS.not_found,
  // 'foi mantido' keeps the form from saying that of what was typed: nothing was.
  asked_meanwhile: 'O cliente escreveu de novo: leia antes de resolver. O atendimento foi mantido aberto.',
  invalid: 'Este estado não existe.',
} satisfies Sentences<typeof setTicketState>;

export const READY_ANSWER_REFUSALS = {
  gone: 'Esta resposta foi apagada: salve o texto como uma nova.',
  too_many: `São no máximo ${READY_ANSWER_LIMITS.count} respostas. Apague uma antes.`,
} satisfies Sentences<typeof createReadyAnswer> & Sentences<typeof updateReadyAnswer>;
