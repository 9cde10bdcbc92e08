import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { id, line, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { REASON_LIMITS } from './review-limits.ts';

const { least, most } = REASON_LIMITS;
const described = {
  who: 'reviews',
  output: nothing,
  refusals: { not_found: 404, already_done: 409 },
} as const;

/** Takes a review out of public. Its words stay as they are: staff never edit them. */
export const hideReview = operation(
  {
    ...described,
    id: 'reviews.hide',
    input: z.object({
      reviewId: id(),
      reason: line(most, `Escreva o motivo, de ${least} a ${most} caracteres: quem avaliou vai ler.`, least),
    }),
  },
  (ctx, { reason, ...asked }) => setHidden(ctx, asked, reason),
);

/** Back into public, with the words that it has now. */
export const showReview = operation(
  { ...described, id: 'reviews.show', input: z.object({ reviewId: id() }) },
  (ctx, asked) => setHidden(ctx, asked, null),
);

type HideReviewResult = { ok: true } | { ok: false; reason: 'not_found' | 'already_done' };

function setHidden(
  ctx: ShopContext,
  { actorUserId, reviewId }: { actorUserId: string; reviewId: string },
  reason: string | null,
): Promise<HideReviewResult> {
  return ctx.transaction(async (tx): Promise<HideReviewResult> => {
    const row = await tx
      .selectFrom('reviews')
      .select(['sku', 'hidden_at'])
      .where('id', '=', reviewId)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { ok: false, reason: 'not_found' };
    if ((row.hidden_at !== null) === (reason !== null)) return { ok: false, reason: 'already_done' };
    await tx
      .updateTable('reviews')
      .set({ hidden_at: reason === null ? null : ctx.now(), hidden_reason: reason })
      .where('id', '=', reviewId)
      .execute();
    // The reason stands at the review: the log keeps no free text.
    await recordAudit(ctx, tx, {
      actorUserId,
      action: reason === null ? 'review.shown' : 'review.hidden',
      subject: { type: 'review', id: reviewId },
      details: { skin: skinKey(row.sku) },
    });
    return { ok: true };
  });
}
