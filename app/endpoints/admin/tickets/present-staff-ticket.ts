import type { StaffListedTicket } from '#shop/tickets/list-tickets.ts';
import type { StaffTicket } from '#shop/tickets/read-ticket.ts';
import { presentListedTicket, presentTicket } from '../../api/tickets/present-ticket.ts';

export function presentStaffListedTicket(ticket: StaffListedTicket) {
  return {
    ...presentListedTicket(ticket),
    waits_since: ticket.waitsSince?.toISOString() ?? null,
    customer: ticket.customer,
  };
}

/** `replies[].id` is what an answer names as `seen`. */
export function presentStaffTicket(ticket: StaffTicket) {
  const { replies, ...thread } = presentTicket(ticket);
  return {
    ...thread,
    replies: replies.map((reply, index) => ({
      id: ticket.replies[index]!.id,
      ...reply,
      author: ticket.replies[index]!.author,
    })),
    customer: ticket.customer,
    mailed_to: ticket.mailedTo,
    current_file_version: ticket.file?.version ?? null,
    others: ticket.others.map(({ id, subject, state }) => ({ id, subject, state })),
  };
}
