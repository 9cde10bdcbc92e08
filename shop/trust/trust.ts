import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** In the contract's words already: these are the ones that are signed. */
export const trustDocument = z.object({
  new_shop: z.literal(true).optional(),
  /** When the first order that counts was paid. */
  since: z.iso.datetime().nullable(),
  paid_orders: z.int(),
  /** Of the orders that were delivered or should have been; null: none yet. */
  on_time: rate.nullable().optional(),
  minutes_p50: z.number().nullable().optional(),
  minutes_p95: z.number().nullable().optional(),
  /** Of the paid orders: any money went back, by the shop or by a bank. */
  refunded: rate.optional(),
  disputes_lost: rate.optional(),
  stars: z.object({ average: z.number().nullable(), count: z.int() }),
  /** `decided`: of the orders paid on that day, those of which `on_time` is the rate. */
  by_day: z
    .array(z.object({ day: z.iso.date(), orders: z.int(), decided: z.int(), on_time: rate.nullable() }))
    .optional(),
  generated_at: z.iso.datetime(),
  signature: z.string(),
});

export type Trust = z.output<typeof trustDocument>;
