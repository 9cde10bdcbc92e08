import { symmetricDecrypt } from 'better-auth/crypto';
import type { SecondFactorsTable } from '#db/schema.ts';

/** What the auth library sealed; null: under another secret than this one. */
export async function openSecondFactor(
  authSecret: string,
  sealed: Pick<SecondFactorsTable, 'secret' | 'recovery_codes'>,
): Promise<{ secret: string; recoveryCodes: string } | null> {
  const open = (data: string) => symmetricDecrypt({ key: authSecret, data });
  try {
    return { secret: await open(sealed.secret), recoveryCodes: await open(sealed.recovery_codes) };
  } catch {
    return null;
  }
}
