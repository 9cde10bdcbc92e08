import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { draftCharge } from '#shop/payments/charges/draft-charge.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { acceptPayment } from '#shop/payments/money/accept-payment.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { tell } from '#shop/events/tell.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { draftOrder } from './draft-order.ts';
import {
  planPurchase,
  type PlanPurchaseResult,
  type PurchasePlan,
  type WantedSkin,
} from './plan-purchase.ts';

export interface PlaceManualOrder {
  actorUserId: string;
  /** Of the customer's account. */
  email: string;
  skins: WantedSkin[];
  note: string;
  /** One press of the button: repeated with the same key, it is the same order. */
  requestKey: string | null;
}

export type PlaceManualOrderResult =
  | { ok: true; order: Pick<OrderRow, 'id' | 'status'>; totalCents: number; created: boolean }
  | Extract<PlanPurchaseResult, { ok: false }>
  | { ok: false; reason: 'already_owned'; skins: string[] }
  | { ok: false; reason: 'unknown_account' | 'key_reused' }
  | { ok: false; reason: 'invalid_note'; message: string };

/**
 * Staff enter a sum that was paid elsewhere. The order is placed and paid in one transaction, with a charge
 * that no provider knows, and goes on as every paid order does: collection, mail, files that deliver themselves, the
 * desk (docs/decisions/odd-money.md).
 */
export async function placeManualOrder(
  ctx: OutwardContext,
  request: PlaceManualOrder,
): Promise<PlaceManualOrderResult> {
  const note = checkNote(request.note);
  if (!note.ok) return { ok: false, reason: 'invalid_note', message: note.message };
  const planned = planPurchase(ctx, { kind: 'skins', skins: request.skins });
  if (!planned.ok) return planned;
  const { plan } = planned;
  const fingerprint = `manual:${plan.fingerprint}`;

  return ctx.transaction(async (tx): Promise<PlaceManualOrderResult> => {
    const customer = await lockPeople(tx, request);
    if (!customer) return { ok: false, reason: 'unknown_account' };
    const same = await findByRequest(tx, request);
    if (same) {
      const isSame = same.user_id === customer.id && same.fingerprint === fingerprint;
      if (!isSame) return { ok: false, reason: 'key_reused' };
      return { ok: true, order: same, totalCents: same.total_cents, created: false };
    }
    const owned = await findOwned(tx, customer.id, plan.items);
    if (owned.length > 0) return { ok: false, reason: 'already_owned', skins: owned };

    const order = await insertPaidOrder(ctx, tx, { request, customer, plan, fingerprint, note: note.note });
    return { ok: true, order, totalCents: plan.totalCents, created: true };
  });
}

/**
 * The customer's account cannot be deleted meanwhile, and two orders of one customer or one clerk are entered in turn.
 * @returns the customer; undefined: there is no account with this address.
 */
async function lockPeople(tx: Tx, { email, actorUserId }: PlaceManualOrder) {
  // No account has an address with an invisible character, and the database refuses one of them.
  const address = tidyLine(email).toLowerCase();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((eb) => eb.or([eb('email', '=', address), eb('id', '=', actorUserId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return people.find((person) => person.email === address);
}

/** Apart from the keys of the clerk's own purchases. */
const storedKey = (key: string) => `manual:${key}`;

async function findByRequest(tx: Tx, { actorUserId, requestKey }: PlaceManualOrder) {
  if (requestKey === null) return undefined;
  return tx
    .selectFrom('idempotency_keys')
    .innerJoin('orders', 'orders.id', 'idempotency_keys.order_id')
    .select(['orders.id', 'orders.status', 'orders.user_id', 'orders.fingerprint', 'orders.total_cents'])
    .where('idempotency_keys.user_id', '=', actorUserId)
    .where('idempotency_keys.key', '=', storedKey(requestKey))
    .executeTakeFirst();
}

/** The names of those that the customer has already: whoever paid for them is owed the money elsewhere. */
async function findOwned(tx: Tx, userId: string, skins: readonly Skin[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_collection')
    .select('skin_name')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(
        skins.map((skin) => eb.and([eb('champion_id', '=', skin.championId), eb('skin_num', '=', skin.num)])),
      ),
    )
    .execute();
  return rows.map((row) => row.skin_name);
}

async function insertPaidOrder(
  ctx: OutwardContext,
  tx: Tx,
  {
    request,
    customer,
    plan,
    fingerprint,
    note,
  }: {
    request: PlaceManualOrder;
    customer: { id: string; name: string; email: string };
    plan: PurchasePlan;
    fingerprint: string;
    note: string;
  },
): Promise<Pick<OrderRow, 'id' | 'status'>> {
  const now = ctx.now();
  // Nobody asked for a phone or a tax id: no provider has to be told.
  const buyer = { name: customer.name, email: customer.email, cellphone: '', taxId: '' };
  const drafted = draftOrder(ctx, { userId: customer.id, customer: buyer }, plan);
  const inserted = await tx
    .insertInto('orders')
    .values({ ...drafted.order, fingerprint, payment_method: MANUAL_GATEWAY })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto('order_items').values(drafted.items).execute();
  if (request.requestKey !== null) {
    await tx
      .insertInto('idempotency_keys')
      .values({
        user_id: request.actorUserId,
        key: storedKey(request.requestKey),
        order_id: inserted.id,
        created_at: now,
      })
      .execute();
  }
  // Nobody is asked about it, and no code of it is shown to anybody.
  const charge = { ...draftCharge(ctx, inserted), gateway: MANUAL_GATEWAY, next_check_at: null };
  await tx.insertInto('charges').values(charge).execute();
  const paid = { paid_amount_cents: plan.totalCents, paid_at: now, claimed_until: null, staff_note: note };
  await requireMove(moveCharge(tx, { id: charge.id }, 'paid', paid), `Charge ${charge.id}`);
  const status = await acceptPayment(ctx, tx, inserted, { id: charge.id, receivedCents: plan.totalCents });
  await recordAudit(ctx, tx, {
    actorUserId: request.actorUserId,
    action: 'order.entered',
    subject: { type: 'order', id: inserted.id },
    details: { amountCents: plan.totalCents, skins: plan.items.length },
  });
  await tell(ctx, tx, { name: 'order.changed', order: { ...inserted, status } });
  ctx.log.info('order.entered', { orderId: inserted.id, totalCents: plan.totalCents, orderStatus: status });
  return { id: inserted.id, status };
}
