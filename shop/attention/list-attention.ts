import { z } from 'zod';
import type { AttentionKind, OrderStatus, RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { gatewayCanSend } from '#shop/refunds/add-refund.ts';
import { MAX_COUNTED } from '#shop/pagination/max-counted.ts';
import { keysOf } from '#shop/states/keys-of.ts';
import { isHeldForCoupon } from '#shop/states/is-held-for-coupon.ts';
import { PROVIDER_ONLY_SECONDS } from '#shop/states/refund-status.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';

interface Common {
  orderId: string;
  chargeId: string;
  amountCents: number;
  since: Date;
  orderStatus: OrderStatus;
  customerName: string;
  askedCents: number;
  receivedCents: number;
  /** For a refund: the shop can send it by itself. */
  canSend: boolean;
  /** Of its charge. */
  gateway: string;
  /** For a refund: staff may record its result. While it is freshly sent, only the provider can. */
  canClose: boolean;
  /** For a held payment: the order is unpaid and has a buyer. If false, staff can only settle the money. */
  canDeliver: boolean;
  /** The payment was confirmed, and a later notice named another amount. */
  isDoubted: boolean;
  /** For a held payment: the sum is right, but the coupon of its cancelled order may not be used once more. */
  isCouponOver: boolean;
  /** What staff see of the keys that it is about: of the order, or of what is refunded. */
  keys: string[];
}

/** What only some kinds have. */
const NOTHING = { refundId: null, reason: null, failure: null, dispute: null, wish: null };

type Of<Kind, Own = unknown> = Common & { kind: Kind } & Own & Omit<typeof NOTHING, keyof Own>;

/** Something about money that a person must decide. Sums in centavos. */
export type AttentionEntry =
  | Of<'amount_mismatch' | 'amount_doubt' | 'chargeback'>
  /** Why the shop owes it, and what the provider said. */
  | Of<
      'refund_due' | 'refund_failed' | 'refund_slow',
      { refundId: string; reason: RefundReason; failure: string | null }
    >
  /** Until when the shop has to answer, and to what. */
  | Of<'dispute', { dispute: { id: string; answerBy: Date | null; reason: string } }>
  /** Why the buyer wants it, if they said so. */
  | Of<'withdrawal', { wish: string | null }>;

/** How many entries the screen shows at first, and how many each 'Carregar mais' adds. */
export const ATTENTION_PAGE = 25;
const ATTENTION_LIMIT = 200;
/** The list shows a refund that takes longer than this. Until then nobody has to act. */
const SLOW_AFTER_SECONDS = 30 * 60;

/** How many entries the list has. It stops counting at `MAX_COUNTED`. */
export async function countAttention(ctx: ShopContext): Promise<number> {
  const some = ctx.db
    .selectFrom('attention_of_staff')
    .select('order_id')
    .where((eb) => eb.or([eb('kind', '<>', 'refund_slow'), eb('since', '<', slowBefore(ctx))]))
    .limit(MAX_COUNTED);
  const { n } = await ctx.db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The same by kind, each with its oldest, for `/metrics`. */
export async function countAttentionByKind(
  ctx: ShopContext,
): Promise<Record<AttentionKind, { count: number; oldest: Date | null }>> {
  const rows = await ctx.db
    .selectFrom('attention_of_staff')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('since').as('oldest')])
    .where((eb) => eb.or([eb('kind', '<>', 'refund_slow'), eb('since', '<', slowBefore(ctx))]))
    .groupBy('kind')
    .execute();
  const of = (kind: AttentionKind) => {
    const row = rows.find((each) => each.kind === kind);
    return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null };
  };
  return {
    amount_mismatch: of('amount_mismatch'),
    amount_doubt: of('amount_doubt'),
    chargeback: of('chargeback'),
    dispute: of('dispute'),
    withdrawal: of('withdrawal'),
    refund_due: of('refund_due'),
    refund_failed: of('refund_failed'),
    refund_slow: of('refund_slow'),
  };
}

function slowBefore(ctx: ShopContext): Date {
  return new Date(ctx.now().getTime() - SLOW_AFTER_SECONDS * 1000);
}

/**
 * Oldest first, because that entry has waited longest. Details are read only for the entries of this page. Staff
 * only: the caller checks the role.
 */
