import { symmetricDecrypt } from 'better-auth/crypto';
import type { SecondFactorsTable } from '#db/schema.ts';

/** Decrypts a secret of the auth library; null: it was encrypted with another secret. */
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
