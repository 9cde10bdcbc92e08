import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { checkSubject, checkText, type TicketFields } from './check-words.ts';
import { findAbout, type AskedAbout } from './find-about.ts';
import { SAME_WORDS_MS } from './ticket.ts';
import { addPicture } from './write-reply.ts';

export interface NewTicket {
  userId: string;
  clientAddress: string;
  subject: string;
  text: string;
  about: AskedAbout;
  /** Of a picture that was stored for it. */
  pictureKey?: string | null;
}

export type OpenTicketResult =
  /** `repeated`: the same words had arrived a moment before and are one ticket. */
  | { ok: true; id: string; repeated: boolean; tookPicture: boolean }
  | { ok: false; reason: 'invalid'; fields: TicketFields }
  /** The order is not theirs, or the skin is in no catalogue and not in that order. */
  | { ok: false; reason: 'unknown_order' | 'unknown_skin' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/** A customer's message becomes a thread, and the team is told by mail: both or neither (docs/decisions/tickets.md). */
export async function openTicket(ctx: ShopContext, request: NewTicket): Promise<OpenTicketResult> {
  const { userId, clientAddress } = request;
  const subject = checkSubject(request.subject);
  const text = checkText(request.text);
  if (!subject.ok || !text.ok) {
    return {
      ok: false,
      reason: 'invalid',
      fields: { ...(subject.ok ? {} : subject.fields), ...(text.ok ? {} : text.fields) },
    };
  }
  const found = await findAbout(ctx, userId, request.about);
  if (!found.ok) return { ok: false, reason: found.reason === 'order' ? 'unknown_order' : 'unknown_skin' };
  const reached = await allowOutwardCall(ctx, 'open-ticket', { userId, address: clientAddress });
  if (!reached.ok) return { ...reached, reason: 'too_many' };

  return ctx.transaction(async (tx) => {
    // Ten at once, of a double click or a retry, come one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${userId}`}, 0))`.execute(tx);
    const now = ctx.now();
    const same = await tx
      .selectFrom('tickets')
      .innerJoin('ticket_replies as reply', 'reply.ticket_id', 'tickets.id')
      .select(['tickets.id', 'reply.id as replyId'])
      .where('tickets.user_id', '=', userId)
      .where('tickets.subject', '=', subject.subject)
      .where('reply.body', '=', text.text)
      .where('reply.from_staff', '=', false)
      .where('reply.created_at', '>', new Date(now.getTime() - SAME_WORDS_MS))
      .limit(1)
      .executeTakeFirst();
    if (same) {
      const tookPicture = await addPicture(tx, same.replyId, request.pictureKey);
      return { ok: true, id: same.id, repeated: true, tookPicture };
    }

    const { name, email } = await tx
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const { about } = found;
    const words = [subject.subject, about.skinName, about.championName, name, email.split('@')[0], text.text];
    const ticket = { id: randomUUID(), user_id: userId, state: 'open' as const };
    await tx
      .insertInto('tickets')
      .values({
        ...ticket,
        subject: subject.subject,
        order_id: about.orderId,
        champion_id: about.championId,
        skin_num: about.skinNum,
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
        body: text.text,
        picture_key: request.pictureKey ?? null,
        created_at: now,
      })
      .execute();
    await tell(reached.ctx, tx, { name: 'ticket.written', ticket, replyId });
    ctx.log.info('ticket.opened', { ticketId: ticket.id });
    return { ok: true, id: ticket.id, repeated: false, tookPicture: true };
  });
}
