import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { callAdminApi } from '../call-admin-api.ts';

export interface BulkResult {
  orderId: string;
  customerName: string;
  isDone: boolean;
  message: string;
}

/** Sends the links and files that the shop knows, order by order: one that cannot be sent does not stop the others. */
export async function deliverKnown(
  orders: StaffOrder[],
  onResult: (result: BulkResult) => void,
): Promise<void> {
  for (const order of orders) onResult(await deliver(order));
}

async function deliver(order: StaffOrder): Promise<BulkResult> {
  const result = (isDone: boolean, message: string) => ({
    orderId: order.id,
    customerName: order.customerName,
    isDone,
    message,
  });
  if (order.status !== 'pending') return result(false, 'Não aguarda envio.');
  if (order.asksBack) return result(false, 'O cliente pediu a devolução. Responda a ele antes.');
  const items = order.items.filter(({ kept }) => kept);
  if (items.length === 0) return result(false, 'Não tem skins para entregar.');
  const linkOf = (item: (typeof items)[number]) => item.downloadLink ?? item.knownLink;
  const linked = items.filter((item) => linkOf(item) !== null);
  const unlinked = items.filter((item) => linkOf(item) === null);
  const missing = unlinked
    .filter(({ storedFileName }) => storedFileName === null)
    .map(({ skinName }) => skinName);
  if (missing.length > 0) return result(false, `Falta o arquivo de ${nameSome(missing)}.`);
  const answer = await callAdminApi(`/api/admin/orders/${order.id}/links`, {
    links: Object.fromEntries(linked.map((item) => [item.id, linkOf(item)])),
    kept_files: unlinked.map(({ id }) => id),
    // The shop knows them already.
    only_this_order: true,
  });
  return answer.ok ? result(true, 'Entregue.') : result(false, answer.message);
}

/** Names enough to know what to look for; the order's page has all of them. */
const NAMED = 3;

function nameSome(names: string[]): string {
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).join(', ');
  return more > 0 ? `${named} e de mais ${more} ${more === 1 ? 'skin' : 'skins'}` : named;
}
