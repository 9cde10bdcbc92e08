import { readFileSync } from 'node:fs';
import type { BankSettings } from './open-api.ts';

/** The settings as the operator gives them: PEM files by their paths. null only for a plain http address. */
export type BankEnv = Omit<BankSettings, 'certificate' | 'ca' | 'timeoutMs'> &
  Record<'certFile' | 'keyFile' | 'caFile', string | null>;

/** The bank's settings with the PEM files read: a renewed certificate takes a restart. */
export function bankSettings({ certFile, keyFile, caFile, ...settings }: BankEnv): BankSettings {
  const read = (file: string) => readFileSync(file, 'utf8');
  return {
    ...settings,
    certificate: certFile !== null && keyFile !== null ? { cert: read(certFile), key: read(keyFile) } : null,
    ca: caFile === null ? null : read(caFile),
  };
}
