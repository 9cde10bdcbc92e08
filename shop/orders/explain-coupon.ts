import { formatArrival, formatDateTime } from '#shop/text/format-date.ts';
import type { ShopContext } from '#shop/context.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { listHolders } from '#shop/pricing/coupon-uses.ts';
import type { TypedCoupon } from '#shop/pricing/find-coupon.ts';
import { missingCents } from '#shop/pricing/missing-cents.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { WantedSkin } from './plan-purchase.ts';

/** Why a code lowers nothing, for the buyer. */
export const COUPON_REFUSALS: Record<CouponRefusal, string> = {
  unknown: 'Não encontramos este cupom. Confira as letras e tente de novo.',
  inactive: 'Este cupom não está mais ativo.',
  not_yet: 'Este cupom ainda não começou a valer.',
  expired: 'Este cupom já venceu.',
  used_up: 'Este cupom já foi usado todas as vezes que podia.',
  per_person: 'Você já usou este cupom todas as vezes que podia.',
  min_total: 'O total destas skins ainda não chega ao mínimo deste cupom.',
  champion: 'Este cupom não vale para estas skins.',
};

interface RefusedCoupon {
  typed: TypedCoupon;
  reason: CouponRefusal;
  userId: string | null;
  skins: readonly WantedSkin[];
}

/** Why a code lowers nothing, in a sentence: what is missing, or which unpaid orders of the buyer hold it. */
export async function explainCoupon(ctx: ShopContext, refused: RefusedCoupon): Promise<string> {
  const { typed, reason, userId } = refused;
  const isCounted = reason === 'per_person' || reason === 'used_up';
  const holders = isCounted && userId !== null ? await listHolders(ctx, { ...typed, userId }) : [];
  if (holders.length === 0) return nameWhatIsMissing(ctx, refused) ?? COUPON_REFUSALS[reason];
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

/** null: nothing that the buyer can change, or what the code asks for was changed meanwhile. */
function nameWhatIsMissing(
  ctx: ShopContext,
  { typed: { coupon }, reason, skins }: RefusedCoupon,
): string | null {
  const catalog = ctx.catalog.current();
  if (reason === 'min_total' && coupon?.minTotalCents) {
    const found = skins.flatMap(({ sku }) => catalog.findSkin(sku) ?? []);
    const [least, missing] = [coupon.minTotalCents, missingCents(coupon.minTotalCents, [...new Set(found)])];
    const verb = missing < 200 ? 'Falta' : 'Faltam';
    return `${verb} ${formatReais(missing, ' ')}: este cupom vale em compras a partir de ${formatReais(least, ' ')}.`;
  }
  if (reason === 'champion' && coupon?.championId) {
    const champion = catalog.champions.find(({ id }) => id === coupon.championId);
    return champion ? `Este cupom vale só para skins de ${champion.name}.` : null;
  }
  return reason === 'not_yet' && coupon?.validFrom
    ? `Este cupom vale a partir de ${formatDateTime(coupon.validFrom)}.`
    : null;
}
