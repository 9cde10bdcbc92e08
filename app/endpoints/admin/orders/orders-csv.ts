import { skinKey } from '#shop/catalog/sku.ts';
import { typeReais } from '#shop/text/type-reais.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { exportOrders, type ExportedOrder } from '#shop/orders/search/export-orders.ts';
import type { Route } from './+types/orders-csv';
import { answerError } from '../../http/answer-error.ts';
import { answerCsv } from '../../http/answer-csv.ts';
import { readOrderQuery } from '#shop/orders/search/order-query.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { staffSession } from '../staff-session.ts';

/** The columns in their sequence. A program that reads the file may count on both. */
const COLUMNS: Record<string, (exported: ExportedOrder) => string> = {
  order_id: ({ order }) => order.id,
  created_at: ({ order }) => order.created_at.toISOString(),
  paid_at: ({ order }) => order.paid_at?.toISOString() ?? '',
  delivered_at: ({ order }) => order.completed_at?.toISOString() ?? '',
  status: ({ order }) => order.status,
  customer_name: ({ order }) => order.customer_name,
  customer_email: ({ order }) => order.customer_email,
  items: ({ items }) => items.join(' | '),
  total: ({ order }) => typeReais(order.total_cents),
  discount: ({ order }) => typeReais(order.discount_cents),
  coupon: ({ order }) => order.coupon_code ?? '',
  refunded: ({ refundedCents }) => typeReais(refundedCents),
  gateway: ({ charges }) => charges.map((charge) => charge.gateway).join(' '),
  charge_id: ({ charges }) => charges.map((charge) => charge.id).join(' '),
};

/**
 * `GET /api/admin/orders.csv`: the orders that `GET /api/admin/orders` lists for the same query, all of them, as they
 * are read.
 */
export async function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'csv');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const search = readOrderQuery(url);
  if (!search) return answerError(400, 'malformed', requestId);
  const begin = async () => {
    shop.log.info('orders.exported', { requestId, accountId: staff.user.id });
    const { q, cpf, ids, cursor: _, skin, ...plain } = search;
    const details = {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value)),
      ...(skin && { skin: skinKey(skin) }),
      // What somebody typed may be a person's name or number.
      ...((q?.trim() || cpf) && { searched: true }),
      ...(ids && { chosen: ids.length }),
    };
    const subject = { type: 'selection' as const, id: 'orders.csv' };
    await shop.transaction((tx) =>
      recordAudit(shop, tx, { actorUserId: staff.user.id, action: 'orders.exported', subject, details }),
    );
    return exportOrders(fromStandby(shop), search);
  };
  return answerCsv(request, `pedidos-${dayOf(shop.now())}.csv`, COLUMNS, begin, (error) =>
    shop.log.error('orders.export_failed', { requestId, error }),
  );
}
