import { formatDateTime } from '#shop/text/format-date.ts';
import type { OwnGift } from '#shop/orders/list-own-orders.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';

/** For staff: whose skin it is now, and that it is not the one that was paid for. The links go to that person alone. */
export function describeGift(
  { status, receiverEmail, exchangedAt }: NonNullable<StaffOrderDetails['gift']>,
  isDelivered: boolean,
): string {
  const whose = receiverEmail === null ? 'Presente' : `Presente para ${receiverEmail}`;
  const words = `${whose}: ${status === 'offered' && isDelivered ? UNOPENED : WORDS[status]}`;
  if (exchangedAt === null) return words;
  return `${words} Trocado em ${formatDateTime(exchangedAt)}: quem abriu já tinha a skin comprada e ficou com esta no lugar dela. O prazo da entrega conta desde a troca.`;
}

const UNOPENED = 'ainda não foi aberto. O que foi entregue espera quem abrir.';

const WORDS: Record<OwnGift['status'], string> = {
  unpaid: 'o e-mail sai depois do pagamento.',
  offered: 'ainda não foi aberto. Você já pode enviar o link; quem abrir o recebe.',
  claimed: 'foi aberto. O link é de quem abriu, e quem comprou não o vê.',
  kept: 'ninguém abriu em 90 dias. A skin é de quem comprou.',
  withdrawn: 'o dinheiro volta para quem comprou, e ninguém pode abrir.',
};
