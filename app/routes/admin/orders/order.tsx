import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { data, useActionData, useSearchParams } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { OrderTotal } from '#app/ui/order/order-total.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { readStaffOrder, type StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/order';
import { AuditLines } from '../audit/audit-lines.tsx';
import { LinksDialog } from '../files/links-dialog.tsx';
import { useLinksDialog } from '../files/use-links-dialog.ts';
import { AttentionCard } from '../desk/attention-card.tsx';
import { OrderMoneySection } from '../money/order-money-section.tsx';
import { RefundDialog } from '../money/refund-dialog.tsx';
import { DeliveryLines } from './delivery-lines.tsx';
import { describeGift } from './describe-gift.ts';
import { DueBadge } from './due-badge.tsx';
import { LinksButton } from './links-button.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderItems } from './order-items.tsx';
import { ORDER_TONES } from './order-tones.ts';
import { EvidenceLink } from '../desk/evidence-link.tsx';
import { useMay } from '../use-may.tsx';
import { requireStaff } from '../require-staff.ts';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, `Pedido #${params.id.slice(0, 8)}`);

const FAILURE = { title: 'Erro ao carregar pedido', description: 'Não foi possível carregar o pedido.' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { role } = await requireStaff(context, 'orders.read');
  const withTickets = mayDo(role, 'tickets');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const details = isUuid(params.id)
      ? await readStaffOrder(shop, params.id.toLowerCase(), { withTickets })
      : null;
    if (!details) return data({ kind: 'not_found' as const }, { status: 404 });
    return { kind: 'found' as const, details, readAt: shop.now() };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

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
  const { order, money, deliveries, audit, isPaused, gift, attention, refundable } = details;
  const mayProve = useMay('evidence');
  const dialog = useLinksDialog([order]);
  const asked = useSearchParams()[0].get('reembolsar');
  const isDone = useActionData<FormAnswer>()?.ok;
  const giftNote = gift && describeGift(gift, order);
  const [refunding, setRefunding] = useState(isDone ? null : asked);
  const charge = money.charges.find(({ chargeId, leftCents }) => chargeId === refunding && leftCents > 0);
  return (
    <section aria-labelledby="order-title" className="pt-3">
      <BackLink to="/admin">Pedidos</BackLink>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <h2 id="order-title" className="mr-1 text-lg">
          Pedido #{order.id.slice(0, 8)}
        </h2>
        <Badge tone={ORDER_TONES[order.status]}>{ORDER_STATUS_LABELS[order.status] ?? order.status}</Badge>
        <DueBadge order={order} now={now} />
        {order.isRefunded && <Badge>Reembolsado</Badge>}
        <span className="ml-auto">
          <OrderTotal order={order} className="text-xl font-semibold" />
        </span>
      </div>
      <OrderTimes {...details} />
      <div className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {attention.length > 0 && (
            <ul className="flex flex-col gap-3">
              {attention.map((entry) => (
                <li key={`${entry.kind} ${entry.dispute?.id ?? entry.refundId ?? entry.chargeId}`}>
                  <AttentionCard entry={entry} onRefund={() => setRefunding(entry.chargeId)} />
                </li>
              ))}
            </ul>
          )}
          <div>
            <OrderItems order={order} deliveries={deliveries} />
            <div className="mt-4 empty:hidden">
              <LinksButton order={order} onOpenLinks={() => dialog.show(order)} />
            </div>
            {giftNote && <p className="mt-3 max-w-[68ch] text-sm break-words text-muted">{giftNote}</p>}
            {isPaused && order.status === 'pending' && (
              <p className="mt-3 max-w-[68ch] text-sm text-muted">
                Esta conta tem uma contestação: nada é entregue sozinho para ela. Você ainda pode enviar os
                links.
              </p>
            )}
          </div>
          {deliveries.length > 0 && (
            <div>
              <h3 className="mb-3 text-base">Entrega</h3>
              <DeliveryLines records={deliveries} items={order.items} />
            </div>
          )}
          {mayProve && money.charges.length > 0 && (
            <p>
              <EvidenceLink orderId={order.id} />
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Cliente">
            <OrderBuyer {...details} />
          </Card>
          <Card title="Pagamento">
            <OrderMoneySection {...details} onRefund={setRefunding} />
          </Card>
          {audit.length > 0 && (
            <Card title="Registro">
              <AuditLines lines={audit} showsSubject={false} />
            </Card>
          )}
        </div>
      </div>
      {dialog.order && <LinksDialog {...dialog} order={dialog.order} />}
      {charge && (
        <RefundDialog
          orderId={order.id}
          charge={charge}
          items={order.items.length > 1 ? refundable : []}
          takesSkins={refundable.length > 0}
          onClose={() => setRefunding(null)}
        />
      )}
    </section>
  );
}

/** When it was placed, paid and delivered; its promise only until it is kept. */
function OrderTimes({ order, paidAt }: StaffOrderDetails) {
  const times: [string, Date | null][] = [
    ['Feito', order.createdAt],
    ['Pago', paidAt],
    ['Prazo', order.status === 'pending' ? order.dueAt : null],
    ['Entregue', order.deliveredAt],
  ];
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
      {times.map(
        ([name, at]) =>
          at && (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd>
                <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <h3 className="mb-3 text-base">{title}</h3>
      {children}
    </div>
  );
}
