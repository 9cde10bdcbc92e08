/** `1500` → `"15.00"`: the API takes reais as text. By digits, never by division: no centavo is lost to a float. */
export function formatAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `"15.00"`, `"15"` or `15` → `1500`; null where it is no amount of whole centavos. */
export function parseAmount(amount: string | number): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!match) return null;
  const [, reais = '', cents = ''] = match;
  return Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}
