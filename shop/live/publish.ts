import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { LIVE_CHANNEL, type LiveEvent } from './live-event.ts';

/** In a transaction, the database delivers the event at commit, and drops it at rollback. */
export async function publish(executor: Executor, ...events: LiveEvent[]): Promise<void> {
  const payloads = events.map((event) => JSON.stringify(event));
  await sql`select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    executor,
  );
}
