import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { SKIN_PRICE_CENTS, skinKey, type Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import { openCharge, type OpenedCharge } from '#shop/payments/open-charge.ts';
import { sealTaxId } from './seal-tax-id.ts';

export const MAX_SKINS_PER_ORDER = 100;
/** Bounds of a charge without items (ruling 7). */
export const FREE_CHARGE_CENTS = { min: 100, max: 500_000 } as const;

export type Purchase =
  | { kind: 'skins'; skins: { championId: string; skinNum: number }[] }
  | { kind: 'free'; amountCents: number; description: string };

export interface PlaceOrder {
  userId: string;
  purchase: Purchase;
  customer: ChargeCustomer;
  /** What the buyer's screen showed. Never charged; a difference stops the order (ruling 1). */
  shownTotalCents: number | null;
  idempotencyKey: string | null;
}

export type PlaceOrderResult =
  | { ok: true; order: Pick<OrderRow, 'id' | 'status'>; charge: OpenedCharge; created: boolean }
  | { ok: false; reason: 'no_items' | 'too_many_items' | 'amount_out_of_range' | 'key_reused' }
  | { ok: false; reason: 'unknown_skin'; skins: string[] }
  | { ok: false; reason: 'unavailable' | 'already_owned'; skins: string[] }
  | { ok: false; reason: 'price_mismatch'; totalCents: number }
  | { ok: false; reason: 'order_closed'; status: OrderRow['status'] };

/**
 * Commits an order `awaiting_payment` with its items and its charge row; the gateway is called after
 * (ruling 6). The same key, or the same open purchase, gives the same order again.
 */
export async function placeOrder(ctx: ShopContext, request: PlaceOrder): Promise<PlaceOrderResult> {
  const plan = planPurchase(ctx, request.purchase);
  if (!plan.ok) return plan;

  return ctx.transaction(async (tx) => {
    // One checkout at a time for each customer: a double click waits here and then finds the first one's order.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${request.userId}`}, 0))`.execute(tx);

    const existing = await findExisting(tx, request, plan.fingerprint);
    if (existing && existing.fingerprint !== plan.fingerprint) return { ok: false, reason: 'key_reused' };
    if (existing) {
      if (request.shownTotalCents !== null && request.shownTotalCents !== existing.total_cents) {
        return { ok: false, reason: 'price_mismatch', totalCents: existing.total_cents };
      }
      if (existing.status === 'awaiting_payment') {
        // Bought through another order since: paying this one would only bring the money back.
        const owned = await findOwned(tx, request.userId, plan.skins);
        if (owned.length > 0) return { ok: false, reason: 'already_owned', skins: owned };
      }
      const charge = await openCharge(ctx, tx, existing);
      if (!charge) return { ok: false, reason: 'order_closed', status: existing.status };
      if (existing.status === 'awaiting_payment')
        await updateCustomer(ctx, tx, existing.id, request.customer);
      return { ok: true, order: existing, charge, created: false };
    }

    if (request.shownTotalCents !== null && request.shownTotalCents !== plan.totalCents) {
      return { ok: false, reason: 'price_mismatch', totalCents: plan.totalCents };
    }
    const owned = await findOwned(tx, request.userId, plan.skins);
    if (owned.length > 0) return { ok: false, reason: 'already_owned', skins: owned };

    const order = {
      id: randomUUID(),
      user_id: request.userId,
      status: 'awaiting_payment' as const,
      ...customerColumns(ctx, request.customer),
      total_cents: plan.totalCents,
      description: plan.description,
      fingerprint: plan.fingerprint,
      idempotency_key: request.idempotencyKey,
      created_at: ctx.now(),
    };
    await tx.insertInto('orders').values(order).execute();
    if (plan.skins.length > 0) {
      await tx
        .insertInto('order_items')
        .values(
          plan.skins.map((skin, position) => ({
            id: randomUUID(),
            order_id: order.id,
            position,
            champion_id: skin.championId,
            skin_num: skin.num,
            skin_name: skin.name,
            champion_name: skin.championName,
            splash_art_url: skin.splashPath,
            price_cents: SKIN_PRICE_CENTS,
          })),
        )
        .execute();
    }
    const charge = await openCharge(ctx, tx, order);
    if (!charge) throw new Error('A new order always opens a charge.');
    ctx.log.info('order.placed', {
      orderId: order.id,
      totalCents: order.total_cents,
      items: plan.skins.length,
    });
    await ctx.publish(tx, {
      topic: `user:${request.userId}`,
      event: 'orders',
      data: { id: order.id, status: order.status },
    });
    return { ok: true, order, charge, created: true };
  });
}

type Plan =
  | { ok: true; skins: Skin[]; totalCents: number; description: string; fingerprint: string }
  | Extract<PlaceOrderResult, { ok: false }>;

function planPurchase(ctx: ShopContext, purchase: Purchase): Plan {
  if (purchase.kind === 'free') {
    const { amountCents, description } = purchase;
    if (amountCents < FREE_CHARGE_CENTS.min || amountCents > FREE_CHARGE_CENTS.max) {
      return { ok: false, reason: 'amount_out_of_range' };
    }
    return {
      ok: true,
      skins: [],
      totalCents: amountCents,
      description,
      fingerprint: `free:${amountCents}:${description}`,
    };
  }
  const wanted = new Map(purchase.skins.map((skin) => [skinKey(skin.championId, skin.skinNum), skin]));
  if (wanted.size === 0) return { ok: false, reason: 'no_items' };
  if (wanted.size > MAX_SKINS_PER_ORDER) return { ok: false, reason: 'too_many_items' };

  const catalog = ctx.catalog.current();
  const skins: Skin[] = [];
  const unknown: string[] = [];
  for (const [key, { championId, skinNum }] of wanted) {
    const skin = catalog.findSkin(championId, skinNum);
    if (skin) skins.push(skin);
    else unknown.push(key);
  }
  if (unknown.length > 0) return { ok: false, reason: 'unknown_skin', skins: unknown };
  const unavailable = skins.filter((skin) => !skin.available).map((skin) => skin.name);
  if (unavailable.length > 0) return { ok: false, reason: 'unavailable', skins: unavailable };

  const [first] = skins;
  return {
    ok: true,
    skins,
    totalCents: skins.length * SKIN_PRICE_CENTS,
    description: skins.length === 1 && first ? first.name : `${skins.length} skins`,
    fingerprint: [...wanted.keys()].sort().join(','),
  };
}

async function findExisting(tx: Tx, request: PlaceOrder, fingerprint: string): Promise<OrderRow | undefined> {
  if (request.idempotencyKey !== null) {
    const sameKey = await tx
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', request.userId)
      .where('idempotency_key', '=', request.idempotencyKey)
      .forUpdate()
      .executeTakeFirst();
    if (sameKey) return sameKey;
  }
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'awaiting_payment')
    .forUpdate()
    .executeTakeFirst();
}

async function findOwned(tx: Tx, userId: string, skins: Skin[]): Promise<string[]> {
  if (skins.length === 0) return [];
  const rows = await tx
    .selectFrom('user_collection')
    .select('skin_name')
    .where('user_id', '=', userId)
    .where((eb) => eb.or(skins.map((skin) => eb.and({ champion_id: skin.championId, skin_num: skin.num }))))
    .execute();
  return rows.map((row) => row.skin_name);
}

/** The buyer went back and mended a typing error: mails follow the newest details. */
async function updateCustomer(
  ctx: ShopContext,
  tx: Tx,
  orderId: string,
  customer: ChargeCustomer,
): Promise<void> {
  await tx.updateTable('orders').set(customerColumns(ctx, customer)).where('id', '=', orderId).execute();
}

function customerColumns(ctx: ShopContext, customer: ChargeCustomer) {
  return {
    customer_name: customer.name,
    customer_email: customer.email,
    customer_cellphone: customer.cellphone,
    customer_tax_id_sealed: sealTaxId(ctx.settings.sealingKey, customer.taxId),
  };
}
