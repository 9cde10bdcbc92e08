import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderTotal } from '#app/ui/order/order-total.tsx';
import { formatDate } from '#shop/text/format-date.ts';
import { DELETED_ACCOUNT, FORGOTTEN_CUSTOMER } from '#shop/orders/forget-customers.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { formatPhone } from '#shop/text/format-phone.ts';
import { useMay } from '../use-may.tsx';

const LINK = '-my-2.5 inline-block py-2.5 text-info underline underline-offset-2 hover:text-text';

/** Who bought, how to reach them, and what else they have with the shop. */
export function OrderBuyer({ order, buyer }: Pick<StaffOrderDetails, 'order' | 'buyer'>) {
  const mayRescue = useMay('rescue');
  const { phone, taxId, accountEmail, orders, tickets } = buyer;
  const isForgotten = [DELETED_ACCOUNT, FORGOTTEN_CUSTOMER].some(
    ({ email }) => email === order.customerEmail,
  );
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">Nome</dt>
        <dd className="[overflow-wrap:anywhere]">{order.customerName}</dd>
        {!isForgotten && (
          <>
            <dt className="text-muted">E-mail</dt>
            <dd className="[overflow-wrap:anywhere]">{order.customerEmail}</dd>
          </>
        )}
        {accountEmail !== null && accountEmail !== order.customerEmail && (
          <>
            <dt className="text-muted">Conta</dt>
            <dd className="[overflow-wrap:anywhere]">{accountEmail}</dd>
          </>
        )}
        {phone !== null && (
          <>
            <dt className="text-muted">Celular</dt>
            <dd>
              <a href={dialOf(phone)} className={`${LINK} tabular-nums`}>
                {formatPhone(phone)}
              </a>
            </dd>
          </>
        )}
        {taxId !== null && (
          <>
            <dt className="text-muted">{taxId.kind}</dt>
            <dd className="tabular-nums">termina em {taxId.ending}</dd>
          </>
        )}
      </dl>
      {isForgotten && (
        <p className="text-muted">
          Os dados de quem comprou foram apagados. Ficam as skins, os valores e as datas.
        </p>
      )}
      {mayRescue && accountEmail !== null && (
        <Link
          to={`/admin/emails?${new URLSearchParams({ email: accountEmail })}`}
          className={`${LINK} self-start`}
        >
          Trocar o e-mail da conta
        </Link>
      )}
      {accountEmail !== null && (
        <Few name="Outros pedidos" few={orders} none="É o único pedido desta conta.">
          {orders.entries.map((other) => (
            <li key={other.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link to={`/admin/pedidos/${other.id}`} className={LINK}>
                #{other.id.slice(0, 8)}
              </Link>
              <span className="text-xs text-muted tabular-nums">
                {ORDER_STATUS_LABELS[other.status] ?? other.status} · <OrderTotal order={other} /> ·{' '}
                {formatDate(other.createdAt)}
              </span>
            </li>
          ))}
        </Few>
      )}
      {accountEmail !== null && tickets && (
        <Few name="Atendimentos" few={tickets} none="Nenhum atendimento.">
          {tickets.entries.map(({ id, subject, state, isAboutOrder }) => (
            <li key={id} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <Link to={`/admin/atendimento/${id}`} className={`${LINK} [overflow-wrap:anywhere]`}>
                  {subject}
                </Link>
                {isAboutOrder && <span className="block text-xs text-muted">sobre este pedido</span>}
              </span>
              <Badge tone={TICKET_WORDS[state].tone}>{TICKET_WORDS[state].label}</Badge>
            </li>
          ))}
        </Few>
      )}
    </div>
  );
}

/** What another shop wrote down may have blanks, signs or a country's number. */
function dialOf(phone: string): string {
  const dialled = phone.replace(/[^+\d]/g, '');
  return `tel:${/^\d{10,11}$/.test(dialled) ? '+55' : ''}${dialled}`;
}

/** The first of them, and how many there are. */
function Few({
  name,
  few,
  none,
  children,
}: {
  name: string;
  few: { count: number; entries: unknown[] };
  none: string;
  children: ReactNode;
}) {
  const more = few.count - few.entries.length;
  return (
    <div>
      <h4 className="text-sm font-semibold">
        {name} {few.count > 0 && <span className="font-normal text-muted tabular-nums">({few.count})</span>}
      </h4>
      {few.count === 0 ? (
        <p className="mt-1 text-muted">{none}</p>
      ) : (
        <ul className="mt-1 flex flex-col gap-1.5">{children}</ul>
      )}
      {more > 0 && <p className="mt-1.5 text-xs text-muted">e mais {more}</p>}
    </div>
  );
}
