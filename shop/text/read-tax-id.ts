import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';

/** The plain digits (a CNPJ may have letters) of a CPF or CNPJ; null if its check digits are wrong. */
export function readTaxId(text: string): string | null {
  if (text.length > 30) return null;
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (plain.length === 11) return isValidCpf(plain) ? plain : null;
  if (plain.length === 14) return isValidCnpj(plain, { version: 2 }) ? plain : null;
  return null;
}
