import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopEvent } from './shop-event.ts';

/** Who has switched on that events reach them. */
export interface Listeners {
  /** Of the people that the events are about. */
  devices: { id: string; userId: string }[];
  /** What each hook of a program wants to hear. */
  hooks: string[][];
}

/** Of all channels, in one statement, once one of them asks: a confirmed payment counts its round trips. */
export function readListeners(executor: Executor, events: readonly ShopEvent[]): () => Promise<Listeners> {
  let listeners: Promise<Listeners> | null = null;
  return () => (listeners ??= read(executor, events));
}

async function read(executor: Executor, events: readonly ShopEvent[]): Promise<Listeners> {
  const people = events.flatMap((event) =>
    'userId' in event ? event.userId : 'ownerId' in event ? (event.ownerId ?? []) : [],
  );
  const { rows } = await sql<{ id: string; userId: string; events: null } | { id: null; events: string[] }>`
    select id, user_id as "userId", null::text[] as events from push_subscriptions
      where user_id = any(${people}::uuid[])
    union all
    select null, null, events from webhooks`.execute(executor);
  return {
    devices: rows.flatMap((row) => (row.id === null ? [] : { id: row.id, userId: row.userId })),
    hooks: rows.flatMap((row) => (row.id === null ? [row.events] : [])),
  };
}
