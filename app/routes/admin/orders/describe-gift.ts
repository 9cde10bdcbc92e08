import type { OwnGift } from '#shop/orders/list-own-orders.ts';

/** For staff: whose skin it is now. The links go to that person alone. */
export function describeGift({ status, receiverEmail }: OwnGift): string {
  const whose = receiverEmail === null ? 'Presente' : `Presente para ${receiverEmail}`;
  return `${whose}: ${WORDS[status]}`;
}

const WORDS: Record<OwnGift['status'], string> = {
  unpaid: 'o e-mail sai depois do pagamento.',
  offered: 'ainda não foi aberto. Você já pode enviar o link; quem abrir o recebe.',
  claimed: 'foi aberto. O link é de quem abriu, e quem comprou não o vê.',
  kept: 'ninguém abriu em 90 dias. A skin é de quem comprou.',
  withdrawn: 'o dinheiro volta para quem comprou, e ninguém pode abrir.',
};
