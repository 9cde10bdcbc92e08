import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { readMoneyOfOrder } from './read-order-money.ts';
import { PROMISED } from './refund-status.ts';

/**
 * Whether and why what is owed waits for more than its own content: for an update, for a decision about its money, for the
 * answer to its buyer, for a dispute, for a look into its file. Whoever delivers, gives or shows asks here.
 */

/** Of a query on `orders`: a skin of it is still to come, and its file is being updated. */
const isUpdating = sql<boolean>`exists (
  select from owed_items item
  join skin_files file on file.sku = item.sku
  where item.order_id = orders.id and coalesce(item.state = 'waiting', true) and file.updating)`;

/** The same while no promise is running: it comes with the update. */
export const awaitsUpdate = sql<boolean>`
  orders.status in ('awaiting_payment', 'pending') and orders.due_at is null and ${isUpdating}`;

/** Of a query on `orders`: the days until which what is sold ahead of its file may come, each once. */
export const awaitedReleases = sql<string[]>`case when orders.status in ('awaiting_payment', 'pending')
  then array(select distinct ahead_until from bought_items
    where order_id = orders.id and ahead_until is not null order by 1) else '{}' end`;

/** Of a query on the items of orders, or on what is owed for them: its money is on its way back, so it is not delivered unless that fails. */
export const isRefunding = (items: 'item' | 'owed_items' | 'owed', id: 'id' | 'item_id' = 'id') =>
  sql<boolean>`exists (
    select from refunds where refunds.order_id = ${sql.ref(`${items}.order_id`)}
      and refunds.status in ('due', 'requested', 'processing') and ${sql.ref(`${items}.${id}`)} = any(refunds.item_ids))`;

/** Of a query on `orders`: nothing is left of it but what comes with its file, or goes back. */
const onlyAwaitsRelease = sql<boolean>`(
  exists (select from grants owed where owed.order_id = orders.id
    and (owed.waits_for = 'release' or owed.waits_for is not null and ${isRefunding('owed', 'item_id')}))
  and not exists (select from grants owed where owed.order_id = orders.id
    and owed.waits_for in ('staff', 'examination') and not ${isRefunding('owed', 'item_id')}))`;

/** Of a query on `orders`: nothing of it is owed any more. Its money is on its way back, or stands in 'Atenção'. */
const isTakenBack = sql<boolean>`(
  (select bool_and(owed.state = 'revoked') from grants owed where owed.order_id = orders.id) is true)`;

/** Of a query on `orders`: all that was received went back, or is on its way. The same as `OrderMoney.isPromisedBack`. */
export const isPromisedBack = sql<boolean>`(
  (select bool_and(paid_amount_cents <= charged_back_cents + (
      select coalesce(sum(amount_cents), 0) from refunds
      where refunds.charge_id = charges.id and refunds.status in (${sql.join(PROMISED.map(sql.lit))})))
    from charges where charges.order_id = orders.id and paid_amount_cents > 0) is true)`;

/** An open dispute pauses automatic delivery for its account; a lost one too, until an owner lifts it. */
export const pausesDelivery = sql<boolean>`(disputes.state = 'open' or (disputes.state = 'lost' and disputes.released_at is null))`;

/**
 * Of a query on `orders`: the buyer asked to give it back, and staff have not answered yet
 * (docs/decisions/withdrawal.md).
 */
export const asksBack = sql<boolean>`exists (
  select from attention_of_staff asked where asked.order_id = orders.id and asked.kind = 'withdrawal')`;

/** Of a query on `orders`: the payment was confirmed, and then a notice named another amount. Staff decide first. */
export const isDoubted = sql<boolean>`exists (
  select from charges where charges.order_id = orders.id and charges.status = 'held' and charges.doubted_at is not null)`;

/** Of a query on `orders`: staff have nothing of it to deliver now, so no promise runs. */
export const waitsForOthers = sql<boolean>`(
  ${isUpdating}
  or ${onlyAwaitsRelease}
  or ${isTakenBack}
  or ${isPromisedBack}
  or exists (
    select from disputes join orders disputed on disputed.id = disputes.order_id
    where disputed.user_id = orders.user_id and ${pausesDelivery})
  or ${asksBack})`;

