import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import type { TicketState } from './ticket.ts';
import { lockTicket } from './write-reply.ts';

const ACTIONS = {
  open: 'ticket.reopened',
  answered: 'ticket.marked_answered',
  solved: 'ticket.solved',
} as const;

/** Staff say how a thread stands; the caller has checked the role. Saying it twice changes nothing. */
export async function setTicketState(
  ctx: ShopContext,
  { actorUserId, ticketId, state }: { actorUserId: string; ticketId: string; state: TicketState },
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  return ctx.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) return { ok: false, reason: 'not_found' };
    if (ticket.state === state) return { ok: true };
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
    return { ok: true };
  });
}
