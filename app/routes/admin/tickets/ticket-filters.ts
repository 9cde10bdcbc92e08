import { cutText } from '#shop/text/cut-text.ts';
import type { TicketState } from '#shop/tickets/ticket.ts';

export interface TicketFilters {
  /** null: every thread. */
  state: TicketState | null;
  q: string;
}

/** `word`: in the address. */
export const TICKET_VIEWS = [
  { word: 'abertos', state: 'open', label: 'Abertos' },
  { word: 'respondidos', state: 'answered', label: 'Respondidos' },
  { word: 'resolvidos', state: 'solved', label: 'Resolvidos' },
  { word: 'todos', state: null, label: 'Todos' },
] as const satisfies readonly { word: string; state: TicketState | null; label: string }[];

export function readTicketFilters(query: URLSearchParams): TicketFilters {
  const q = cutText(query.get('q') ?? '', 100);
  const view = TICKET_VIEWS.find(({ word }) => word === query.get('estado'));
  // Who opens the screen wants to see what waits. A search without a chosen state looks everywhere.
  return { state: view ? view.state : q === '' ? 'open' : null, q };
}

export function ticketsPath({ state, q }: TicketFilters): string {
  const estado = TICKET_VIEWS.find((view) => view.state === state)?.word ?? 'todos';
  const query = new URLSearchParams({ estado, ...(q === '' ? {} : { q }) });
  return `/admin/atendimento?${query.toString()}`;
}
