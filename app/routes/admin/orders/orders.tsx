import { PackageSearch } from 'lucide-react';
import { useNavigation, useSearchParams } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { readFirstSteps } from '#shop/first-steps/read-first-steps.ts';
import { listViews } from '#shop/orders/views/list-views.ts';
import { countOpenOrders, listAllOrders } from '#shop/orders/search/list-all-orders.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/orders';
import { LinksDialog } from '../files/links-dialog.tsx';
import { findTypedSkin } from './find-typed-skin.ts';
import { MarkedBar } from './marked-bar.tsx';
import { ordersPath, readOrderFilters, toOrderSearch } from './order-filters.ts';
import { OrderSearch } from './order-search.tsx';
import { OrderTable } from './order-table.tsx';
import { FirstSteps } from '../panel/first-steps.tsx';
import { readFirstStepsView } from '../panel/panel-cookies.ts';
import { requireStaff } from '../require-staff.ts';
import { useMarks } from './use-marks.ts';
import { useLinksDialog } from '../files/use-links-dialog.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Painel Administrativo');

const FAILURE = { title: 'Erro ao carregar pedidos', description: 'Não foi possível carregar os pedidos.' };

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user, role, hasSecondFactor } = await requireStaff(context, 'orders.read');
  const shop = getShop(context);
  const { searchParams } = url;
  const filters = readOrderFilters(searchParams);
  const skin = filters.skin === '' ? null : findTypedSkin(shop.catalog.current(), filters.skin);
  const search = toOrderSearch(filters, skin?.sku);
  const pages = readPageCount(searchParams);
  const stepsView = readFirstStepsView(request);
  const isNewcomer = mayDo(role, 'settings') && stepsView !== 'hidden';
  return loadScreen(context, FAILURE, async () => {
    const [{ entries, nextPage }, counts, views, firstSteps] = await Promise.all([
      // A name that no skin has is on no order.
      filters.skin !== '' && !skin
        ? { entries: [], nextPage: null }
        : takePages(pages, (cursor) => listAllOrders(shop, { ...search, cursor })),
      countOpenOrders(shop),
      listViews(shop, user.id),
      isNewcomer ? readFirstSteps(shop) : null,
    ]);
    return {
      orders: entries,
      counts,
      nextPage,
      skin: skin && { key: skinKey(skin.sku), label: skin.label },
      views,
      readAt: shop.now(),
      firstSteps: firstSteps && {
        done: { ...firstSteps, secondFactor: hasSecondFactor },
        isOpen: stepsView === 'open',
      },
    };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  const isLoading = useSlow(useNavigation().location?.pathname === '/admin');
  const filters = readOrderFilters(useSearchParams()[0]);
  const orders = 'failure' in loaderData ? [] : loaderData.orders;
  const dialog = useLinksDialog(orders);
  const marks = useMarks(orders);
  return (
    <section aria-label="Pedidos" className="pt-4">
      {'firstSteps' in loaderData && loaderData.firstSteps && <FirstSteps {...loaderData.firstSteps} />}
      <OrderSearch
        filters={filters}
        skin={'failure' in loaderData ? filters.skin : (loaderData.skin?.label ?? null)}
        counts={'failure' in loaderData ? null : loaderData.counts}
        views={'failure' in loaderData ? [] : loaderData.views}
        skinKey={'failure' in loaderData ? null : (loaderData.skin?.key ?? null)}
        isLoading={isLoading}
      />
      <MarkedBar marks={marks} isEmpty={orders.length === 0} />
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : orders.length === 0 ? (
        <EmptyState as="h2" icon={PackageSearch} title="Nenhum pedido encontrado">
          {ordersPath(filters) !== '/admin' && (
            <LinkButton to="/admin" variant="outline">
              Ver todos os pedidos
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <>
          <OrderTable orders={orders} marks={marks} readAt={loaderData.readAt} onOpenLinks={dialog.show} />
          <NextPageLink page={loaderData.nextPage} pathTo={(pages) => ordersPath(filters, pages)} />
        </>
      )}
      {dialog.order && <LinksDialog key={dialog.order.id} {...dialog} order={dialog.order} />}
    </section>
  );
}
