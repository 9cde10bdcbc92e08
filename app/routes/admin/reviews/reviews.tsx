import { Star } from 'lucide-react';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { listAllReviews } from '#shop/reviews/list-all-reviews.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/reviews';
import { ReviewRow } from './review-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Avaliações');

export const loader = staffLoader('reviews', 'as avaliações', async ({ shop, url, listPages }) => {
  const isHidden = url.searchParams.get('mostrar') === 'ocultas';
  return { isHidden, ...(await listPages((cursor) => listAllReviews(shop, { cursor, isHidden }))) };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** What owners wrote last, so that staff see it and may hide it; they never edit it. */
export default function AdminReviews({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage title="Avaliações" loaded={loaderData}>
      {({ isHidden, entries, nextPage }) => (
        <>
          <nav aria-label="Quais avaliações" className="mt-4 flex gap-2">
            <LinkButton to="/admin/avaliacoes" variant="outline" {...(!isHidden && CURRENT)}>
              Todas
            </LinkButton>
            <LinkButton to="?mostrar=ocultas" variant="outline" {...(isHidden && CURRENT)}>
              Ocultas
            </LinkButton>
          </nav>
          <PanelList
            rows={entries.map((review) => (
              <li key={review.id}>
                <ReviewRow review={review} />
              </li>
            ))}
            nextPage={nextPage}
            pathTo={(pages) => `?${isHidden ? 'mostrar=ocultas&' : ''}paginas=${pages}`}
          >
            <EmptyState
              icon={Star}
              title={isHidden ? 'Nenhuma avaliação oculta' : 'Nenhuma avaliação recebida'}
              about="Quem tem uma skin pode avaliá-la na página dela. As mais novas aparecem aqui."
            />
          </PanelList>
        </>
      )}
    </PanelPage>
  );
}

const CURRENT = { 'aria-current': 'page', className: 'border-accent! text-accent!' } as const;
