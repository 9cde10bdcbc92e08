import type { ClaimGiftResult } from '#shop/gifts/claim-gift.ts';

export type ClaimRefusal = Extract<ClaimGiftResult, { ok: false }>['reason'];

/** Status, code and sentence, for the API and the gift's page alike. */
export function explainClaimRefusal(reason: ClaimRefusal): [status: number, code: string, message: string] {
  switch (reason) {
    case 'not_found':
      return [404, 'not_found', 'Presente não encontrado.'];
    case 'claimed':
      return [409, 'claimed', 'Este presente já foi aberto por outra pessoa.'];
    case 'expired':
      return [409, 'expired', 'Este presente não pode ser aberto.'];
    case 'going_back':
      return [
        409,
        'expired',
        'Este presente não pode ser aberto agora: o pagamento dele está em análise. Se nada for devolvido, você abre por este mesmo endereço.',
      ];
    case 'already_owned':
      return [409, 'already_owned', 'Você já tem esta skin. Escolha outra no lugar dela.'];
    case 'not_owned':
      return [422, 'not_owned', 'Só quem já tem a skin do presente escolhe outra.'];
    case 'instead_owned':
      return [422, 'instead_owned', 'Você também já tem essa skin. Escolha outra.'];
    case 'unavailable':
      return [422, 'unavailable', 'Essa skin não está à venda. Escolha outra.'];
    case 'too_expensive':
      return [422, 'too_expensive', 'Essa skin custa mais do que o presente. Escolha outra.'];
  }
}
