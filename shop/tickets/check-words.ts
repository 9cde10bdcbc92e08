import { z } from 'zod';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';
import { TICKET_LIMITS } from './ticket.ts';

const SAYS_SOMETHING = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text that says something: blanks and what nobody sees are none. */
export function words(tidy: (typed: string) => string, most: number, tooLong: string, empty = EMPTY) {
  return z
    .string({ error: empty })
    .transform(tidy)
    .refine((text) => SAYS_SOMETHING.test(text), empty)
    .refine((text) => text.length <= most, `${tooLong} deve ter no máximo ${most} caracteres`)
    .meta({ maxLength: most, examples: ['Um texto de exemplo'] });
}

const EMPTY = 'Preencha todos os campos';

export const ticketSubject = words(tidyLine, TICKET_LIMITS.subject, 'O assunto');
export const ticketText = words(tidyParagraphs, TICKET_LIMITS.text, 'A mensagem');
