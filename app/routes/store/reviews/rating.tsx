import { Stars } from '#app/ui/skin/stars.tsx';
import type { ShownReviews } from './load-reviews.ts';
import { countReviews, formatAverage } from './rating-words.ts';

/** Under the skin's name: how it was reviewed, and the way there. Nothing while nobody has. */
export function Rating({ reviews }: { reviews: ShownReviews | null }) {
  if (!reviews?.average) return null;
  return (
    <a href="#avaliacoes" className="group inline-flex min-h-11 items-center gap-2.5 text-sm text-muted">
      <Stars stars={reviews.average} className="h-4" />
      <span>
        <span className="sr-only">Nota </span>
        <strong className="font-semibold text-text">{formatAverage(reviews.average)}</strong>
        <span className="sr-only"> de 5, </span>
      </span>
      <span className="underline underline-offset-2 group-hover:text-text">
        {countReviews(reviews.count)}
      </span>
    </a>
  );
}
