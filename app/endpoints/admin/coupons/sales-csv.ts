import { typeReais } from '#shop/text/type-reais.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { listCouponSales, type CouponSale } from '#shop/orders/list-coupon-sales.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { tidyCode } from '#shop/pricing/coupon-code.ts';
import type { Route } from './+types/sales-csv';
import { answerError } from '../../http/answer-error.ts';
import { answerCsv } from '../../http/answer-csv.ts';
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
  const begin = async () => {
    await shop.transaction((tx) =>
      recordAudit(shop, tx, {
        actorUserId: staff.user.id,
        action: 'coupon.sales_exported',
        subject: { type: 'coupon', id: coupon.code },
        details: { name: coupon.code },
      }),
    );
    return listCouponSales(fromStandby(shop), coupon.code);
  };
  return answerCsv(request, `cupom-${coupon.code}.csv`, COLUMNS, begin, (error) =>
    shop.log.error('coupon.export_failed', { requestId, error }),
  );
}
