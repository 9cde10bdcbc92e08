import { Gift } from 'lucide-react';
import { Link } from 'react-router';
import type { ShownOrder } from './shown-order.ts';

/** Where a gift stands, for its buyer: never who opened it, only that somebody did, and never what they took instead. */
export function GiftNote({ order }: { order: ShownOrder }) {
  const text = describe(order);
  if (text === null) return null;
  return (
    <p className="mt-4 flex items-start gap-2 rounded-control border border-info/40 px-3 py-2 text-xs text-info">
      <Gift aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 break-words">
        {text}{' '}
        {mayBeCorrected(order) && (
          <Link
            to={`/dashboard/pedidos/${order.id}/presente`}
            className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Corrigir e-mail
            <span className="sr-only"> do presente do pedido #{order.id.slice(0, 8)}</span>
          </Link>
        )}
      </span>
    </p>
  );
}

/** Nobody opened it, and somebody still may. */
function mayBeCorrected({ status, gift, withdrawal }: ShownOrder): boolean {
  if (gift?.status === 'unpaid') return status === 'awaiting_payment';
  return gift?.status === 'offered' && !withdrawal?.isWaiting;
}

/** null: it is for its buyer, or nothing is left of it to say. */
function describe({ status, gift, isExchanged, isPromisedBack }: ShownOrder): string | null {
  if (!gift || isPromisedBack) return null;
  const whose = gift.receiverEmail === null ? 'Presente' : `Presente para ${gift.receiverEmail}`;
  switch (gift.status) {
    case 'unpaid':
      // It stays so if its order is cancelled, or if its key was sold out at the payment.
      return status === 'awaiting_payment' ? `${whose}. O e-mail sai assim que o pagamento chegar.` : null;
    case 'offered':
      return `${whose}. Ainda não foi aberto.`;
    case 'claimed':
      return isExchanged
        ? `${whose}. Já foi aberto: quem recebeu já tinha esta skin e escolheu outra no lugar dela.`
        : `${whose}. Já foi aberto.`;
    case 'kept':
      return `${whose}. Ninguém abriu em 90 dias: a skin está na sua coleção.`;
    case 'withdrawn':
      return null;
  }
}
