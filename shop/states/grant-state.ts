import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import type { Database, GrantRow, GrantState, OrderRow } from '#db/schema.ts';

/**
 * Every allowed change of what is owed for a sold item (docs/decisions/grants.md). `waiting`: for staff, for the update of
 * a file, for its release, until somebody has looked into it or, with its content, for whoever opens the gift. `ready`: it
 * has its content, and another item of the order
 * waits. `revoked`: its money went back or is owed back; where staff keep that money it is owed again.
 */
const GRANT_TRANSITIONS = {
  waiting: ['waiting', 'ready', 'delivered', 'revoked'],
  ready: ['waiting', 'revoked'],
  delivered: ['waiting', 'ready'],
  revoked: ['waiting', 'ready', 'delivered'],
} as const satisfies Record<GrantState, readonly GrantState[]>;

/** It has nothing for its owner yet, so its order is not complete. */
export const isOpen = ({ state, waits_for }: Pick<GrantRow, 'state' | 'waits_for'>): boolean =>
  state === 'waiting' && waits_for !== 'claim';

type Changes = Omit<UpdateObject<Database, 'grants'>, 'id' | 'item_id' | 'order_id' | 'state'>;

/** Nothing outside of this file writes the state of a grant. The caller holds the lock of its order. */
export function moveGrants(
  tx: Pick<Executor, 'updateTable'>,
  which: { id: string } | { order_id: string },
  to: GrantState,
  also: Changes = {},
) {
  return tx
    .updateTable('grants')
    .set({ waits_for: null, ...also, state: to })
    .where((eb) => eb.and(which))
    .where('state', 'in', [...GRANT_TRANSITIONS[to]]);
}

/**
 * Money arrived for an order: each item of it is owed, to its buyer or, of a gift, to nobody yet. What the buyer has
 * already is revoked from the start. An order that was paid before begins anew.
 * @returns the beginning of a statement that makes them, and has them as `opened`.
 */
export async function openGrants(
  tx: Tx,
  { id: orderId, user_id, paid_at }: Pick<OrderRow, 'id' | 'user_id' | 'paid_at'>,
  at: Date,
): Promise<RawBuilder<unknown>> {
  if (paid_at !== null) await tx.deleteFrom('grants').where('order_id', '=', orderId).execute();
  const skin = sql`sku, skin_name, champion_name, splash_art_url`;
  const insert = sql`
    insert into grants (item_id, order_id, owner_id, is_shown, state, waits_for, ${skin}, added_at) select`;
  return sql`
    with sold as (
      select item.*, case when gifts.id is null then ${user_id}::uuid end as owner_id
      from order_items item left join gifts on gifts.order_id = item.order_id where item.order_id = ${orderId}
    ), born as (
      ${insert} id, order_id, owner_id, owner_id is not null, 'waiting',
        case when preorder_until is null then 'staff' else 'release' end, ${skin}, ${at}::timestamptz
      from sold order by position
      on conflict (owner_id, sku) where is_shown do nothing
      returning *
    ), owned as (
      ${insert} id, order_id, owner_id, false, 'revoked', null, ${skin}, ${at}::timestamptz
      from sold where id not in (select item_id from born)
      returning *
    ), unshared as (
      update order_items set paid_cents = null where order_id = ${orderId} and paid_cents is not null
    ), opened as (select * from born union all select * from owned)`;
}

/** What somebody owned in another shop. */
export interface MovedGrant {
  itemId: string;
  orderId: string;
  email: string;
  sku: string;
  skinName: string;
  groupName: string;
  splashPath: string;
  /** ISO 8601. */
  since: string;
}

/**
 * What came along waits for whoever proves the address. It has no content of its own: the file of its skin is what its
 * owner downloads, once there is one.
 */
export async function bringGrants(tx: Tx, grants: readonly MovedGrant[]): Promise<void> {
  await sql`
    insert into grants (item_id, order_id, moved_for, state, sku, skin_name, champion_name, splash_art_url, added_at)
    select "itemId", "orderId", email, 'delivered', sku, "skinName", "groupName", "splashPath", since
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as part ("itemId" uuid, "orderId" uuid, email text, sku text,
      "skinName" text, "groupName" text, "splashPath" text, since timestamptz)`.execute(tx);
}

