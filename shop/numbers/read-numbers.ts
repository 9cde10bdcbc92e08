import type { ShopContext } from '#shop/context.ts';
import { splitSpan, type DaySpan, type SpanPart, type SpanPiece } from './day-span.ts';
import { readFigures, type Figures } from './read-figures.ts';

export interface Totals {
  span: DaySpan;
  /** Placed in the span. */
  orders: number;
  /** Paid in the span, whenever they were placed. */
  paid: number;
  /** All that came in, whatever happened to it later. */
  revenueCents: number;
  /** What went back in the span, by refunds and by banks. */
  refundedCents: number;
  refunds: number;
  /** Charges of which a bank took money back. */
  chargebacks: number;
  manual: { orders: number; revenueCents: number };
  /** Of the orders that were placed in the span. null: there is none. */
  createdToPaid: { rate: number | null; secondsP50: number | null };
  delivery: Delivery;
}

/** Of the orders that were delivered in the span. null: there is none. */
export interface Delivery {
  delivered: number;
  minutesP50: number | null;
  minutesP95: number | null;
  /** From 0 to 1. */
  onTime: number | null;
}

/** The figures of one hour, one day or one month of a span. */
export type PartNumbers = SpanPiece & Pick<Figures, 'orders' | 'paid' | 'revenueCents' | 'minutesP50'>;

export interface Numbers extends Totals {
  parts: PartNumbers[];
}

/** The figures of a span, and of each hour, day or month of it. */
export async function readNumbers(ctx: ShopContext, span: DaySpan, part: SpanPart = 'day'): Promise<Numbers> {
  const spans = splitSpan(span, part);
  const [totals, figures] = await Promise.all([readTotals(ctx, span), readFigures(ctx, spans)]);
  return {
    ...totals,
    parts: figures.map(({ orders, paid, revenueCents, minutesP50 }, n) => ({
      ...(spans[n] ?? span),
      orders,
      paid,
      revenueCents,
      minutesP50,
    })),
  };
}

export async function readTotals(ctx: ShopContext, span: DaySpan): Promise<Totals> {
  const [figures] = await readFigures(ctx, [span]);
  if (!figures) throw new Error('A span has figures, be they zero.');
  const { orders, paid, revenueCents, refunds, chargebacks, delivered, minutesP50, minutesP95 } = figures;
  return {
    span,
    orders,
    paid,
    revenueCents,
    refundedCents: figures.refundCents + figures.chargebackCents,
    refunds,
    chargebacks,
    manual: { orders: figures.manualOrders, revenueCents: figures.manualCents },
    createdToPaid: {
      rate: orders === 0 ? null : figures.ordersPaid / orders,
      secondsP50: figures.secondsToPaidP50,
    },
    delivery: {
      delivered,
      minutesP50,
      minutesP95,
      onTime: delivered === 0 ? null : figures.deliveredOnTime / delivered,
    },
  };
}
