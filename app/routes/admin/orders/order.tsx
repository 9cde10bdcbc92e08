import { ArrowLeft, SearchX } from 'lucide-react';
import { data, Link } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { formatDateTime } from '#app/ui/skin/format-date.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { OrderDiscount } from '#app/ui/skin/order-discount.tsx';
import { OrderedSkin } from '#app/ui/skin/ordered-skin.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { readStaffOrder, type StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/order';
import { AuditLines } from '../audit/audit-lines.tsx';
import { LinksDialog } from '../files/links-dialog.tsx';
import { useLinksDialog } from '../files/use-links-dialog.ts';
import { OrderMoneySection } from '../money/order-money-section.tsx';
import { DeliveryLines } from './delivery-lines.tsx';
import { describeGift } from './describe-gift.ts';
import { DueBadge } from './due-badge.tsx';
import { LinksButton } from './links-button.tsx';
import { ORDER_TONES } from './order-tones.ts';
import { EvidenceLink } from '../desk/evidence-link.tsx';
import { useMay } from '../use-may.tsx';
import { requireStaff } from '../require-staff.ts';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, `Pedido #${params.id.slice(0, 8)}`);

const FAILURE = { title: 'Erro ao carregar pedido', description: 'Não foi possível carregar o pedido.' };

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, 'orders.read');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const details = isUuid(params.id) ? await readStaffOrder(shop, params.id.toLowerCase()) : null;
    if (!details) return data({ kind: 'not_found' as const }, { status: 404 });
    return { kind: 'found' as const, details, readAt: shop.now() };
  });
}

export default function AdminOrder({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  switch (loaderData.kind) {
    case 'not_found':
      return (
        <EmptyState as="h2" icon={SearchX} title="Pedido não encontrado">
          <LinkButton to="/admin" variant="outline">
            Ver todos os pedidos
          </LinkButton>
        </EmptyState>
      );
    case 'found':
      return <Details {...loaderData.details} readAt={loaderData.readAt} />;
  }
}

function Details({ readAt, ...details }: StaffOrderDetails & { readAt: Date }) {
  const now = useNow(readAt);
  const { order, accountEmail, money, deliveries, audit, isPaused, gift } = details;
  const mayProve = useMay('evidence');
  const mayRescue = useMay('rescue');
  const dialog = useLinksDialog([order]);
  return (
    <section aria-labelledby="order-title" className="max-w-[960px] pt-3">
      <Link
        to="/admin"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Pedidos
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <h2 id="order-title" className="mr-1 text-lg">
          Pedido #{order.id.slice(0, 8)}
        </h2>
        <Badge tone={ORDER_TONES[order.status]}>{ORDER_STATUS_LABELS[order.status] ?? order.status}</Badge>
        <DueBadge order={order} now={now} />
        {order.isRefunded && <Badge>Reembolsado</Badge>}
      </div>
      <p className="mt-1 text-sm break-words text-muted">
        {order.customerName} · {order.customerEmail} ·{' '}
        <time dateTime={order.createdAt.toISOString()}>{formatDateTime(order.createdAt)}</time>
      </p>
      {mayRescue && accountEmail !== null && (
        <p className="mt-1">
          <Link
            to={`/admin/emails?${new URLSearchParams({ email: accountEmail })}`}
            className="inline-flex min-h-11 items-center text-sm text-accent underline underline-offset-2"
          >
            Trocar o e-mail da conta
          </Link>
        </p>
      )}
      {order.items.length === 0 ? (
        <p className="mt-4 break-words">Cobrança avulsa: {order.description}</p>
      ) : (
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {order.items.map((item) => (
            <li key={item.id}>
              <OrderedSkin item={item} isGivenBack={!item.kept && !order.isRefunded} />
            </li>
          ))}
        </ul>
      )}
      <OrderDiscount order={order} />
      <p className="mt-4 empty:hidden">
        <LinksButton order={order} onOpenLinks={() => dialog.show(order)} />
      </p>
      {gift && <p className="mt-3 max-w-[68ch] text-sm break-words text-muted">{describeGift(gift)}</p>}
      {isPaused && order.status === 'pending' && (
        <p className="mt-3 max-w-[68ch] text-sm text-muted">
          Esta conta tem uma contestação: nada é entregue sozinho para ela. Você ainda pode enviar os links.
        </p>
      )}
      {dialog.order && <LinksDialog {...dialog} order={dialog.order} />}
      <OrderMoneySection {...details} />
      {deliveries.length > 0 && (
        <>
          <h3 className="mt-8 mb-3 text-base">Entrega</h3>
          <DeliveryLines records={deliveries} items={order.items} />
        </>
      )}
      {mayProve && money.charges.length > 0 && (
        <p className="mt-6">
          <EvidenceLink orderId={order.id} />
        </p>
      )}
      {audit.length > 0 && (
        <>
          <h3 className="mt-8 mb-3 text-base">Registro</h3>
          <AuditLines lines={audit} showsSubject={false} />
        </>
      )}
    </section>
  );
}