export async function listAttention(
  ctx: ShopContext,
  { orderId, atMost = ATTENTION_LIMIT }: { orderId?: string; atMost?: number } = {},
): Promise<AttentionEntry[]> {
  let longest = ctx.db
    .selectFrom('attention_of_staff')
    .select(['kind', 'order_id', 'charge_id', 'refund_id', 'amount_cents', 'since', 'dispute_id'])
    .where((eb) => eb.or([eb('kind', '<>', 'refund_slow'), eb('since', '<', slowBefore(ctx))]))
    .orderBy('since')
    .orderBy('charge_id')
    .orderBy('refund_id')
    .orderBy('dispute_id')
    .limit(atMost);
  if (orderId !== undefined) longest = longest.where('order_id', '=', orderId);
  const query = ctx.db
    .selectFrom(longest.as('attention'))
    .innerJoin('orders', 'orders.id', 'attention.order_id')
    .innerJoin('charges', 'charges.id', 'attention.charge_id')
    .leftJoin('refunds', 'refunds.id', 'attention.refund_id')
    .leftJoin('disputes', 'disputes.id', 'attention.dispute_id')
    .leftJoin('withdrawals', (join) =>
      join.onRef('withdrawals.order_id', '=', 'attention.order_id').on('attention.kind', '=', 'withdrawal'),
    )
    .select([
      'attention.kind',
      'attention.order_id',
      'attention.charge_id',
      'attention.refund_id',
      'attention.amount_cents',
      'attention.since',
      'orders.status as order_status',
      'orders.customer_name',
      'orders.user_id',
      'orders.total_cents',
      'orders.coupon_code',
      'charges.gateway',
      'charges.paid_amount_cents',
      'charges.doubted_at',
      'refunds.reason',
      'refunds.failure',
      'disputes.id as dispute_id',
      'disputes.answer_by',
      'disputes.reason as dispute_reason',
      'withdrawals.reason as wish',
      keysOf('attention.order_id', 'refunds.item_ids').as('keys'),
    ])
    .orderBy('attention.since')
    .orderBy('attention.charge_id')
    .orderBy('attention.refund_id')
    .orderBy('attention.dispute_id');
  const rows = await query.execute();
  const providerOnlyBefore = new Date(ctx.now().getTime() - PROVIDER_ONLY_SECONDS * 1000);
  const money = await readOrderMoney(ctx.db, [...new Set(rows.map((row) => row.order_id))]);
  return rows.map((row): AttentionEntry => {
    const charge = money.get(row.order_id)?.charges.find(({ chargeId }) => chargeId === row.charge_id);
    const common = {
      ...NOTHING,
      orderId: row.order_id,
      chargeId: row.charge_id,
      amountCents: row.amount_cents,
      since: row.since,
      orderStatus: row.order_status,
      customerName: row.customer_name,
      askedCents: row.total_cents,
      receivedCents: row.paid_amount_cents ?? 0,
      keys: row.keys,
      canClose: row.kind !== 'refund_slow' || row.since <= providerOnlyBefore,
      canDeliver:
        row.user_id !== null &&
        (row.order_status === 'awaiting_payment' ||
          row.order_status === 'cancelled' ||
          (row.order_status === 'pending' && row.doubted_at !== null)),
      isDoubted: row.doubted_at !== null,
      isCouponOver: isHeldForCoupon({ ...row, status: row.order_status }, row.paid_amount_cents ?? 0),
      gateway: row.gateway,
      canSend: charge !== undefined && gatewayCanSend(ctx, charge, row.amount_cents),
    };
    const { kind, failure, wish } = row;
    // The view names the row of a refund and of a dispute, so the joins found it.
    switch (kind) {
      case 'refund_due':
      case 'refund_failed':
      case 'refund_slow':
        return { ...common, kind, refundId: row.refund_id!, reason: row.reason!, failure };
      case 'dispute': {
        const dispute = { id: row.dispute_id!, answerBy: row.answer_by, reason: row.dispute_reason! };
        return { ...common, kind, dispute };
      }
      case 'withdrawal':
        return { ...common, kind, wish };
      case 'amount_mismatch':
      case 'amount_doubt':
      case 'chargeback':
        return { ...common, kind };
    }
  });
}

export const showAttention = operation(
  {
    id: 'attention.list',
    who: 'orders.read',
    input: z.object({}),
    output: z.custom<AttentionEntry[]>(),
    refusals: {},
  },
  (ctx) => listAttention(ctx),
);
