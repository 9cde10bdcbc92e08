import { sql } from 'kysely';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import type { ShopContext } from '#shop/context.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import type { StaffHours } from '#shop/settings/setting-table.ts';

/** In the order in which a message names them. States, not events: docs/decisions/telling-staff.md. */
export const ALARM_KINDS = [
  'order_waits',
  'order_late',
  'order_very_late',
  'dispute_open',
  'ticket_waits',
  'webhook_given_up',
  'mail_given_up',
  'webhook_off',
  'stock_low',
  'provider_failing',
  'backup_failed',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * Compares the alarms with what is so now: what is over goes, what is new gets the next number. Whoever adds a reason
 * adds a `select` and its words in `describe-alarms.ts`.
 * @returns the number of the newest alarm; 0: nothing is to be told.
 */
export async function refreshAlarms(ctx: ShopContext): Promise<number> {
  const now = ctx.now();
  const late = await ctx.db
    .selectFrom('orders')
    .select(['id', 'due_at as due'])
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .execute();
  // The second promise, too, is counted while staff are there.
  const { promiseMinutes, staffHours, lowStock } = ctx.settings;
  const veryLate = late.filter(({ due }) => due && dueAt(due, promiseMinutes, staffHours) <= now);
  const tickets = await findLongWaiting(ctx, now);
  const { trouble } = await readBackupState(ctx);
  await sql`
    with due (kind, subject, since) as (
      select 'order_waits', id::text, coalesce(exchanged_at, paid_at) from orders
        where status = 'pending' and due_at is not null
      union all
      select 'order_late', id::text, due_at from orders where status = 'pending' and due_at <= ${now}
      union all
      select 'order_very_late', id::text, ${now}::timestamptz from orders
        where id = any(${veryLate.map(({ id }) => id)}::uuid[])
      union all
      select 'dispute_open', id::text, opened_at from disputes where state = 'open'
      union all
      select 'ticket_waits', id::text, waits_since from tickets
        where id = any(${tickets}::uuid[]) and state = 'open'
      union all
      select kind || '_given_up', id::text, given_up_at from given_up
      union all
      select 'webhook_off', id::text, switched_off_at from webhooks where switched_off_at is not null
      union all
      select 'stock_low', sku, ${now}::timestamptz from stock_keys where ${lowStock}::int > 0
          and exists (select from skins where skins.sku = stock_keys.sku)
          and not exists (select from products where products.sku = stock_keys.sku and not is_active)
        group by sku having count(*) filter (where taken_at is null) <= ${lowStock}::int
      union all
      select 'provider_failing', name || since, since from failing_providers
      union all
      select 'backup_failed', 'backup', ${trouble?.since ?? null}::timestamptz where ${trouble !== null}
    ), over as (
      delete from alarms where not exists (
        select from due where due.kind = alarms.kind and due.subject = alarms.subject)
    )
    insert into alarms (kind, subject, since)
    select kind, subject, coalesce(since, ${now}) from due
    where not exists (select from alarms where alarms.kind = due.kind and alarms.subject = due.subject)
    order by since
    on conflict (kind, subject) do nothing
  `.execute(ctx.db);
  const { newest } = await ctx.db
    .selectFrom('alarms')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

const DAY_MINUTES = 24 * 60;

/** Threads that nobody has answered for a working day: the hours in which staff are there once, or 24 of them. */
async function findLongWaiting(ctx: ShopContext, now: Date): Promise<string[]> {
  const { staffHours } = ctx.settings;
  const minutes = staffHours ? minutesOf(staffHours) : DAY_MINUTES;
  const waiting = await ctx.db
    .selectFrom('tickets')
    .select(['id', 'waits_since as since'])
    .where('state', '=', sql.lit('open'))
    .where('waits_since', '<=', new Date(now.getTime() - minutes * 60_000))
    .execute();
  return waiting
    .filter(({ since }) => since && dueAt(new Date(since), minutes, staffHours) <= now)
    .map(({ id }) => id);
}

/** Hours that end before they begin end on the next day. */
function minutesOf({ from, to }: StaffHours): number {
  const [opens = 0, closes = 0] = [from, to].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return closes > opens ? closes - opens : closes - opens + DAY_MINUTES;
}
