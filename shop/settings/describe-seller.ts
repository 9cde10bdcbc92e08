import { formatTaxId } from '#shop/text/format-tax-id.ts';
import type { Seller } from './setting-table.ts';

/** Who sells (ruling 49), in one line: name, document, address and how to reach them. */
export function describeSeller({ name, document, address, email, phone }: Seller): string {
  const kind = document.length === 11 ? 'CPF' : 'CNPJ';
  return [name, `${kind} ${formatTaxId(document)}`, address, email, phone].join(' · ');
}