/** Gives one its content. If its owner sees another order's grant of the skin, this one takes its place. */
export async function fillGrant(
  tx: Tx,
  grant: Pick<GrantRow, 'id' | 'order_id' | 'owner_id' | 'is_shown' | 'state' | 'waits_for'>,
  content: { link: string } | { fileId: string } | { keyId: string },
  at: Date,
): Promise<void> {
  const { id, is_shown, owner_id, state } = grant;
  const filled = {
    link: 'link' in content ? content.link : null,
    file_id: 'fileId' in content ? content.fileId : null,
    key_id: 'keyId' in content ? content.keyId : null,
    delivered_at: at,
  };
  await (
    isOpen(grant)
      ? moveGrants(tx, { id }, 'ready', filled)
      : tx.updateTable('grants').set(filled).where('id', '=', id)
  ).execute();
  if (is_shown || owner_id === null || state === 'revoked') return;
  await sql`
    update grants shown set is_shown = false from grants mine where mine.id = ${id} and shown.is_shown
      and (shown.owner_id, shown.sku) = (mine.owner_id, mine.sku)
  `.execute(tx);
  await tx.updateTable('grants').set({ is_shown: true }).where('id', '=', id).execute();
}

/**
 * Its order is complete: what has its content is its owner's, or waits for whoever opens the gift.
 * @returns the items and their owners.
 */
export async function deliverGrants(
  tx: Tx,
  orderId: string,
): Promise<Pick<GrantRow, 'item_id' | 'owner_id'>[]> {
  const isUnclaimed = sql`exists (
    select from gifts where gifts.order_id = grants.order_id and gifts.status = 'offered')`;
  return tx
    .updateTable('grants')
    .set({
      state: sql`case when ${isUnclaimed} then 'waiting' else 'delivered' end`,
      waits_for: sql`case when ${isUnclaimed} then 'claim' end`,
    })
    .where('order_id', '=', orderId)
    .where('state', '=', 'ready')
    .returning(['item_id', 'owner_id'])
    .execute();
}

/** The grant of a gift gets its owner. @returns false: that person has the skin through another order. */
export async function giveGrant(
  tx: Tx,
  { id, waits_for, sku }: GrantRow,
  ownerId: string,
  at: Date,
): Promise<boolean> {
  const given = { owner_id: ownerId, is_shown: true, added_at: at };
  const owned = await tx
    .selectFrom('user_collection')
    .select('id')
    .where((eb) => eb.and({ user_id: ownerId, sku }))
    .executeTakeFirst();
  if (owned) return false;
  await (
    waits_for === 'claim'
      ? moveGrants(tx, { id }, 'delivered', given)
      : tx.updateTable('grants').set(given).where('id', '=', id)
  ).execute();
  return true;
}

/** Takes what is owed for an order, or for these items of it. Another grant of its owner for the skin is shown then. */
export async function revokeGrants(tx: Tx, orderId: string, itemIds?: readonly string[]): Promise<void> {
  await moveGrants(tx, { order_id: orderId }, 'revoked', { is_shown: false })
    .$if(itemIds !== undefined, (update) => update.where('item_id', 'in', itemIds ?? []))
    .execute();
  await showGrants(tx, orderId);
}

/** Staff keep the money of what was revoked, so it is owed again; not for `except`, which were refunded by name. */
export async function restoreGrants(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status'>,
  except: readonly string[],
): Promise<void> {
  const revoked = (to: 'ready' | 'waiting', also: Changes) =>
    moveGrants(tx, { order_id: order.id }, to, also)
      .where('state', '=', 'revoked')
      .$if(except.length > 0, (update) => update.where('item_id', 'not in', except));
  await revoked('ready', {})
    .where(sql<boolean>`num_nonnulls(link, file_id, key_id) > 0`)
    .execute();
  await revoked('waiting', { waits_for: 'staff' }).execute();
  if (order.status === 'completed') await deliverGrants(tx, order.id);
  await showGrants(tx, order.id);
}

/** Of the skins of an order, those of which their owner sees nothing and is owed something: the oldest is shown. */
async function showGrants(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update grants set is_shown = true where id in (
      select distinct on (other.owner_id, other.sku) other.id
      from grants mine
        join grants other on other.owner_id = mine.owner_id and other.sku = mine.sku and other.state <> 'revoked'
      where mine.order_id = ${orderId} and not exists (
        select from grants shown where shown.is_shown and shown.owner_id = mine.owner_id
          and shown.sku = mine.sku)
      order by other.owner_id, other.sku, other.added_at, other.id)
  `.execute(tx);
}
