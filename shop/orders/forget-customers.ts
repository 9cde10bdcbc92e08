import type { Tx } from '#db/client.server.ts';

/** Stands in a kept order where its buyer stood. No mail reaches `invalid` (RFC 2606). */
export const DELETED_ACCOUNT = { name: 'Conta excluída', email: 'conta-excluida@invalid' };
export const FORGOTTEN_CUSTOMER = { name: 'Dados apagados', email: 'dados-apagados@invalid' };

/**
 * Takes the person out of orders that their caller has locked, and leaves skins, sums and dates. An order without
 * a tax id is one that this has been done to.
 */
export async function forgetCustomers(
  tx: Tx,
  orderIds: readonly string[],
  nobody: { name: string; email: string },
): Promise<void> {
  if (orderIds.length === 0) return;
  // What a gateway answered or staff wrote may name the customer, and nobody is left to be shown a code.
  await tx
    .updateTable('charges')
    .set({ pix_code: null, failure: null, staff_note: null })
    .where('order_id', 'in', orderIds)
    .execute();
  // What staff wrote about a refund, and what the bank answered, may name the person.
  await tx
    .updateTable('refunds')
    .set({ note: null, failure: null })
    .where('order_id', 'in', orderIds)
    .execute();
  // The description of a free charge is the person's own words.
  await tx
    .updateTable('orders')
    .set({ description: 'Cobrança avulsa', fingerprint: 'free' })
    .where('id', 'in', orderIds)
    .where('fingerprint', 'like', 'free:%')
    .execute();
  await tx
    .updateTable('orders')
    .set({
      customer_name: nobody.name,
      customer_email: nobody.email,
      customer_cellphone: '',
      customer_tax_id_sealed: '',
    })
    .where('id', 'in', orderIds)
    .execute();
}
