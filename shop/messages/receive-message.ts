import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { MessageRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { checkMessage, type MessageField, type MessageForm } from './check-message.ts';

export interface NewMessage extends MessageForm {
  kind: MessageRow['kind'];
  /** null: the sender is not signed in. Required for `support`. */
  userId: string | null;
  /** Network address of the sender: e-mail addresses are easily invented, this is not. */
  clientAddress: string;
}

export type ReceiveMessageResult =
  /** `repeated`: the same text had arrived a moment before and is stored once. */
  | { ok: true; id: string; repeated: boolean }
  /** One sentence for each invalid field. */
  | { ok: false; reason: 'invalid'; fields: Partial<Record<MessageField, string>> }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

const MESSAGES_PER_WINDOW = 5;
export const MESSAGE_WINDOW_SECONDS = 600;

/**
 * Stores a message and enqueues the mail to the team, both or neither. A double click, a reload and a
 * retry after a lost answer are the same message.
 */
export async function receiveMessage(ctx: ShopContext, request: NewMessage): Promise<ReceiveMessageResult> {
  const { kind, userId, clientAddress, ...form } = request;
  const checked = checkMessage(form);
  if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
  const { message } = checked;
  const reached = await allowOutwardCall(ctx, 'message', { address: clientAddress });
  if (!reached.ok) {
    ctx.log.warn('message.too_many', { kind, userId });
    return { ...reached, reason: 'too_many' };
  }

  return ctx.transaction(async (tx) => {
    // One at a time for each sender: otherwise each of many simultaneous messages would count as the first.
    for (const sender of [userId, message.email].filter((each) => each !== null)) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`message:${sender}`}, 0))`.execute(tx);
    }
    const now = ctx.now();
    const recent = await findRecent(tx, userId, message.email, windowStart(now));
    const same = recent.find(
      (each) => each.kind === kind && each.subject === message.subject && each.body === message.body,
    );
    if (same) return { ok: true, id: same.id, repeated: true };
    if (recent.length >= MESSAGES_PER_WINDOW) {
      ctx.log.warn('message.too_many', { kind, userId });
      return { ok: false, reason: 'too_many', retryAfterSeconds: MESSAGE_WINDOW_SECONDS };
    }

    const id = randomUUID();
    await tx
      .insertInto('messages')
      .values({
        id,
        kind,
        user_id: userId,
        ...message,
        created_at: now,
        read_at: null,
        done_at: null,
      })
      .execute();
    await tell(reached.ctx, tx, { name: 'message.received', messageId: id });
    ctx.log.info('message.received', { messageId: id, kind });
    return { ok: true, id, repeated: false };
  });
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - MESSAGE_WINDOW_SECONDS * 1000);
}

/** Of this account; of whoever is not signed in, of this e-mail address, by which nobody shuts its owner out. */
async function findRecent(tx: Tx, userId: string | null, email: string, since: Date) {
  return tx
    .selectFrom('messages')
    .select(['id', 'kind', 'subject', 'body'])
    .where('created_at', '>', since)
    .where((eb) =>
      userId === null
        ? eb.and([eb('email', '=', email), eb('user_id', 'is', null)])
        : eb('user_id', '=', userId),
    )
    .execute();
}
