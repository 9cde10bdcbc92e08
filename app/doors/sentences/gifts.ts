import type { claimGift } from '#shop/gifts/claim-gift.ts';
import type { Sentences } from './sentences.ts';

export const CLAIM_GIFT_REFUSALS = {
  not_found: 'Presente não encontrado.',
  claimed: 'Este presente já foi aberto por outra pessoa.',
  expired: 'Este presente não pode ser aberto.',
  going_back:
    'Este presente não pode ser aberto agora: o pagamento dele está em análise. Se nada for devolvido, você abre por este mesmo endereço.',
  already_owned: 'Você já tem esta skin. Escolha outra no lugar dela.',
  not_owned: 'Só quem já tem a skin do presente escolhe outra.',
  instead_owned: 'Você também já tem essa skin. Escolha outra.',
  unavailable: 'Essa skin não está à venda. Escolha outra.',
  too_expensive: 'Essa skin custa mais do que o presente. Escolha outra.',
} satisfies Sentences<typeof claimGift>;
