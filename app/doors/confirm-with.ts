import type { Visitor } from '#app/request-context.ts';
import { tidyCode } from '#app/routes/account/tidy-code.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { Refused } from '#shop/operation.ts';

/** Asks whoever has a second factor for a code of it. Who has none gives none. */
export const confirmWith =
  (visitor: Visitor, { hasSecondFactor }: Session) =>
  async (code: string): Promise<Refused | null> => {
    if (!hasSecondFactor) return null;
    const refused = (reason: string, message: string): Refused => ({
      ok: false,
      reason,
      message,
      fields: { code: message },
    });
    if (code.trim() === '')
      return refused('second_factor_required', 'Digite o código do seu aplicativo de verificação.');
    const answer = await visitor.authenticate('two-factor/verify-totp', { code: tidyCode(code) });
    if (answer.ok) return null;
    if (answer.status >= 500) throw new Error('The second factor could not be checked.');
    return refused(
      'second_factor_wrong',
      'O código não está certo ou já passou. Espere o próximo e tente de novo.',
    );
  };
