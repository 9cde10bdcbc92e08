import type { askRescue } from '#shop/accounts/rescue/ask-rescue.ts';
import type { cancelRescue } from '#shop/accounts/rescue/cancel-rescue.ts';
import type { Sentences } from './sentences.ts';

export const ASK_RESCUE_REFUSALS = {
  unknown_account: { at: 'email', says: 'Nenhuma conta da loja tem este e-mail.' },
  same_email: { at: 'newEmail', says: 'Este já é o e-mail da conta.' },
  email_taken: {
    at: 'newEmail',
    says: 'Já existe uma conta com este e-mail. A pessoa pode excluir essa conta no perfil, se for dela, ou usar outro endereço.',
  },
  staff: {
    at: 'email',
    says: 'Esta conta é da equipe. Um dono tira o papel dela em Equipe antes, e o dá de novo depois.',
  },
  already_open: {
    at: 'email',
    says: 'Já existe uma troca em andamento para esta conta. Cancele-a antes de pedir outra.',
  },
  address_open: { at: 'newEmail', says: 'Outra troca em andamento já usa este e-mail novo.' },
} satisfies Sentences<typeof askRescue>;

export const CANCEL_RESCUE_REFUSALS = {
  not_found: 'Esta troca já terminou. Atualize a página.',
} satisfies Sentences<typeof cancelRescue>;
