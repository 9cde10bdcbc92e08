import { Star } from 'lucide-react';
import { data } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { FailureNote } from '#app/ui/feedback/failure-note.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { hideReview, showReview } from '#shop/reviews/hide-review.ts';
import { listAllReviews } from '#shop/reviews/list-all-reviews.ts';
import { keepForm, NOTHING_CHANGED } from '../../keep-form.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/reviews';
import { ReviewRow } from './review-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Avaliações');

const FAILURE = {
  title: 'Erro ao carregar avaliações',
  description: 'Não foi possível carregar as avaliações.',
};
const REFUSED = 'Avaliação não alterada';

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'reviews');
  const shop = getShop(context);
  const { searchParams } = url;
  const isHidden = searchParams.get('mostrar') === 'ocultas';
  return loadScreen(context, FAILURE, async () => {
    const { entries, nextPage } = await takePages(readPageCount(searchParams), (cursor) =>
      listAllReviews(shop, { cursor, isHidden }),
    );
    return { reviews: entries, nextPage, isHidden };
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = await requireStaff(context, 'reviews');
  const form = await readForm(request);
  const [reviewId, wanted] = [textOf(form, 'id').toLowerCase(), textOf(form, 'do')];
  if (!isUuid(reviewId) || (wanted !== 'hide' && wanted !== 'show')) throw data(null, { status: 400 });
  const asked = { actorUserId: user.id, reviewId };
  const shop = getShop(context);
  const result =
    wanted === 'show'
      ? await showReview(shop, asked)
      : await hideReview(shop, { ...asked, reason: textOf(form, 'reason') });
  // One that is gone, or that somebody else was quicker with, is right in the list that is loaded after this.
  if (result.ok || result.reason !== 'invalid') return { failure: undefined };
  return data({ failure: { title: REFUSED, description: result.message, field: 'reason' } }, { status: 422 });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepForm({ request, title: REFUSED }, serverAction, ({ title }) => {
    showToast({ title, description: NOTHING_CHANGED, tone: 'danger', stays: true, about: 'review' });
    return { failure: undefined };
  });

/** What owners wrote last, so that staff see it and may hide it; they never edit it (ruling 47). */
export default function AdminReviews({ loaderData, actionData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  const { reviews, nextPage, isHidden } = loaderData;
  return (
    <section aria-labelledby="reviews-title" className="max-w-[960px] pt-5">
      <h2 id="reviews-title" className="mb-4 text-lg">
        Avaliações
      </h2>
      <nav aria-label="Quais avaliações" className="mb-4 flex gap-2">
        <LinkButton to="/admin/avaliacoes" variant="outline" {...(!isHidden && CURRENT)}>
          Todas
        </LinkButton>
        <LinkButton to="?mostrar=ocultas" variant="outline" {...(isHidden && CURRENT)}>
          Ocultas
        </LinkButton>
      </nav>
      {/* Without scripts; with them each row says it itself. */}
      <FailureNote failure={actionData?.failure} />
      {reviews.length === 0 ? (
        <EmptyState icon={Star} title={isHidden ? 'Nenhuma avaliação oculta' : 'Nenhuma avaliação recebida'}>
          <p className="max-w-[48ch] text-sm text-muted">
            Quem tem uma skin pode avaliá-la na página dela. As mais novas aparecem aqui.
          </p>
        </EmptyState>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewRow review={review} />
              </li>
            ))}
          </ul>
          <NextPageLink
            page={nextPage}
            pathTo={(pages) => `?${isHidden ? 'mostrar=ocultas&' : ''}paginas=${pages}`}
          />
        </>
      )}
    </section>
  );
}

const CURRENT = { 'aria-current': 'page', className: 'border-accent! text-accent!' } as const;
