import type { BadgeTone } from '#app/ui/list/badge.tsx';
import type { TicketState } from '#shop/tickets/ticket.ts';

/** How a thread stands. */
export const TICKET_WORDS: Record<TicketState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Aberto', tone: 'accent' },
  answered: { label: 'Respondido', tone: 'ok' },
  solved: { label: 'Resolvido', tone: 'neutral' },
};

/** `menos de 1 min`, `12 min`, `3 h`, `2 dias`. */
export function describeAge(since: Date, now: Date): string {
  const minutes = Math.floor(Math.max(0, now.getTime() - since.getTime()) / 60_000);
  if (minutes < 1) return 'menos de 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 dia' : `${days} dias`;
}
