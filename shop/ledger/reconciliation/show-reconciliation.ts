import { z } from 'zod';
import { countDays, dayOf, readSpan } from '#shop/numbers/day-span.ts';
import { operation } from '#shop/operation.ts';
import { compareDays } from './compare-days.ts';

/** A quarter: each charge of it is in memory. */
export const MOST_COMPARED_DAYS = 92;

const cents = z.number().nullable();

/** The three sides of each day and provider, both ends included; today without them. */
export const showReconciliation = operation(
  {
    id: 'reconciliation.read',
    who: 'reconciliation',
    input: z.object({ from: z.string().nullish(), to: z.string().nullish() }),
    output: z.array(
      z.object({
        day: z.string(),
        gateway: z.string(),
        shopCents: cents,
        providerCents: cents,
        bankCents: cents,
        differences: z.array(
          z.object({
            kind: z.enum(['only_provider', 'only_shop', 'amount', 'refunded_outside', 'late']),
            chargeId: z.string().nullable(),
            endToEndId: z.string().nullable(),
            amountCents: z.number(),
          }),
        ),
      }),
    ),
    refusals: { malformed: 400 },
  },
  async (ctx, { from, to }) => {
    const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
    const asked = readSpan(query, dayOf(ctx.now()));
    if (!asked.ok || countDays(asked.span) > MOST_COMPARED_DAYS) return { ok: false, reason: 'malformed' };
    const { days } = await compareDays(ctx.db, asked.span);
    return days.map((day) => ({
      ...day,
      differences: day.differences.map((each) => ({
        kind: each.kind,
        chargeId: each.gateway_charge_id,
        endToEndId: each.end_to_end_id,
        amountCents: each.amount_cents,
      })),
    }));
  },
);
