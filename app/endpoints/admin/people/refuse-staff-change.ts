import type { StaffChange } from '#shop/accounts/staff/grant-staff.ts';
import { answerError } from '../../http/answer-error.ts';

type Refusal = Extract<StaffChange, { ok: false }>['reason'];

/** Why a role was not given or taken, as an answer of the API. */
export function refuseStaffChange(reason: Refusal, requestId: string): Response {
  const aboutEmail = (message: string) =>
    answerError(422, reason, requestId, message, { fields: { email: message } });
  switch (reason) {
    case 'unknown_account':
      return aboutEmail('Nenhuma conta usa este e-mail. Peça que a pessoa crie a conta na loja primeiro.');
    case 'unproved_email':
      return aboutEmail(
        'Ninguém confirmou este e-mail. Peça que a pessoa use "Esqueci minha senha" na loja e crie uma senha nova pelo link que receber.',
      );
    case 'own_role':
      return answerError(422, reason, requestId, 'Ninguém muda o próprio papel: peça a outro dono.');
    case 'last_owner':
      return answerError(409, reason, requestId, 'A loja precisa de pelo menos um dono.');
    case 'not_owner':
      return answerError(403, 'forbidden', requestId);
    case 'revoked':
      throw new Error('Only the boot asks whether rights were revoked.');
  }
}
