import { recordAudit } from '#shop/audit/record-audit.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { REASON_LIMITS } from './check-review.ts';

export type HideReviewResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'already_done' }
  | { ok: false; reason: 'invalid'; message: string };

interface Asked {
  actorUserId: string;
  reviewId: string;
}

/** Takes a review out of public. Its words stay as they are: staff never edit them (ruling 47). */
export function hideReview(
  ctx: ShopContext,
  { reason, ...asked }: Asked & { reason: string },
): Promise<HideReviewResult> {
  const tidied = tidyLine(reason);
  const { least, most } = REASON_LIMITS;
  if (tidied.length < least || tidied.length > most) {
    const message = `Escreva o motivo, de ${least} a ${most} caracteres: quem avaliou vai ler.`;
    return Promise.resolve({ ok: false, reason: 'invalid', message });
  }
  return setHidden(ctx, asked, tidied);
}

/** Back into public, with the words that it has now. */
export function showReview(ctx: ShopContext, asked: Asked): Promise<HideReviewResult> {
  return setHidden(ctx, asked, null);
}

function setHidden(
  ctx: ShopContext,
  { actorUserId, reviewId }: Asked,
  reason: string | null,
): Promise<HideReviewResult> {
  return ctx.transaction(async (tx): Promise<HideReviewResult> => {
    const row = await tx
      .selectFrom('reviews')
      .select(['champion_id', 'skin_num', 'hidden_at'])
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
      details: { skin: skinKey(row.champion_id, row.skin_num) },
    });
    return { ok: true };
  });
}
