import { useState } from 'react';
import { Link } from 'react-router';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { countStars } from '#app/routes/store/reviews/rating-words.ts';
import { Field, OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { Stars } from '#app/ui/skin/stars.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import { REASON_LIMITS } from '#shop/reviews/review-limits.ts';
import type { StaffReview } from '#shop/reviews/list-all-reviews.ts';

/** One review: of which skin, what it says, and whether everybody reads it. */
export function ReviewRow({ review }: { review: StaffReview }) {
  const { id, skinName, stars, text, name, updatedAt, hiddenReason } = review;
  const about = { fixed: { reviewId: id }, failed: 'Avaliação não alterada', about: 'review' } as const;
  return (
    <article
      aria-label={`${name} sobre ${skinName}`}
      className={`rounded-card border border-line p-4 sm:p-5 ${hiddenReason === null ? 'bg-surface' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={stars} className="h-4" />
        <span className="sr-only">{countStars(stars)}</span>
        {hiddenReason !== null && <Badge tone="danger">Oculta</Badge>}
        <Moment at={updatedAt} className="ml-auto text-xs text-muted" />
      </div>
      <h3 className="mt-1 text-base break-words">
        <Link
          to={`${skinPath(review)}#avaliacoes`}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {skinName}
        </Link>
      </h3>
      <p className="text-xs text-muted">{name}</p>
      {text && <p className="mt-3 max-w-[68ch] [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>}
      {hiddenReason !== null && (
        <p className="mt-3 text-sm [overflow-wrap:anywhere] text-muted">Motivo: {hiddenReason}</p>
      )}
      {hiddenReason === null ? (
        <OperationForm {...about} does="reviews.hide" className="mt-3">
          <Reason />
        </OperationForm>
      ) : (
        <OperationForm {...about} does="reviews.show" className="mt-3">
          <SubmitButton variant="outline">Mostrar de novo</SubmitButton>
        </OperationForm>
      )}
    </article>
  );
}

function Reason() {
  const { fields } = useOperationForm();
  // What is not right with it goes with the first letter, and this stays open.
  const [isOpen, setOpen] = useState(fields.reason !== undefined);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm text-muted underline underline-offset-2 hover:text-text">
        Ocultar da loja
      </summary>
      <div className="mt-1 flex flex-col gap-3 sm:flex-row sm:items-start">
        <Field
          label="Motivo"
          name="reason"
          required
          minLength={REASON_LIMITS.least}
          maxLength={REASON_LIMITS.most}
          hint="Quem avaliou lê este motivo na página da skin."
          className="grow"
        />
        <SubmitButton variant="danger" className="sm:mt-7">
          Ocultar
        </SubmitButton>
      </div>
    </details>
  );
}
