import { formatCnpj, formatCpf } from '@brazilian-utils/brazilian-utils';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';

/**
 * As the API documents them: taxId `123.456.789-01`, cellphone `(11) 4002-8922`. Null when a field is
 * blank: the provider takes all four or no customer at all.
 */
export function formatCustomer(customer: ChargeCustomer): ChargeCustomer | null {
  const name = customer.name.trim();
  const email = customer.email.trim();
  const taxId = customer.taxId.replace(/[^0-9a-z]/gi, '');
  const phone = customer.cellphone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
  if (!name || !email || !taxId || !phone) return null;
  return {
    name,
    email,
    // The library's own phone format loses digits of 11-digit numbers, and its CNPJ format loses letters by default.
    cellphone: `(${phone.slice(0, 2)}) ${phone.slice(2, -4)}-${phone.slice(-4)}`,
    taxId: taxId.length === 11 ? formatCpf(taxId) : formatCnpj(taxId, { version: 2 }),
  };
}
