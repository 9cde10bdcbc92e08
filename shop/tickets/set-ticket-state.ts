import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { hasUnseenQuestion } from './answer-ticket.ts';
import { NO_TICKET, TICKET_STATES, type TicketState } from './ticket.ts';
import { lockTicket } from './write-reply.ts';

const ACTIONS = {
  open: 'ticket.reopened',
  answered: 'ticket.marked_answered',
  solved: 'ticket.solved',
} as const;

/**
 * Staff say how a thread stands. Saying it twice changes nothing. `seen`: the newest message on the clerk's screen. What the
 * customer wrote after it stays open.
 */
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
      seen: id().optional(),
    }),
    output: z.object({ id: z.string(), state: z.enum(TICKET_STATES) }),
    refusals: { not_found: 404, asked_meanwhile: 409 },
  },
  (ctx, { actorUserId, ticketId, state, seen }) =>
    ctx.transaction(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket) return NO_TICKET;
      const done = { id: ticketId, state };
      if (ticket.state === state) return done;
      if (await hasUnseenQuestion(tx, ticket, seen)) return { ok: false, reason: 'asked_meanwhile' };
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
