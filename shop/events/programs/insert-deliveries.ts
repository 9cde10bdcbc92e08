import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { EVERY_EVENT, type EventType } from './event-data.ts';

/**
 * One delivery for each hook that wants it. A hook that is off has it written down too: a person may send it later. One
 * that is removed in this moment has none, and breaks no change.
 * @param only what else has to be so, where it is a part of another statement.
 */
export function insertDeliveries(
  now: Date,
  told: readonly { type: EventType; data: object }[],
  only: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> {
  const rows = told.map(({ type, data }) => ({
    type,
    webhook_id: `msg_${randomUUID()}`,
    body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
  }));
  return sql`
    insert into webhook_deliveries (hook_id, webhook_id, type, body, created_at, next_try_at)
    select hook.id, told.webhook_id, told.type, told.body, ${now}::timestamptz,
      case when hook.active then ${now}::timestamptz end
    from webhooks hook
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (webhook_id text, type text, body text)
      on told.type = any(hook.events) or ${EVERY_EVENT} = any(hook.events)
    where ${only}
    for key share of hook`;
}
