import { typeReais } from '#shop/text/type-reais.ts';
import { ReadableStream as PulledStream } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { getShop, getVisitor } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { listCouponSales, type CouponSale } from '#shop/orders/list-coupon-sales.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { tidyCode } from '#shop/pricing/coupon.ts';
import type { Route } from './+types/sales-csv';
import { answerError } from '../../http/answer-error.ts';
import { CSV_FORMAT } from '../../http/csv-format.ts';
import { staffSession } from '../staff-session.ts';

const COLUMNS: Record<string, (sale: CouponSale) => string> = {
  order: ({ orderId }) => orderId.slice(0, 8),
  paid_at: ({ paidAt }) => paidAt.toISOString(),
  items: ({ items }) => items.join(' | '),
  total: ({ totalCents }) => typeReais(totalCents),
  discount: ({ discountCents }) => typeReais(discountCents),
  refunded: ({ refundedCents }) => typeReais(refundedCents),
};

/**
 * `GET /api/admin/coupons/{code}/sales.csv`: the paid orders that used the code, in the form of `orders.csv`. It names
 * no buyer, because staff hand it to the creator whose code it is.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'coupons');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const [coupon] = await listCoupons(shop, tidyCode(params.code));
  if (!coupon) return answerError(404, 'not_found', requestId, 'Cupom não encontrado.');
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="cupom-${coupon.code}.csv"`,
    'Cache-Control': 'private, no-store',
  };
  // Nobody would read the stream.
  if (request.method === 'HEAD') return new Response(null, { headers });
  await shop.transaction((tx) =>
    recordAudit(shop, tx, {
      actorUserId: staff.user.id,
      action: 'coupon.sales_exported',
      subject: { type: 'coupon', id: coupon.code },
      details: { name: coupon.code },
    }),
  );
  const text = async function* () {
    try {
      yield Buffer.from(stringify([Object.keys(COLUMNS)], { ...CSV_FORMAT, bom: true }));
      for await (const page of listCouponSales(fromStandby(shop), coupon.code)) {
        const lines = page.map((sale) => Object.values(COLUMNS).map((read) => read(sale)));
        yield Buffer.from(stringify(lines, CSV_FORMAT));
      }
    } catch (error) {
      // The answer has begun: all that is left is to break it off.
      shop.log.error('coupon.export_failed', { requestId, error });
      throw error;
    }
  };
  return new Response(PulledStream.from(text()) as ReadableStream, { headers });
}
