import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { TicketRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { ticketText } from './check-words.ts';
import { readStaffTicket, shownStaffTicket } from './read-ticket.ts';
import { NO_TICKET } from './ticket.ts';
import { isSame, lastReply, lockTicket, writeReply } from './write-reply.ts';

/**
 * An answer of the staff. `seen`: the newest message on the clerk's screen. Where a colleague has answered after it,
 * nothing is sent: one customer gets one answer. What the customer wrote after it still waits.
 */
export const answerTicket = operation(
  {
    id: 'tickets.answer',
    who: 'tickets',
    input: z.object({
      ticketId: id(),
      text: ticketText,
      seen: id().optional(),
      state: z.enum(['answered', 'solved']).optional(),
    }),
    output: shownStaffTicket,
    refusals: { not_found: 404, answered_meanwhile: 409 },
    limit: 'answer-ticket',
  },
  async (ctx, { actorUserId, ticketId, text, seen, state = 'answered' }) => {
    const answered = await ctx.transaction(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket) return NO_TICKET;
      const last = await lastReply(tx, ticketId);
      const reply = { authorId: actorUserId, fromStaff: true, text };
      if (isSame(ctx, last, reply)) return { ok: true as const, repeated: true };
      const other = seen === undefined ? null : await findUnseenAnswer(tx, { actorUserId, ticketId, seen });
      if (other) {
        const fields = { text: describeOther(other.name, ctx.now().getTime() - other.created_at.getTime()) };
        return { ok: false as const, reason: 'answered_meanwhile' as const, fields };
      }
      const left = (await hasUnseenQuestion(tx, ticket, seen)) ? 'open' : state;
      await writeReply(ctx, tx, ticket, { ...reply, state: left });
      await recordAudit(ctx, tx, {
        actorUserId,
        action: left === 'solved' ? 'ticket.solved' : 'ticket.answered',
        subject: { type: 'ticket', id: ticketId },
      });
      return { ok: true as const, repeated: false };
    });
    if (!answered.ok) return answered;
    const ticket = await readStaffTicket(ctx, ticketId);
    return ticket ? { ...answered, ...ticket } : NO_TICKET;
  },
);

/** For the clerk whose answer would be the second one. `by` null: their account is gone. */
function describeOther(by: string | null, agoMs: number): string {
  const minutes = Math.floor(agoMs / 60_000);
  const ago = minutes < 1 ? 'há menos de 1 min' : minutes < 60 ? `há ${minutes} min` : 'há mais de uma hora';
  const who = by === null || by.trim() === '' ? 'a equipe' : by;
  return `Respondido ${ago} por ${who}. Sua resposta não foi enviada: leia a outra e decida se ainda precisa da sua.`;
}

/** The newest answer of a colleague after the message that this clerk saw last. */
function findUnseenAnswer(
  tx: Tx,
  { actorUserId, ticketId, seen }: { actorUserId: string; ticketId: string; seen: string },
) {
  return repliesAfter(tx, ticketId, seen)
    .leftJoin('users', 'users.id', 'reply.author_id')
    .select(['reply.created_at', 'users.name'])
    .where('reply.from_staff', '=', true)
    .where('reply.author_id', 'is distinct from', actorUserId)
    .orderBy('reply.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the customer of an open thread wrote after the message that this clerk saw last. */
export async function hasUnseenQuestion(
  tx: Tx,
  ticket: TicketRow,
  seen: string | undefined,
): Promise<boolean> {
  if (seen === undefined || ticket.state !== 'open') return false;
  const question = await repliesAfter(tx, ticket.id, seen)
    .select('reply.id')
    .where('reply.from_staff', '=', false)
    .limit(1)
    .executeTakeFirst();
  return question !== undefined;
}

function repliesAfter(tx: Tx, ticketId: string, seen: string) {
  return tx
    .selectFrom('ticket_replies as reply')
    .innerJoin('ticket_replies as seen', 'seen.ticket_id', 'reply.ticket_id')
    .where('reply.ticket_id', '=', ticketId)
    .where('seen.id', '=', seen)
    .whereRef('reply.created_at', '>', 'seen.created_at');
}
