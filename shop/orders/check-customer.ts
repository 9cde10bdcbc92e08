import { isValidLandlinePhone, isValidMobilePhone, parsePhone } from '@brazilian-utils/brazilian-utils';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import { isEmailAddress } from '#shop/text/is-email-address.ts';
import { readTaxId } from '#shop/text/read-tax-id.ts';

export interface CustomerForm {
  name: string;
  email: string;
  cellphone: string;
  taxId: string;
}

export type CustomerCheck =
  | { ok: true; customer: ChargeCustomer }
  | { ok: false; fields: Partial<Record<keyof CustomerForm, string>> };

// A control character or half an emoji in a name could break mail headers or the screen of the bank.
const UNSEEN = /[\p{Cc}\p{Cs}]/u;

/**
 * The rules of the payment form, with the check digits of documents. Runs in the browser
 * when a field loses the focus, and on the server.
 */
export function checkCustomer(form: CustomerForm): CustomerCheck {
  const name = form.name.trim().replace(/\s+/g, ' ');
  const email = form.email.trim().toLowerCase();
  const cellphone = brazilianPhone(form.cellphone);
  const taxId = readTaxId(form.taxId);
  const fields: Partial<Record<keyof CustomerForm, string>> = {};
  if (name.length < 3 || name.length > 120 || UNSEEN.test(name)) {
    fields.name = 'Nome deve ter no mínimo 3 caracteres';
  }
  if (!isEmailAddress(email)) fields.email = 'Email inválido';
  if (cellphone === null) fields.cellphone = 'Telefone inválido';
  if (taxId === null) fields.taxId = 'CPF/CNPJ inválido';
  if (cellphone === null || taxId === null || Object.keys(fields).length > 0) return { ok: false, fields };
  return { ok: true, customer: { name, email, cellphone, taxId } };
}

function brazilianPhone(text: string): string | null {
  if (text.length > 30) return null;
  // `parsePhone` drops a leading +55. Otherwise the country code would count as an area code.
  const digits = parsePhone(text);
  return isValidMobilePhone(digits) || isValidLandlinePhone(digits) ? digits : null;
}
