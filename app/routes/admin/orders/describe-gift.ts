import { formatDateTime } from '#shop/text/format-date.ts';
import type { OwnGift } from '#shop/orders/list-own-orders.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';

/**
 * For staff: whose skin it is now, and that it is not the one that was paid for. The links go to that person alone. null: its
 * order was cancelled before anybody was told.
 */
export function describeGift(
  { status, receiverEmail, exchangedAt }: NonNullable<StaffOrderDetails['gift']>,
  order: Pick<StaffOrderDetails['order'], 'status' | 'isPromisedBack'>,
): string | null {
  if (status === 'unpaid' && order.status === 'cancelled') return null;
  const whose = receiverEmail === null ? 'Presente' : `Presente para ${receiverEmail}`;
  const words = `${whose}: ${wordsOf(status, order)}`;
  if (exchangedAt === null) return words;
  return `${words} Trocado em ${formatDateTime(exchangedAt)}: quem abriu já tinha a skin comprada e ficou com esta no lugar dela. O prazo da entrega conta desde a troca.`;
}

function wordsOf(status: OwnGift['status'], order: Parameters<typeof describeGift>[1]): string {
  // Of a key that was sold out at the payment nobody is told.
  if (status === 'unpaid' && order.status !== 'awaiting_payment') return WORDS.withdrawn;
  if (status !== 'offered') return WORDS[status];
  if (order.isPromisedBack) return WORDS.withdrawn;
  return order.status === 'completed' ? UNOPENED : WORDS.offered;
}

const UNOPENED = 'ainda não foi aberto. O que foi entregue espera quem abrir.';

const WORDS: Record<OwnGift['status'], string> = {
  unpaid: 'o e-mail sai depois do pagamento.',
  offered: 'ainda não foi aberto. Você já pode enviar o link; quem abrir o recebe.',
  claimed: 'foi aberto. O link é de quem abriu, e quem comprou não o vê.',
  kept: 'ninguém abriu em 90 dias. A skin é de quem comprou.',
  withdrawn: 'o dinheiro volta para quem comprou, e ninguém pode abrir.',
};
