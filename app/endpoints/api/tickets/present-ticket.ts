import type { ListedTicket } from '#shop/tickets/list-tickets.ts';
import type { Ticket } from '#shop/tickets/read-ticket.ts';

/** A thread of a list, in the contract's words. */
export function presentListedTicket(ticket: ListedTicket) {
  return {
    id: ticket.id,
    state: ticket.state,
    subject: ticket.subject,
    order_id: ticket.orderId,
    champion_id: ticket.championId,
    skin_num: ticket.skinNum,
    created_at: ticket.createdAt.toISOString(),
    updated_at: ticket.changedAt.toISOString(),
  };
}

/** One thread. Both sides read the same; who of the staff wrote is in no answer. */
export function presentTicket(ticket: Omit<Ticket, 'championName'>) {
  return {
    id: ticket.id,
    state: ticket.state,
    subject: ticket.subject,
    order_id: ticket.orderId,
    champion_id: ticket.championId,
    skin_num: ticket.skinNum,
    file_version: ticket.fileVersion,
    created_at: ticket.createdAt.toISOString(),
    replies: ticket.replies.map(({ from, text, createdAt }) => ({
      from,
      text,
      created_at: createdAt.toISOString(),
    })),
  };
}
