import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { ticketSubject, ticketText } from './check-words.ts';
import { findAbout } from './find-about.ts';
import { readOwnTicket, shownTicket } from './read-ticket.ts';
import { NO_TICKET, SAME_WORDS_MS } from './ticket.ts';
import { addPicture } from './write-reply.ts';

const input = z.object({
  subject: ticketSubject,
  text: ticketText,
  orderId: z.string().max(64).nullish(),
  sku: sku.nullish(),
});

/**
 * A customer's message becomes a thread, and the team is told by mail: both or neither (docs/decisions/tickets.md). The
 * same words about the same thing that had arrived a moment before are one ticket. `unknown_order`: it is not theirs.
 * `unknown_skin`: in no catalogue, or not in that order.
 */
export const openTicket = operation(
  {
    id: 'tickets.open',
    who: 'customer',
    input,
    output: shownTicket,
    refusals: { not_found: 404, unknown_order: 422, unknown_skin: 422 },
    limit: 'open-ticket',
  },
  async (
    ctx: OutwardContext,
    {
      userId,
      subject,
      text,
      pictureKey = null,
      ...asked
    }: z.output<typeof input> & { userId: string; pictureKey?: string | null },
  ) => {
    const found = await findAbout(ctx, userId, asked);
    if (!found.ok) return found;
    const { about } = found;
    const opened = await ctx.transaction(async (tx) => {
      // Ten at once, of a double click or a retry, come one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${userId}`}, 0))`.execute(tx);
      const now = ctx.now();
      const same = await tx
        .selectFrom('tickets')
        .innerJoin('ticket_replies as reply', 'reply.ticket_id', 'tickets.id')
        .select(['tickets.id', 'reply.id as replyId'])
        .where('tickets.user_id', '=', userId)
        .where('tickets.subject', '=', subject)
        .where('tickets.order_id', 'is not distinct from', about.orderId)
        .where('tickets.sku', 'is not distinct from', about.sku)
        .where('tickets.state', '<>', 'solved')
        .where('reply.body', '=', text)
        .where('reply.from_staff', '=', false)
        .where('reply.created_at', '>', new Date(now.getTime() - SAME_WORDS_MS))
        .limit(1)
        .executeTakeFirst();
      if (same) {
        const tookPicture = await addPicture(tx, same.replyId, pictureKey);
        return { id: same.id, repeated: true, tookPicture };
      }

      const { name, email } = await tx
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const words = [subject, about.skinName, about.championName, name, email.split('@')[0], text];
      const ticket = { id: randomUUID(), user_id: userId, state: 'open' as const };
      await tx
        .insertInto('tickets')
        .values({
          ...ticket,
          subject,
          order_id: about.orderId,
          sku: about.sku,
          file_version: about.fileVersion,
          created_at: now,
          changed_at: now,
          waits_since: now,
          search_words: sql<string>`ticket_search_words(${words.filter(Boolean).join(' ')}, array[${email.toLowerCase()}::text])`,
        })
        .execute();
      const replyId = randomUUID();
      await tx
        .insertInto('ticket_replies')
        .values({
          id: replyId,
          ticket_id: ticket.id,
          from_staff: false,
          author_id: userId,
          body: text,
          picture_key: pictureKey,
          created_at: now,
        })
        .execute();
      await tell(ctx, tx, { name: 'ticket.written', ticket, replyId, step: 'opened' });
      ctx.log.info('ticket.opened', { ticketId: ticket.id });
      return { id: ticket.id, repeated: false, tookPicture: true };
    });
    const ticket = await readOwnTicket(ctx, { userId, id: opened.id });
    return ticket ? { ok: true as const, ...opened, ...ticket } : NO_TICKET;
  },
);
