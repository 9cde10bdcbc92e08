import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { checkText, type TicketFields } from './check-words.ts';
import { isSame, lastReply, lockTicket, writeReply } from './write-reply.ts';

export type AnswerTicketResult =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'invalid'; fields: TicketFields }
  | { ok: false; reason: 'not_found' }
  /** A colleague was faster. `by` null: their account is gone. */
  | { ok: false; reason: 'answered_meanwhile'; by: string | null; secondsAgo: number }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/**
 * An answer of the staff; the caller has checked the role. `seen`: the newest message on the clerk's screen. Where a
 * colleague has answered after it, nothing is sent: one customer gets one answer.
 */
export async function answerTicket(
  ctx: ShopContext,
  request: {
    actorUserId: string;
    ticketId: string;
    text: string;
    seen?: string | undefined;
    solve?: boolean;
  },
): Promise<AnswerTicketResult> {
  const { actorUserId, ticketId, seen, solve = false } = request;
  const checked = checkText(request.text);
  if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
  const reached = await allowOutwardCall(ctx, 'answer-ticket', { userId: actorUserId });
  if (!reached.ok) return { ...reached, reason: 'too_many' };
  return ctx.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) return { ok: false, reason: 'not_found' };
    const last = await lastReply(tx, ticketId);
    const reply = { authorId: actorUserId, fromStaff: true, text: checked.text };
    if (isSame(ctx, last, reply)) return { ok: true, repeated: true };
    const other = seen === undefined ? null : await findUnseenAnswer(tx, { actorUserId, ticketId, seen });
    if (other) {
      const secondsAgo = Math.max(0, (ctx.now().getTime() - other.created_at.getTime()) / 1000);
      return { ok: false, reason: 'answered_meanwhile', by: other.name, secondsAgo };
    }
    await writeReply(reached.ctx, tx, ticket, { ...reply, state: solve ? 'solved' : 'answered' });
    await recordAudit(ctx, tx, {
      actorUserId,
      action: solve ? 'ticket.solved' : 'ticket.answered',
      subject: { type: 'ticket', id: ticketId },
    });
    return { ok: true, repeated: false };
  });
}

/** The newest answer of a colleague after the message that this clerk saw last. */
function findUnseenAnswer(
  tx: Tx,
  { actorUserId, ticketId, seen }: { actorUserId: string; ticketId: string; seen: string },
) {
  return tx
    .selectFrom('ticket_replies as reply')
    .innerJoin('ticket_replies as seen', 'seen.ticket_id', 'reply.ticket_id')
    .leftJoin('users', 'users.id', 'reply.author_id')
    .select(['reply.created_at', 'users.name'])
    .where('reply.ticket_id', '=', ticketId)
    .where(sql<boolean>`seen.id::text = ${seen}`)
    .where('reply.from_staff', '=', true)
    .where('reply.author_id', 'is distinct from', actorUserId)
    .whereRef('reply.created_at', '>', 'seen.created_at')
    .orderBy('reply.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
