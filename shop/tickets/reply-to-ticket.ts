import type { ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { checkText, type TicketFields } from './check-words.ts';
import { isSame, lastReply, lockTicket, writeReply } from './write-reply.ts';

export type ReplyToTicketResult =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'invalid'; fields: TicketFields }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/** The customer goes on with a thread of their own; a solved one is open again (ruling 46). */
export async function replyToTicket(
  ctx: ShopContext,
  request: { userId: string; clientAddress: string; ticketId: string; text: string },
): Promise<ReplyToTicketResult> {
  const { userId, clientAddress, ticketId } = request;
  if (!(await isOwn(ctx, userId, ticketId))) return { ok: false, reason: 'not_found' };
  const checked = checkText(request.text);
  if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
  const reached = await allowOutwardCall(ctx, 'reply-ticket', { userId, address: clientAddress });
  if (!reached.ok) return { ...reached, reason: 'too_many' };
  return ctx.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket || ticket.user_id !== userId) return { ok: false, reason: 'not_found' };
    const reply = { authorId: userId, fromStaff: false, text: checked.text };
    if (isSame(ctx, await lastReply(tx, ticketId), reply)) return { ok: true, repeated: true };
    await writeReply(reached.ctx, tx, ticket, { ...reply, state: 'open' });
    return { ok: true, repeated: false };
  });
}

async function isOwn(ctx: ShopContext, userId: string, ticketId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}
