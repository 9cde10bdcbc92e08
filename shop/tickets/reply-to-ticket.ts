import type { ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { checkText, type TicketFields } from './check-words.ts';
import { addPicture, isSame, lastReply, lockTicket, writeReply } from './write-reply.ts';

export type ReplyToTicketResult =
  | { ok: true; repeated: boolean; tookPicture: boolean }
  | { ok: false; reason: 'invalid'; fields: TicketFields }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/** The customer goes on with a thread of their own; a solved one is open again. */
export async function replyToTicket(
  ctx: ShopContext,
  request: {
    userId: string;
    clientAddress: string;
    ticketId: string;
    text: string;
    pictureKey?: string | null;
  },
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
    const last = await lastReply(tx, ticketId);
    const pictureKey = request.pictureKey ?? null;
    if (isSame(ctx, last, reply))
      return { ok: true, repeated: true, tookPicture: await addPicture(tx, last.id, pictureKey) };
    await writeReply(reached.ctx, tx, ticket, { ...reply, pictureKey, state: 'open' });
    return { ok: true, repeated: false, tookPicture: true };
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
