import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';
import { TICKET_LIMITS } from './ticket.ts';

export type TicketFields = Partial<Record<'subject' | 'text', string>>;

const SAYS_SOMETHING = /[\p{L}\p{N}\p{P}\p{S}]/u;
const EMPTY = 'Preencha todos os campos';

export function checkSubject(
  typed: string,
): { ok: true; subject: string } | { ok: false; fields: TicketFields } {
  const subject = tidyLine(typed);
  if (!SAYS_SOMETHING.test(subject)) return { ok: false, fields: { subject: EMPTY } };
  if (subject.length > TICKET_LIMITS.subject)
    return {
      ok: false,
      fields: { subject: `O assunto deve ter no máximo ${TICKET_LIMITS.subject} caracteres` },
    };
  return { ok: true, subject };
}

export function checkText(typed: string): { ok: true; text: string } | { ok: false; fields: TicketFields } {
  const text = tidyParagraphs(typed);
  if (!SAYS_SOMETHING.test(text)) return { ok: false, fields: { text: EMPTY } };
  if (text.length > TICKET_LIMITS.text)
    return {
      ok: false,
      fields: { text: `A mensagem deve ter no máximo ${TICKET_LIMITS.text} caracteres` },
    };
  return { ok: true, text };
}
