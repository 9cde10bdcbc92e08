import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { Stars } from '#app/ui/skin/stars.tsx';
import type { ShownReview, ShownReviews } from './load-reviews.ts';
import { countReviews, countStars, formatAverage } from './rating-words.ts';
import { ReviewForm } from './review-form.tsx';

/** What owners say about a skin, and the form of who owns it. Nothing where there is neither. */
export function SkinReviews({
  skin,
  reviews,
  answer,
}: {
  skin: { sku: string };
  reviews: ShownReviews | null;
  answer: FormAnswer | undefined;
}) {
  // Whoever wrote while their session ended finds the text again, and sends it once they have signed in.
  const own = reviews?.own ?? (answer ? { review: null, name: 'da sua conta', done: null } : null);
  if (!reviews || (reviews.count === 0 && !own)) return null;
  const { average, count, entries, nextPage } = reviews;
  return (
    <section
      id="avaliacoes"
      aria-labelledby="reviews-title"
      className="gutter mx-auto max-w-[1600px] pt-12 lg:pt-16"
    >
      <h2 id="reviews-title" className="text-lg sm:text-xl">
        Avaliações
      </h2>
      <p className="mt-1 text-sm text-muted">
        {average === null
          ? 'Ninguém avaliou esta skin ainda.'
          : `Nota ${formatAverage(average)} de 5, em ${countReviews(count)} de quem tem esta skin.`}
      </p>
      <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-start lg:gap-12">
        {own && <ReviewForm skin={skin} own={own} answer={answer} />}
        {entries.length > 0 && (
          <div className={own ? '' : 'lg:col-span-2'}>
            <ul className={`grid gap-x-12 ${own ? '' : 'lg:grid-cols-2'}`}>
              {entries.map((review, position) => (
                <li key={position} className="border-t border-line py-4">
                  <Entry review={review} />
                </li>
              ))}
            </ul>
            <NextPageLink page={nextPage} />
          </div>
        )}
      </div>
    </section>
  );
}

function Entry({ review: { stars, text, name, createdAt, day } }: { review: ShownReview }) {
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <Stars stars={stars} className="h-3.5" />
        <span className="sr-only">{countStars(stars)}, de </span>
        <strong className="text-sm font-semibold text-text">{name}</strong>
        <time dateTime={createdAt.toISOString()} className="tabular-nums">
          {day}
        </time>
      </p>
      {text && <Words text={text} />}
    </article>
  );
}

const WORDS = 'max-w-[68ch] [overflow-wrap:anywhere]';
/** Of an ordinary line on a wide screen. On a phone what is shown whole may take three. */
const LINE_LENGTH = 70;

/** Two lines; a longer text opens under them, without scripts too. */
function Words({ text }: { text: string }) {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length || 1) / LINE_LENGTH), 0);
  if (lines <= 2) return <p className={`mt-2 whitespace-pre-line ${WORDS}`}>{text}</p>;
  return (
    <details className="group mt-2">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <span className={`line-clamp-2 group-open:line-clamp-none group-open:whitespace-pre-line ${WORDS}`}>
          {text}
        </span>
        <span className="flex min-h-11 items-center text-xs text-info underline underline-offset-2 group-open:hidden">
          ler tudo
        </span>
        <span className="hidden min-h-11 items-center text-xs text-info underline underline-offset-2 group-open:flex">
          ler menos
        </span>
      </summary>
    </details>
  );
}
