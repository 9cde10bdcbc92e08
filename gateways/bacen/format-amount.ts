/** 1500 → "15.00". The API takes reais as text with two decimals, never a number. */
export function formatAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Text that matched `\d{1,10}\.\d{2}`, in centavos. */
export function readAmount(text: string): number {
  return Number(text.replace('.', ''));
}
