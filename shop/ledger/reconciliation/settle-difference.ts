import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { note } from '#shop/refunds/note.ts';
import { refreshDifferences } from './refresh-differences.ts';

const subjectOf = (differenceId: string) => ({ type: 'difference' as const, id: differenceId });

/** Staff have dealt with a difference outside of the shop, and say how. */
export const settleDifference = operation(
  {
    id: 'differences.settle',
    who: 'reconciliation',
    input: z.object({ differenceId: id(), note: note() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  (ctx, { actorUserId, differenceId, note: said }) =>
    ctx.transaction(async (tx) => {
      const settled = await tx
        .updateTable('differences')
        .set({ settled_at: ctx.now(), settled_by: actorUserId, note: said })
        .where('id', '=', differenceId)
        .where('settled_at', 'is', null)
        .returning(['amount_cents as amountCents', 'kind'])
        .executeTakeFirst();
      if (!settled) return { ok: false, reason: 'not_found' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'difference.settled',
        subject: subjectOf(differenceId),
        details: settled,
      });
      return { ok: true as const };
    }),
);

/** Asks the provider about the charge once more, and books what it says. */
export const checkDifference = operation(
  {
    id: 'differences.check',
    who: 'reconciliation',
    input: z.object({ differenceId: id() }),
    output: z.object({ isOpen: z.boolean() }),
    refusals: { not_found: 404, unknown_at_provider: 404, no_answer: 502 },
    limit: 'settle-charge',
  },
  async (ctx, { differenceId }) => {
    const found = await ctx.db
      .selectFrom('differences')
      .select(['charge_id', 'day'])
      .where('id', '=', differenceId)
      .executeTakeFirst();
    if (!found?.charge_id) return { ok: false, reason: 'not_found' };
    const checked = await checkCharge(ctx, found.charge_id, { evenIfPaid: true });
    if (!checked.ok) {
      const isUnknown = checked.reason === 'unknown_at_gateway';
      return { ok: false, reason: isUnknown ? 'unknown_at_provider' : 'no_answer' };
    }
    await refreshDifferences(ctx, { from: found.day, to: found.day });
    const still = await ctx.db
      .selectFrom('differences')
      .select('id')
      .where('id', '=', differenceId)
      .executeTakeFirst();
    return { isOpen: still !== undefined };
  },
);
