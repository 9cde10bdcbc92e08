import { formatTaxId } from '#shop/text/format-tax-id.ts';
import type { Seller } from './setting-table.ts';

/** Who sells (docs/rulings.md, 'Who sells'), as it stands beside a sum: name and document. */
export function nameSeller({ name, document }: Pick<Seller, 'name' | 'document'>): string {
  return `${name} · ${document.length === 11 ? 'CPF' : 'CNPJ'} ${formatTaxId(document)}`;
}
