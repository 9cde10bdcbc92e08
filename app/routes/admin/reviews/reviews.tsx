import { Star } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { listAllReviews } from '#shop/reviews/list-all-reviews.ts';
import { loadScreen } from '../../load-screen.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/reviews';
import { ReviewRow } from './review-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Avaliações');

const FAILURE = {
  title: 'Erro ao carregar avaliações',
  description: 'Não foi possível carregar as avaliações.',
};

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

export const action = answerForm;
export const clientAction = preserveTyped;

/** What owners wrote last, so that staff see it and may hide it; they never edit it. */
export default function AdminReviews({ loaderData }: Route.ComponentProps) {
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