/** Of a query that has the file of a skin as `file`: a skin that had the same bytes before, if they were looked into. */
export const twinOfFile = sql<string>`(
  select twin.sku from files content
    join files same on same.sha256 = content.sha256
    join skin_files twin on twin.file_id = same.id
  where content.id = file.file_id and content.examined_at is not null and twin.sku <> file.sku
    and (twin.updated_at, twin.id) < (file.updated_at, file.id)
  order by twin.updated_at limit 1)`;

/**
 * Nobody has looked into it yet, or what is in it is for a person to look at: it is not sent, by hand neither
 * (docs/rulings.md, 'Examined files').
 */
export const isUnseen = sql<boolean>`(file.file_id is not null and file.accepted_at is null and not exists (
  select from files content where content.id = file.file_id and content.verdict <> 'suspicious'))`;

/** It delivers nothing by itself. Whoever sends the bytes of another skin by hand knows what they do. */
export const isWithheld = sql<boolean>`(
  ${isUnseen} or file.file_id is not null and file.accepted_at is null and ${twinOfFile} is not null)`;

/**
 * Of a query on what is owed: what was sold ahead has its key or its file, though somebody may have to look into that
 * first. What is sold by keys does not ask for its file.
 */
export const hasCome = sql<boolean>`(
  exists (select from stock_keys free where free.sku = owed.sku and free.taken_at is null)
  or not exists (select from stock_keys sold where sold.sku = owed.sku)
    and (exists (select from skin_files file where file.sku = owed.sku and file.state <> 'broken')
      or exists (select from products product where product.sku = owed.sku and product.is_active
        and product.download_url is not null)))`;

/** Of a query on `orders`: a skin of it comes by itself once somebody has looked into its file. */
export const awaitsExamination = sql<boolean>`exists (
  select from grants owed where owed.order_id = orders.id and owed.waits_for = 'examination')`;

/** Of a query on the collection: it was given, and its payment is disputed. Its owner downloads nothing meanwhile. */
export const isDisputedGift = sql<boolean>`exists (
  select from disputes join gifts given on given.order_id = disputes.order_id
  where given.order_id = user_collection.order_id and disputes.state = 'open')`;

export type DeliveryRefusal =
  | 'already_completed'
  | 'not_payable_state'
  | 'being_refunded'
  | 'payment_under_review';

/** Why nothing of this order may be delivered now; null: it may. The caller holds the order's row. */
export async function refuseDelivery(
  executor: Executor,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<DeliveryRefusal | null> {
  if (status === 'completed') return 'already_completed';
  if (status !== 'pending') return 'not_payable_state';
  // A refund of everything was requested first: a refunded buyer does not get the skins.
  if ((await readMoneyOfOrder(executor, id)).isPromisedBack) return 'being_refunded';
  return (await isOrder(executor, id, isDoubted)) ? 'payment_under_review' : null;
}

/** Whether nothing is delivered to this account by itself. Staff may deliver all the same. */
export async function isDeliveryPaused(executor: Executor, userId: string): Promise<boolean> {
  const pausing = await executor
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select('disputes.id')
    .where('orders.user_id', '=', userId)
    .where(pausesDelivery)
    .limit(1)
    .executeTakeFirst();
  return pausing !== undefined;
}

export const isWithdrawalAsked = (executor: Executor, orderId: string): Promise<boolean> =>
  isOrder(executor, orderId, asksBack);

/**
 * The money of a gift is on its way back, or its buyer asked for that and staff or the bank still decide: nobody opens it
 * meanwhile.
 */
export async function isGoingBack(executor: Executor, orderId: string): Promise<boolean> {
  if ((await readMoneyOfOrder(executor, orderId)).isPromisedBack) return true;
  const undecided = await executor
    .selectFrom('attention_of_staff')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['withdrawal', 'dispute'])
    .executeTakeFirst();
  return undecided !== undefined;
}

async function isOrder(executor: Executor, orderId: string, is: typeof asksBack): Promise<boolean> {
  const found = await executor
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(is)
    .executeTakeFirst();
  return found !== undefined;
}
