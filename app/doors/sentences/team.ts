import type { removeMember, setRole } from '#shop/accounts/staff/change-team.ts';
import type { Sentences } from './sentences.ts';

export const TEAM_REFUSALS = {
  unknown_account: {
    at: 'email',
    says: 'Nenhuma conta usa este e-mail. Peça que a pessoa crie a conta na loja primeiro.',
  },
  unproved_email: {
    at: 'email',
    says: 'Ninguém confirmou este e-mail. Peça que a pessoa use "Esqueci minha senha" na loja e crie uma senha nova pelo link que receber.',
  },
  own_role: 'Ninguém muda o próprio papel: peça a outro dono.',
  last_owner: 'A loja precisa de pelo menos um dono.',
  not_owner: 'Você não tem acesso a esta área.',
  not_found: 'Esta pessoa não é da equipe.',
} satisfies Sentences<typeof setRole> & Sentences<typeof removeMember>;
