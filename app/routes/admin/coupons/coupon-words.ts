import type { BadgeTone } from '#app/ui/list/badge.tsx';
import { formatDate } from '#shop/text/format-date.ts';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { count } from '#shop/text/count.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

/** Whether it lowers a purchase now. */
export function couponBadge(
  { active, validFrom, validTo, maxUses, uses }: ListedCoupon,
  now: Date,
): { tone: BadgeTone; label: string } {
  if (!active) return { tone: 'neutral', label: 'Desligado' };
  if (validTo && now >= validTo) return { tone: 'neutral', label: 'Vencido' };
  if (maxUses !== null && uses >= maxUses) return { tone: 'neutral', label: 'Esgotado' };
  if (validFrom && now < validFrom) return { tone: 'info', label: 'Ainda não vale' };
  return { tone: 'ok', label: 'Ativo' };
}

/** `10% de desconto em skins de Áurea · de 01/12/2026 a 24/12/2026 · mínimo R$ 30,00 · 1 por pessoa` */
export function describeTerms(coupon: ListedCoupon, championName: string | null): string {
  const { percent, amountCents, minTotalCents, maxPerPerson } = coupon;
  const discount = percent === null ? formatReais(amountCents) : `${percent}%`;
  const whom = championName === null ? '' : ` em skins de ${championName}`;
  return [
    `${discount} de desconto${whom}`,
    describeDays(coupon),
    minTotalCents === null ? null : `mínimo ${formatReais(minTotalCents)}`,
    maxPerPerson === null ? null : `${groupThousands(maxPerPerson)} por pessoa`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** `de Ana · 3 de 10 usos · 2 vendas, R$ 54,00, com R$ 6,00 de desconto` */
export function describeSales(coupon: ListedCoupon): string {
  const { creator, uses, maxUses, paid, revenueCents, discountCents } = coupon;
  const limit = count(maxUses ?? uses, 'uso', 'usos');
  const sold =
    paid === 0
      ? 'nenhuma venda'
      : `${count(paid, 'venda', 'vendas')}, ${formatReais(revenueCents)}, com ${formatReais(discountCents)} de desconto`;
  return [
    creator === null ? null : `de ${creator}`,
    maxUses === null ? limit : `${groupThousands(uses)} de ${limit}`,
    sold,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function describeDays({ validFrom, validTo }: ListedCoupon): string | null {
  const from = validFrom && formatDate(validFrom);
  const to = validTo && formatDate(lastMoment(validTo));
  if (from && to) return from === to ? `em ${from}` : `de ${from} a ${to}`;
  if (from) return `desde ${from}`;
  return to ? `até ${to}` : null;
}

/** A day ends with the first moment of the next. */
export function lastMoment(end: Date): Date {
  return new Date(end.getTime() - 1);
}
