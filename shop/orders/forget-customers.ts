import type { Tx } from '#db/client.server.ts';

/** Replaces the buyer in a kept order. No mail reaches `invalid` (RFC 2606). */
export const DELETED_ACCOUNT = { name: 'Conta excluída', email: 'conta-excluida@invalid' };
export const FORGOTTEN_CUSTOMER = { name: 'Dados apagados', email: 'dados-apagados@invalid' };

/**
 * Removes the personal data of orders and keeps skins, sums and dates. The caller holds their locks. An order without
 * a tax id has been processed already.
 */
export async function forgetCustomers(
  tx: Tx,
  orderIds: readonly string[],
  nobody: { name: string; email: string },
): Promise<void> {
  if (orderIds.length === 0) return;
  // Answers of a gateway and notes of staff may name the customer, and nobody needs the code any more.
  await tx
    .updateTable('charges')
    .set({ pix_code: null, failure: null, staff_note: null })
    .where('order_id', 'in', orderIds)
    .execute();
  // Notes of staff about a refund and answers of the bank may name the person.
  await tx
    .updateTable('refunds')
    .set({ note: null, failure: null })
    .where('order_id', 'in', orderIds)
    .execute();
  await tx
    .updateTable('withdrawals')
    .set({ reason: null, answer: null })
    .where('order_id', 'in', orderIds)
    .execute();
  // The buyer wrote the description of a free charge.
  await tx
    .updateTable('orders')
    .set({ description: 'Cobrança avulsa', fingerprint: 'free' })
    .where('id', 'in', orderIds)
    .where('fingerprint', 'like', 'free:%')
    .execute();
  // A gift that waits for its receiver keeps what they read; docs/retention.md ends it.
  await tx
    .updateTable('gifts')
    .set({ receiver_email: null, message: null })
    .where('order_id', 'in', orderIds)
    .where('status', '<>', 'offered')
    .execute();
  await tx
    .updateTable('orders')
    .set({
      customer_name: nobody.name,
      customer_email: nobody.email,
      customer_cellphone: '',
      customer_tax_id_sealed: '',
      customer_tax_id_digest: null,
    })
    .where('id', 'in', orderIds)
    .execute();
}
