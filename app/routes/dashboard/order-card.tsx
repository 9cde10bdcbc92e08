import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import { FoldedList } from '#app/ui/list/folded-list.tsx';
import { useNow } from '#app/ui/live/use-now.ts';
import { ArrivalNote } from '#app/ui/order/arrival-note.tsx';
import { CancelOrder } from '#app/ui/order/cancel-order.tsx';
import { releasesOf } from '#shop/promise/say-ahead.ts';
import { formatLongDate } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { buttonClass } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OrderDiscount } from '#app/ui/order/order-discount.tsx';
import { hasNoSums, OrderTotal } from '#app/ui/order/order-total.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import { SharePayment } from '../payment/shared/share-payment.tsx';
import { GiftNote } from './gift-note.tsx';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import type { ShownOrder } from './shown-order.ts';

export function OrderCard({
  order,
  readAt,
  entryOf = NOTHING,
}: {
  order: ShownOrder;
  readAt: Date;
  /** What of its items an installer takes. */
  entryOf?: ReadonlyMap<string, string>;
}) {
  const { tone, label } = badgeOf(order);
  return (
    <li id={`pedido-${order.id}`} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="font-heading text-base font-semibold">Pedido #{order.id.slice(0, 8)}</h2>
          <p className="text-xs text-muted">
            <time dateTime={order.createdAt.toISOString()}>{formatLongDate(order.createdAt)}</time>
            {/* Of another shop's the badge says it. */}
            {order.status !== 'imported' &&
              ` · ${order.paymentMethod === MANUAL_GATEWAY ? 'FORA DA LOJA' : (order.paymentMethod || 'pix').toUpperCase()}`}
          </p>
        </div>
        <span className="flex flex-wrap gap-1.5">
          <Badge tone={tone}>{label}</Badge>
          {order.isRefunded && <Badge>Reembolsado</Badge>}
        </span>
      </div>
      {order.items.length === 0 ? (
        <p className="mt-4 break-words">{order.description}</p>
      ) : (
        <div className="mt-4">
          <FoldedList limit={6} noun="skins" className="grid gap-3 sm:grid-cols-2 wide:grid-cols-3">
            {order.items.map((item) => (
              <li key={item.id}>
                <OrderedSkin
                  item={item}
                  isRefunded={!item.kept && !order.isRefunded}
                  whyBack={item.whyBack}
                />
                {entryOf.has(item.id) && (
                  <LinkButton
                    to={`/dashboard/instalar/${entryOf.get(item.id)}`}
                    prefetch="none"
                    variant="ghost"
                    className="mt-1 px-2!"
                  >
                    Instalar
                    <span className="sr-only"> {item.skinName}</span>
                  </LinkButton>
                )}
              </li>
            ))}
          </FoldedList>
        </div>
      )}
      <GiftNote order={order} />
      <Arrival order={order} readAt={readAt} />
      <MoneyNote order={order} />
      <WithdrawalNote order={order} />
      <OrderDiscount order={order} />
      {order.isShared && canBePaid(order) && (
        <div className="mt-4 max-w-[420px] rounded-control border border-line p-3 sm:p-4">
          <SharePayment orderId={order.id} isShared />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-muted">
          {!hasNoSums(order) && 'Total '}
          <OrderTotal order={order} className="ml-1 font-semibold text-text" />
        </p>
        {canBePaid(order) && (
          <span className="flex flex-wrap-reverse gap-2">
            <CancelOrder orderId={order.id} />
            <LinkButton to={`/pagamento-pix?orderId=${order.id}`}>Pagar agora</LinkButton>
          </span>
        )}
        <span className="flex flex-wrap gap-2">
          {order.paidAt && (
            // A page to print, outside of the app.
            <a href={`/dashboard/pedidos/${order.id}/recibo`} className={buttonClass('ghost')}>
              Recibo
              <span className="sr-only"> do pedido #{order.id.slice(0, 8)}</span>
            </a>
          )}
          {order.withdrawalUntil && readAt < order.withdrawalUntil && (
            <LinkButton to={`/dashboard/pedidos/${order.id}/devolucao`} variant="ghost">
              Pedir devolução
              <span className="sr-only"> do pedido #{order.id.slice(0, 8)}</span>
            </LinkButton>
          )}
          {!canBePaid(order) && (
            <LinkButton to={`/dashboard/suporte?pedido=${order.id}#escrever`} variant="ghost">
              Ajuda
              <span className="sr-only"> com o pedido #{order.id.slice(0, 8)}</span>
            </LinkButton>
          )}
          {order.status === 'completed' &&
            order.items.length > 0 &&
            !order.isRefunded &&
            isInCollection(order) && (
              <LinkButton to="/dashboard/colecao" variant="outline">
                Ver na coleção
              </LinkButton>
            )}
        </span>
      </div>
    </li>
  );
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The skin of a gift is its receiver's, unless nobody opened it. */
function isInCollection({ gift }: ShownOrder): boolean {
  return gift === null || gift.status === 'kept';
}

/** The promise of an order that waits for staff. */
function Arrival({ order, readAt }: { order: ShownOrder; readAt: Date }) {
  const now = useNow(readAt);
  if (order.attention !== null || order.items.length === 0) return null;
  // One that nobody opened is the buyer's own again.
  const isGift = order.gift !== null && order.gift.status !== 'kept';
  return (
    <ArrivalNote
      className="mt-4"
      order={{
        ...order,
        isGift,
        releases: releasesOf(order.items),
        of: order.items.filter(({ kept }) => kept).length,
      }}
      now={now}
    />
  );
}

/** Not while money of the order is held or on its way back: the buyer must not pay twice. */
function canBePaid(order: ShownOrder): boolean {
  return order.status === 'awaiting_payment' && order.attention === null && order.refundDueCents === 0;
}

/** What of the buyer's money is not where it should be: shown to both sides. */
function MoneyNote({ order }: { order: ShownOrder }) {
  const notes: string[] = [];
  if (order.attention === 'amount_mismatch') {
    const why = order.isCouponOver
      ? 'Seu pagamento chegou depois do cancelamento, e o cupom deste pedido já não podia ser usado.'
      : 'O valor recebido é diferente do total.';
    notes.push(`${why} Nossa equipe está conferindo e vai falar com você.`);
  }
  if (order.refundDueCents > 0) {
    notes.push(`Você tem ${formatReais(order.refundDueCents)} a receber de volta.`);
  }
  const sentCents = order.refundedCents - order.chargedBackCents;
  const back = [
    sentCents > 0 && `Devolvemos ${formatReais(sentCents)} deste pedido.`,
    order.chargedBackCents > 0 &&
      `O banco devolveu ${formatReais(order.chargedBackCents)} deste pedido a quem pagou.`,
    // What sold out never came, and what was owned before stays by the other order.
    order.isRefunded &&
      order.items.some(({ whyBack }) => !whyBack) &&
      `As skins dele não ficam na sua coleção${order.items.some(({ whyBack }) => whyBack === 'already_owned') ? ', menos o que você já tinha' : ''}.`,
  ].filter(Boolean);
  if (back.length > 0) notes.push(back.join(' '));
  return notes.map((note) => (
    <p key={note} className="mt-4 rounded-control border border-info/40 px-3 py-2 text-xs text-info">
      {note}
    </p>
  ));
}

/** A request to give the order back. What becomes of the money stands in `MoneyNote`. */
function WithdrawalNote({ order: { withdrawal } }: { order: ShownOrder }) {
  if (withdrawal?.isWaiting) {
    return (
      <p className="mt-4 rounded-control border border-info/40 px-3 py-2 text-xs text-info">
        Você pediu a devolução deste pedido. A equipe responde por aqui.
      </p>
    );
  }
  if (!withdrawal?.answer) return null;
  return (
    <p className="mt-4 rounded-control border border-line px-3 py-2 text-xs break-words">
      <span className="font-semibold">Resposta ao seu pedido de devolução:</span> {withdrawal.answer}
    </p>
  );
}

function badgeOf({ status, linksSentAt }: ShownOrder): { tone: BadgeTone; label: string } {
  if (status === 'completed' || linksSentAt !== null) return { tone: 'ok', label: 'Recebido' };
  switch (status) {
    case 'awaiting_payment':
      return { tone: 'accent', label: 'Aguardando Pagamento' };
    case 'imported':
      return { tone: 'neutral', label: 'De outra loja' };
    case 'cancelled':
      return { tone: 'danger', label: 'Cancelado' };
    case 'pending':
    // An older page may meet a state that it does not know (otherwise 'Aguardando envio').
    default:
      return { tone: 'info', label: 'Aguardando envio' };
  }
}
