import { PackageSearch } from 'lucide-react';
import { data, useNavigation } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import { countOpenOrders, listAllOrders } from '#shop/orders/list-all-orders.ts';
import type { Route } from './+types/orders';
import { LinksDialog } from '../files/links-dialog.tsx';
import { ordersPath, readOrderFilters, toOrderSearch } from './order-filters.ts';
import { OrderSearch } from './order-search.tsx';
import { OrderTable } from './order-table.tsx';
import { requireStaff } from '../require-staff.ts';
import { useLinksDialog } from '../files/use-links-dialog.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Painel Administrativo');

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireStaff(context);
  const shop = getShop(context);
  const { searchParams } = new URL(request.url);
  const filters = readOrderFilters(searchParams);
  const pages = readPageCount(searchParams);
  try {
    const [{ entries, hasMore }, counts] = await Promise.all([
      takePages(pages, async (cursor) => {
        const { orders, nextCursor } = await listAllOrders(shop, { ...toOrderSearch(filters), cursor });
        return { entries: orders, nextCursor };
      }),
      countOpenOrders(shop),
    ]);
    return { failed: false as const, filters, orders: entries, counts, nextPage: hasMore ? pages + 1 : null };
  } catch (error) {
    shop.log.error('Erro ao carregar pedidos', { requestId: getVisitor(context).requestId, error });
    return data({ failed: true as const, filters }, { status: 503, headers: { 'Retry-After': '5' } });
  }
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  const isLoading = useSlow(useNavigation().location?.pathname === '/admin');
  const orders = loaderData.failed ? [] : loaderData.orders;
  const dialog = useLinksDialog(orders);
  return (
    <section aria-label="Pedidos" className="pt-5">
      <OrderSearch filters={loaderData.filters} counts={loaderData.failed ? null : loaderData.counts} />
      <p role="status" className="flex h-8 items-center gap-2 text-xs text-muted">
        {isLoading && (
          <>
            <Spinner />
            Carregando pedidos...
          </>
        )}
      </p>
      {loaderData.failed ? (
        <LoadFailure title="Erro ao carregar pedidos" description="Não foi possível carregar os pedidos." />
      ) : orders.length === 0 ? (
        <EmptyState as="h2" icon={PackageSearch} title="Nenhum pedido encontrado">
          {ordersPath(loaderData.filters) !== '/admin' && (
            <LinkButton to="/admin" variant="outline">
              Ver todos os pedidos
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <>
          <OrderTable orders={orders} onOpenLinks={dialog.show} />
          {loaderData.nextPage !== null && (
            <div className="mt-5 text-center">
              <LinkButton
                variant="outline"
                to={ordersPath(loaderData.filters, loaderData.nextPage)}
                preventScrollReset
                replace
              >
                Carregar mais
              </LinkButton>
            </div>
          )}
        </>
      )}
      {dialog.order && <LinksDialog key={dialog.order.id} {...dialog} order={dialog.order} />}
    </section>
  );
}
