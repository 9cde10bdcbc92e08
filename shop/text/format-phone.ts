/** `(11) 98765-4321` of the digits of a Brazilian phone with its area code. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}
