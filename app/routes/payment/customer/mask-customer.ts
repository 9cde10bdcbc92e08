/** `(11) 98765-4321` or `(11) 3456-7890` from whatever was typed or pasted. Never ends in punctuation, so Backspace always removes a digit. */
export function maskPhone(text: string): string {
  let digits = text.replace(/\D/g, '').replace(/^0+/, '');
  // 55 is also an area code: only what is too long for a number without its country starts with the country.
  if (digits.length > 11 && digits.startsWith('55')) digits = digits.slice(2);
  digits = digits.slice(0, 11);
  return punctuate(digits, digits.length > 10 ? '(##) #####-####' : '(##) ####-####');
}

/** A CPF while it can be one, else a CNPJ, which may hold letters since 2026. */
export function maskTaxId(text: string): string {
  const plain = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 14);
  return punctuate(plain, /^\d{0,11}$/.test(plain) ? '###.###.###-##' : '##.###.###/####-##');
}

/** Where the caret belongs after masking: behind as many letters and digits as it stood before. */
export function caretAfterMask(before: string, caret: number, masked: string): number {
  if (caret >= before.length) return masked.length;
  let left = before.slice(0, caret).replace(/[^0-9A-Za-z]/g, '').length;
  let position = 0;
  while (left > 0 && position < masked.length) {
    if (/[0-9A-Z]/i.test(masked.charAt(position))) left--;
    position++;
  }
  return position;
}

function punctuate(plain: string, pattern: string): string {
  let result = '';
  let next = 0;
  for (const mark of pattern) {
    if (next === plain.length) break;
    result += mark === '#' ? plain.charAt(next++) : mark;
  }
  return result;
}
