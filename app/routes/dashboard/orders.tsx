import { Package } from 'lucide-react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { listInstallable } from '#shop/delivery/install/list-installable.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import type { Route } from './+types/orders';
import { loadOwn } from './load-own.ts';
import { OrderCard } from './order-card.tsx';
import { PushOffer } from './push-offer.tsx';
import { toShownOrder } from './shown-order.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Meus Pedidos');

const FAILURE = { title: 'Erro ao carregar pedidos', description: 'Não foi possível carregar os pedidos.' };

export function loader(args: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const { entries, nextPage } = await takePages(readPageCount(args.url.searchParams), (cursor) =>
      listOwnOrders(shop, { userId: user.id, cursor }),
    );
    const { entries: taken } = await listInstallable(shop, user.id);
    const entryOf = new Map(taken.map(({ itemId, entryId }) => [itemId, entryId]));
    return { orders: entries.map(toShownOrder), nextPage, readAt: shop.now(), entryOf };
  });
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('orders');
  return (
    <>
      <h1 className="text-xl sm:text-2xl">Meus Pedidos</h1>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.orders.length === 0 ? (
        <EmptyState as="h2" icon={Package} title="Nenhum pedido encontrado">
          <LinkButton to="/loja">Explorar a loja</LinkButton>
        </EmptyState>
      ) : (
        <>
          {loaderData.orders.some(({ status }) => status === 'pending') && <PushOffer />}
          <ul className="mt-6 flex max-w-[1120px] flex-col gap-4">
            {loaderData.orders.map((order) => (
              <OrderCard
                key={order.id}
                order={order}
                readAt={loaderData.readAt}
                entryOf={loaderData.entryOf}
              />
            ))}
          </ul>
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
    </>
  );
}
