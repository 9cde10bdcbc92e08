import { Gift } from 'lucide-react';
import type { OwnGift } from '#shop/orders/list-own-orders.ts';

/** Where a gift stands, for its buyer: never who opened it, only that somebody did. */
export function GiftNote({ gift }: { gift: OwnGift }) {
  const text = describe(gift);
  if (text === null) return null;
  return (
    <p className="mt-4 flex items-start gap-2 rounded-control border border-info/40 px-3 py-2 text-xs text-info">
      <Gift aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}

function describe({ status, receiverEmail }: OwnGift): string | null {
  const whose = receiverEmail === null ? 'Presente' : `Presente para ${receiverEmail}`;
  switch (status) {
    case 'unpaid':
      return `${whose}. O e-mail sai assim que o pagamento chegar.`;
    case 'offered':
      return `${whose}. Ainda não foi aberto.`;
    case 'claimed':
      return `${whose}. Já foi aberto.`;
    case 'kept':
      return `${whose}. Ninguém abriu em 90 dias: a skin está na sua coleção.`;
    case 'withdrawn':
      return null;
  }
}
