/** Centavos of a typed amount (`15`, `15,5`, `1.500,00`, `15.00`); null for anything else. */
export function readReais(text: string): number | null {
  const typed = text.trim().replace(/^R\$\s*/, '');
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(typed)
    ? typed.replaceAll('.', '').replace(',', '.')
    : typed.replace(',', '.');
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
