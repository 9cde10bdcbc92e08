import { ExternalLink } from 'lucide-react';
import { formatDateTime } from '#shop/text/format-date.ts';
import { OrderDiscount } from '#app/ui/order/order-discount.tsx';
import { hasNoSums, OrderTotal } from '#app/ui/order/order-total.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { nameAhead } from '#shop/promise/say-ahead.ts';
import { keyWords } from '../stock/key-words.ts';

/** What was bought: each with its price, what of it was paid, how it stands, and its file. */
export function OrderItems({ order, deliveries }: Pick<StaffOrderDetails, 'order' | 'deliveries'>) {
  if (order.items.length === 0) {
    return (
      <p className="flex justify-between gap-4 break-words">
        Cobrança avulsa: {order.description}
        <OrderTotal order={order} />
      </p>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {order.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <OrderedSkin item={item} whyBack={item.whyBack} />
            </div>
            {!hasNoSums(order) && (
              <div className="text-right text-sm">
                <Price cents={item.priceCents} className="font-semibold" />
                {item.paidCents > 0 && item.paidCents !== item.priceCents && (
                  <p className="text-xs text-muted">pagos {formatReais(item.paidCents)}</p>
                )}
              </div>
            )}
            <p className="basis-full text-xs break-words text-muted">
              {itemState(order, item, deliveries)}
              {item.keyEnd === null ? <ItemFile item={item} /> : ` · ${keyWords([item.keyEnd])}`}
            </p>
          </li>
        ))}
      </ul>
      <OrderDiscount order={order} />
    </>
  );
}

type Item = StaffOrder['items'][number];

function itemState(order: StaffOrder, item: Item, deliveries: StaffOrderDetails['deliveries']): string {
  const own = deliveries.filter(({ itemId }) => itemId === item.id);
  // A link is written down when it is filled, before its order is complete.
  const hasCome = own.some(({ kind }) => kind !== 'link_sent');
  if (!item.kept) return hasCome ? 'Foi entregue e saiu do pedido' : 'Saiu do pedido';
  if (order.status === 'cancelled') return 'Não será entregue';
  if (order.status === 'awaiting_payment') return 'Espera o pagamento';
  // What was sold ahead holds up the order, and not the rest of it.
  if (order.status === 'pending' && item.state !== 'delivered') {
    if (item.downloadLink !== null)
      return `${item.keyEnd === null ? 'Link pronto' : 'Chave pronta'}, espera as outras do pedido`;
    if (item.aheadUntil) return `${nameAhead(item.aheadUntil)}: sai com o arquivo`;
    if (item.hasKey) return 'Falta enviar; a loja tem a chave';
    return item.knownLink !== null || item.storedFileName !== null
      ? 'Falta enviar; a loja já tem o arquivo'
      : 'Falta enviar; a loja não tem o arquivo';
  }
  // Its refund was closed after the rest had been delivered.
  if (order.status === 'completed' && item.state === 'waiting' && item.downloadLink === null)
    return 'Falta enviar';
  const last = own.find(({ kind }) => kind === 'downloaded');
  if (order.status === 'imported' && !last)
    return item.knownLink !== null || item.storedFileName !== null
      ? 'Veio de outra loja; esta loja tem o arquivo'
      : 'Veio de outra loja; esta loja ainda não tem o arquivo';
  if (item.keyEnd !== null)
    return last ? `Entregue, vista em ${formatDateTime(last.at)}` : 'Entregue, ainda não vista';
  return last ? `Entregue, baixada em ${formatDateTime(last.at)}` : 'Entregue, sem download registrado';
}

/** Where its file is. Only an address that a browser may open is a link. */
function ItemFile({ item }: { item: Item }) {
  const check = checkLink(item.downloadLink ?? '');
  if (!check.ok) return null;
  const name = item.storedFileName ?? new URL(check.link).hostname;
  return (
    <>
      {' · '}
      <a
        href={check.link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Abrir ${name}, o arquivo de ${item.skinName}, em nova aba`}
        className="-my-3 inline-flex items-center gap-1 py-3 text-info underline underline-offset-2 [overflow-wrap:anywhere] hover:text-text"
      >
        {name}
        <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      </a>
    </>
  );
}
