import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { NO_TICKET, TICKET_STATES, type TicketState } from './ticket.ts';
import { lockTicket } from './write-reply.ts';

const ACTIONS = {
  open: 'ticket.reopened',
  answered: 'ticket.marked_answered',
  solved: 'ticket.solved',
} as const;

/** Staff say how a thread stands. Saying it twice changes nothing. */
export const setTicketState = operation(
  {
    id: 'tickets.set_state',
    who: 'tickets',
    input: z.object({
      ticketId: id(),
      state: z
        .string()
        .refine((text) => TICKET_STATES.some((each) => each === text), 'Este estado não existe.')
        .transform((text) => text as TicketState)
        .meta({ examples: ['solved'] }),
    }),
    output: z.object({ id: z.string(), state: z.enum(TICKET_STATES) }),
    refusals: { not_found: 404 },
  },
  (ctx, { actorUserId, ticketId, state }) =>
    ctx.transaction(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket) return NO_TICKET;
      const done = { id: ticketId, state };
      if (ticket.state === state) return done;
      const now = ctx.now();
      await tx
        .updateTable('tickets')
        .set({ state, changed_at: now, waits_since: state === 'open' ? now : null })
        .where('id', '=', ticketId)
        .execute();
      await recordAudit(ctx, tx, {
        actorUserId,
        action: ACTIONS[state],
        subject: { type: 'ticket', id: ticketId },
      });
      await tellChange(ctx, tx, { name: 'ticket.changed', ticket: { ...ticket, state } });
      return done;
    }),
);
