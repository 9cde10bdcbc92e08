import { cutText } from '#shop/text/cut-text.ts';
import type { TicketState } from '#shop/tickets/ticket.ts';

export interface TicketFilters {
  /** null: every thread. */
  state: TicketState | null;
  q: string;
}

/** By the word in the address. Who opens the screen wants to see what waits. */
const VIEWS = new Map<string, TicketState | null>([
  ['abertos', 'open'],
  ['respondidos', 'answered'],
  ['resolvidos', 'solved'],
  ['todos', null],
]);

export const TICKET_VIEWS = [
  { state: 'open', label: 'Abertos' },
  { state: 'answered', label: 'Respondidos' },
  { state: 'solved', label: 'Resolvidos' },
  { state: null, label: 'Todos' },
] as const satisfies readonly { state: TicketState | null; label: string }[];

export function readTicketFilters(query: URLSearchParams): TicketFilters {
  const q = cutText(query.get('q') ?? '', 100);
  const state = VIEWS.get(query.get('estado') ?? '');
  // A search without a chosen state looks everywhere.
  return { state: state === undefined ? (q === '' ? 'open' : null) : state, q };
}

export function viewOf(state: TicketState | null): string {
  return [...VIEWS].find(([, each]) => each === state)?.[0] ?? 'todos';
}

export function ticketsPath({ state, q }: TicketFilters): string {
  const query = new URLSearchParams({ estado: viewOf(state), ...(q === '' ? {} : { q }) });
  return `/admin/atendimento?${query.toString()}`;
}
