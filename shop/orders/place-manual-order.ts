import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { draftCharge } from '#shop/payments/charges/draft-charge.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { acceptPayment } from '#shop/payments/money/accept-payment.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { skinPair } from '#shop/fields.ts';
import { operation, type CallerOf, type Refused } from '#shop/operation.ts';
import { tell } from '#shop/events/tell.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { draftOrder } from './draft-order.ts';
import { planPurchase, type PurchasePlan } from './plan-purchase.ts';

const manualOrderFields = z.object({
  /** Of the customer's account. */
  email: z.string().max(320),
  skins: z.array(skinPair).max(10_000),
  reason: z.string().max(5_000),
  /** One press of the button: repeated with the same key, it is the same order. */
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional(),
});
export type PlaceManualOrder = z.output<typeof manualOrderFields> & CallerOf<'orders.manual'>;

const NAMED = {
  unknown_skin: 'Não está no catálogo',
  unavailable: 'Indisponível no momento',
  sold_out: 'Sem estoque',
  already_owned: 'Esta pessoa já tem',
};

function refuse<Reason extends keyof typeof NAMED>(reason: Reason, skins: string[]): Refused<Reason> {
  return { ok: false, reason, fields: { skins: `${NAMED[reason]}: ${skins.join(', ')}.` } };
}

/**
 * Staff enter a sum that was paid elsewhere. The order is placed and paid in one transaction, with a charge
 * that no provider knows, and goes on as every paid order does: collection, mail, files that deliver themselves, the
 * desk (docs/decisions/odd-money.md).
 */
export const placeManualOrder = operation(
  {
    id: 'orders.enter',
    who: 'orders.manual',
    input: manualOrderFields,
    output: z.object({ order: z.object({ id: z.string(), status: z.string() }) }),
    refusals: {
      unknown_account: 422,
      no_items: 422,
      too_many_items: 422,
      unknown_skin: 422,
      unavailable: 409,
      sold_out: [409, 'unavailable'],
      already_owned: 409,
      key_reused: [409, 'idempotency_key_reused'],
    },
    limit: 'manual-order',
  },
  async (ctx, request) => {
    const note = checkNote(request.reason);
    if (!note.ok) return { ok: false as const, reason: 'invalid' as const, fields: { reason: note.message } };
    const planned = planPurchase(ctx, {
      kind: 'skins',
      skins: request.skins.map((sku) => ({ sku })),
    });
    if (!planned.ok) {
      const { reason } = planned;
      if ('skins' in planned) return refuse(planned.reason, planned.skins);
      // The others belong to prices and sums that a browser sends.
      const isNumber = reason === 'no_items' || reason === 'too_many_items';
      return { ok: false as const, reason: isNumber ? reason : ('invalid' as const) };
    }
    const { plan } = planned;
    const fingerprint = `manual:${plan.fingerprint}`;

    return ctx.transaction(async (tx) => {
      const customer = await lockPeople(tx, request);
      if (!customer) return { ok: false as const, reason: 'unknown_account' as const };
      const same = await findByRequest(tx, request);
      if (same) {
        const isSame = same.user_id === customer.id && same.fingerprint === fingerprint;
        if (!isSame) return { ok: false as const, reason: 'key_reused' as const };
        return { ok: true as const, order: same, totalCents: same.total_cents, created: false };
      }
      const owned = await findOwned(tx, customer.id, plan.items);
      if (owned.length > 0) return refuse('already_owned', owned);
      const order = await insertPaidOrder(ctx, tx, { request, customer, plan, fingerprint, note: note.note });
      return { ok: true as const, order, totalCents: plan.totalCents, created: true };
    });
  },
);

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

async function findByRequest(tx: Tx, { actorUserId, idempotencyKey }: PlaceManualOrder) {
  if (idempotencyKey === undefined) return undefined;
  return tx
    .selectFrom('idempotency_keys')
    .innerJoin('orders', 'orders.id', 'idempotency_keys.order_id')
    .select(['orders.id', 'orders.status', 'orders.user_id', 'orders.fingerprint', 'orders.total_cents'])
    .where('idempotency_keys.user_id', '=', actorUserId)
    .where('idempotency_keys.key', '=', storedKey(idempotencyKey))
    .executeTakeFirst();
}

/** The names of those that the customer has already: whoever paid for them is owed the money elsewhere. */
async function findOwned(tx: Tx, userId: string, skins: readonly Skin[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_collection')
    .select('skin_name')
    .where('user_id', '=', userId)
    .where(
      'sku',
      'in',
      skins.map(({ sku }) => sku),
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
  if (request.idempotencyKey !== undefined) {
    await tx
      .insertInto('idempotency_keys')
      .values({
        user_id: request.actorUserId,
        key: storedKey(request.idempotencyKey),
        order_id: inserted.id,
        created_at: now,
      })
      .execute();
  }
  // Nobody is asked about it, and no code of it is shown to anybody.
  const charge = { ...draftCharge(ctx, inserted), gateway: MANUAL_GATEWAY, next_check_at: null };
  await tx.insertInto('charges').values(charge).execute();
  await tell(ctx, tx, { name: 'order.created', orderId: inserted.id });
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
