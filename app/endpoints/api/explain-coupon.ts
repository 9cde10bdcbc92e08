import { formatArrival } from '#app/ui/skin/format-date.ts';
import type { ShopContext } from '#shop/context.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { listHolders } from '#shop/pricing/coupon-uses.ts';
import { COUPON_REFUSALS } from './coupon-words.ts';

/** Why a code lowers nothing, in a sentence; where unpaid orders of the buyer hold it, which ones and what to do. */
export async function explainCoupon(
  ctx: ShopContext,
  { code, reason, userId }: { code: string; reason: CouponRefusal; userId: string | null },
): Promise<string> {
  const isCounted = reason === 'per_person' || reason === 'used_up';
  const holders = isCounted && userId !== null ? await listHolders(ctx, { code, userId }) : [];
  if (holders.length === 0) return COUPON_REFUSALS[reason];
  const name = ({ id }: { id: string }) => `#${id.slice(0, 8)}`;
  const [first, ...others] = holders.filter(({ freeAt }) => freeAt === null).map(name);
  const open =
    first === undefined
      ? []
      : others.length === 0
        ? [
            `Este cupom já está no seu pedido ${first}, que espera o pagamento: pague ou cancele esse pedido em Meus Pedidos.`,
          ]
        : [
            `Este cupom já está nos seus pedidos ${[first, ...others.slice(0, -1)].join(', ')} e ${others.at(-1)}, que esperam o pagamento: pague ou cancele um deles em Meus Pedidos.`,
          ];
  const cancelled = holders.flatMap(({ id, freeAt }) =>
    freeAt === null
      ? []
      : [
          `O pedido ${name({ id })} foi cancelado, mas o código PIX dele ainda pode ser pago e segura o cupom até ${formatArrival(freeAt, ctx.now())}.`,
        ],
  );
  return [...open, ...cancelled].join(' ');
}
