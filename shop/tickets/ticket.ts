import type { TicketState } from '#db/schema.ts';

export type { TicketState };

export const TICKET_STATES = ['open', 'answered', 'solved'] as const satisfies readonly TicketState[];

/** There is none, or it is not theirs. */
export const NO_TICKET = { ok: false, reason: 'not_found' } as const;

/** The same in the forms and in the tables. */
export const TICKET_LIMITS = { subject: 150, text: 5000, pictureBytes: 8 * 1024 * 1024 } as const;

export const READY_ANSWER_LIMITS = { title: 80, body: 5000, count: 100 } as const;

/** The same words of the same person within this time are a double click or a lost answer. */
export const SAME_WORDS_MS = 600_000;

/** Above this a thread's words are enough to find it; a row has a largest size. */
export const MOST_SEARCH_WORDS = 20_000;
