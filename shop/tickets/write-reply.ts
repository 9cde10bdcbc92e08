import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { TicketRow } from '#db/schema.ts';
import type { ShopContext, OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { MOST_SEARCH_WORDS, SAME_WORDS_MS, type TicketState } from './ticket.ts';

interface Reply {
  authorId: string;
  fromStaff: boolean;
  /** Checked (`check-words.ts`). */
  text: string;
  pictureKey?: string | null;
  state: TicketState;
}

/** Locks the thread: of two writers, the second one sees what the first one wrote. */
export function lockTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  return tx.selectFrom('tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The newest message of a thread. */
export function lastReply(tx: Tx, ticketId: string) {
  return tx
    .selectFrom('ticket_replies as reply')
    .leftJoin('users', 'users.id', 'reply.author_id')
    .select([
      'reply.id',
      'reply.from_staff',
      'reply.author_id',
      'reply.body',
      'reply.created_at',
      'users.name',
    ])
    .where('reply.ticket_id', '=', ticketId)
    .orderBy('reply.created_at', 'desc')
    .orderBy('reply.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Whether the newest message is this one already: a double click, or a retry after a lost answer. */
export function isSame(
  ctx: ShopContext,
  last: Awaited<ReturnType<typeof lastReply>>,
  reply: Pick<Reply, 'authorId' | 'fromStaff' | 'text'>,
): boolean {
  return (
    last.author_id === reply.authorId &&
    last.from_staff === reply.fromStaff &&
    last.body === reply.text &&
    ctx.now().getTime() - last.created_at.getTime() < SAME_WORDS_MS
  );
}

/** The same words again, now with a picture: it was not kept the first time. */
export async function addPicture(tx: Tx, replyId: string, key: string | null | undefined): Promise<boolean> {
  if (!key) return false;
  const added = await tx
    .updateTable('ticket_replies')
    .set({ picture_key: key })
    .where('id', '=', replyId)
    .where('picture_key', 'is', null)
    .executeTakeFirst();
  return added.numUpdatedRows > 0n;
}

/** One message of a locked thread, its new state and the mail to the other side. */
export async function writeReply(
  ctx: OutwardContext,
  tx: Tx,
  ticket: TicketRow,
  { authorId, fromStaff, text, pictureKey = null, state }: Reply,
): Promise<void> {
  const last = await lastReply(tx, ticket.id);
  // Two of one moment keep the order in which they came.
  const at = new Date(Math.max(ctx.now().getTime(), last.created_at.getTime() + 1));
  const replyId = randomUUID();
  await tx
    .insertInto('ticket_replies')
    .values({
      id: replyId,
      ticket_id: ticket.id,
      from_staff: fromStaff,
      author_id: authorId,
      body: text,
      picture_key: pictureKey,
      created_at: at,
    })
    .execute();
  await tx
    .updateTable('tickets')
    .set({
      state,
      changed_at: at,
      waits_since: state === 'open' ? (ticket.waits_since ?? at) : null,
      search_words: sql<string>`case when length(search_words) < ${MOST_SEARCH_WORDS}
        then search_words || ticket_search_words(${text}, '{}') else search_words end`,
    })
    .where('id', '=', ticket.id)
    .execute();
  const step = fromStaff ? 'answered' : 'asked';
  await tell(ctx, tx, { name: 'ticket.written', ticket: { ...ticket, state }, replyId, step });
}
