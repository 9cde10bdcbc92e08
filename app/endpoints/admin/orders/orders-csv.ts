import { typeReais } from '#shop/text/type-reais.ts';
import { ReadableStream as PulledStream } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { getShop, getVisitor } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { exportOrders, type ExportedOrder } from '#shop/orders/search/export-orders.ts';
import type { Route } from './+types/orders-csv';
import { answerError } from '../../http/answer-error.ts';
import { CSV_FORMAT } from '../../http/csv-format.ts';
import { readOrderQuery } from '#shop/orders/search/order-query.ts';
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
 * are read. With a byte order mark, semicolons and decimal commas it opens in a Brazilian spreadsheet. What a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export async function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'csv');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const search = readOrderQuery(url);
  if (!search) return answerError(400, 'malformed', requestId);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="pedidos-${shop.now().toISOString().slice(0, 10)}.csv"`,
    'Cache-Control': 'private, no-store',
  };
  // Nobody would read the stream.
  if (request.method === 'HEAD') return new Response(null, { headers });
  shop.log.info('orders.exported', { requestId, accountId: staff.user.id });
  const { q, cpf, ids, cursor: _, skin, ...plain } = search;
  const selection = {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value)),
    ...(skin && { skin: `${skin.championId}_${skin.num}` }),
    // What somebody typed may be a person's name or number.
    ...((q?.trim() || cpf) && { searched: true }),
    ...(ids && { chosen: ids.length }),
  };
  await shop.transaction((tx) =>
    recordAudit(shop, tx, {
      actorUserId: staff.user.id,
      action: 'orders.exported',
      subject: { type: 'selection', id: 'orders.csv' },
      details: selection,
    }),
  );
  const text = async function* () {
    try {
      yield Buffer.from(stringify([Object.keys(COLUMNS)], { ...CSV_FORMAT, bom: true }));
      for await (const page of exportOrders(fromStandby(shop), search)) {
        const lines = page.map((exported) => Object.values(COLUMNS).map((read) => read(exported)));
        yield Buffer.from(stringify(lines, CSV_FORMAT));
      }
    } catch (error) {
      // The answer has begun: all that is left is to break it off.
      shop.log.error('orders.export_failed', { requestId, error });
      throw error;
    }
  };
  return new Response(PulledStream.from(text()) as ReadableStream, { headers });
}
