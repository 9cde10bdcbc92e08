import { nameSeller } from './name-seller.ts';
import type { Seller } from './setting-table.ts';

/** Who sells, in one line: name, document, address and how to reach them. */
export function describeSeller(seller: Seller): string {
  const { address, email, phone } = seller;
  return [nameSeller(seller), address, email, phone].join(' · ');
}
