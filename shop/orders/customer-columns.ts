import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import { digestTaxId } from '#shop/secrets/digest-tax-id.ts';
import { sealText } from '#shop/secrets/seal-text.ts';

/** The columns of an order for its buyer. The tax id is encrypted, and found by a digest. */
export function customerColumns(
  ctx: ShopContext,
  customer: ChargeCustomer,
): Pick<
  OrderRow,
  | 'customer_name'
  | 'customer_email'
  | 'customer_cellphone'
  | 'customer_tax_id_sealed'
  | 'customer_tax_id_digest'
> {
  return {
    customer_name: customer.name,
    customer_email: customer.email,
    customer_cellphone: customer.cellphone,
    customer_tax_id_sealed: sealText(ctx.settings.sealingKey, customer.taxId),
    customer_tax_id_digest: digestTaxId(ctx.settings.sealingKey, customer.taxId),
  };
}
