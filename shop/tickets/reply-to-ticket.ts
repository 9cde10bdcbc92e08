import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { ticketText } from './check-words.ts';
import { readOwnTicket, shownTicket } from './read-ticket.ts';
import { NO_TICKET } from './ticket.ts';
import { addPicture, isSame, lastReply, lockTicket, writeReply } from './write-reply.ts';

/** The customer goes on with a thread of their own; a solved one is open again. */
export const replyToTicket = operation(
  {
    id: 'tickets.reply',
    who: 'customer',
    input: z.object({ ticketId: id(), text: ticketText }),
    output: shownTicket,
    refusals: { not_found: 404 },
    limit: 'reply-ticket',
  },
  async (
    ctx: OutwardContext,
    {
      userId,
      ticketId,
      text,
      pictureKey = null,
    }: { userId: string; ticketId: string; text: string; pictureKey?: string | null },
  ) => {
    const replied = await ctx.transaction(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket || ticket.user_id !== userId) return null;
      const reply = { authorId: userId, fromStaff: false, text };
      const last = await lastReply(tx, ticketId);
      if (isSame(ctx, last, reply))
        return { repeated: true, tookPicture: await addPicture(tx, last.id, pictureKey) };
      await writeReply(ctx, tx, ticket, { ...reply, pictureKey, state: 'open' });
      return { repeated: false, tookPicture: true };
    });
    const ticket = replied && (await readOwnTicket(ctx, { userId, id: ticketId }));
    return ticket ? { ok: true as const, ...replied, ...ticket } : NO_TICKET;
  },
);
