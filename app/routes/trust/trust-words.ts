import { groupThousands } from '#shop/text/group-thousands.ts';
import { formatDate } from '#shop/text/format-date.ts';
import type { Trust } from '#shop/trust/trust.ts';

/** A rate is never told better than it is: what is good is cut off, what is bad is rounded up. */
const rates = {
  good: new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1, roundingMode: 'trunc' }),
  bad: new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1, roundingMode: 'expand' }),
};
const stars = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const formatShare = (rate: number, kind: keyof typeof rates): string => rates[kind].format(rate);

export interface TrustFigure {
  name: string;
  value: string;
  note: string;
}

/** The four figures of a shop that has enough orders, and its stars; null: it is new. */
export function describeTrust(trust: Trust): TrustFigure[] | null {
  if (trust.new_shop) return null;
  const { on_time, minutes_p50, minutes_p95, refunded = 0, disputes_lost = 0 } = trust;
  const since = trust.since ? ` desde ${formatDate(new Date(trust.since))}` : '';
  return [
    {
      name: 'Entregues no prazo',
      value: on_time == null ? '—' : formatShare(on_time, 'good'),
      note: `de ${groupThousands(trust.paid_orders)} pedidos pagos${since}`,
    },
    {
      name: 'Metade chega em até',
      value: minutes_p50 == null ? '—' : formatWait(minutes_p50),
      note: minutes_p95 == null ? '' : `e 95% em até ${formatWait(minutes_p95)}`,
    },
    {
      name: 'Com dinheiro devolvido',
      value: formatShare(refunded, 'bad'),
      note: 'tudo ou uma parte, por qualquer motivo',
    },
    {
      name: 'Contestações perdidas',
      value: formatShare(disputes_lost, 'bad'),
      note: 'o banco tomou o dinheiro de volta da loja',
    },
  ];
}

/** Rounded up: half of the orders came no later than this. */
function formatWait(minutes: number): string {
  const whole = Math.max(1, Math.ceil(minutes));
  if (whole < 60) return `${whole} min`;
  const hours = Math.ceil(whole / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} dias`;
}

export function describeStars({ stars: { average, count } }: Trust): string | null {
  if (average === null) return null;
  return `${stars.format(average)} de 5 em ${count === 1 ? '1 avaliação' : `${groupThousands(count)} avaliações`}`;
}

export function describeNewShop({ paid_orders: paid }: Trust): string {
  const so_far =
    paid === 0
      ? 'ainda não tem pedidos pagos'
      : paid === 1
        ? 'tem 1 pedido pago'
        : `tem ${paid} pedidos pagos`;
  return `Esta loja é nova e ${so_far}. A partir de 30 ela mostra aqui quantos chegaram no prazo, em quanto tempo e quantos tiveram dinheiro devolvido.`;
}

type Day = NonNullable<Trust['by_day']>[number];

/** How many of a day's orders came late or should have come: those of today may still be on time. */
export const lateOf = ({ decided, on_time }: Day): number => decided * (1 - (on_time ?? 1));

export function describeDay({ day, orders, decided, on_time }: Day): string {
  const date = day.slice(5).split('-').toReversed().join('/');
  if (orders === 0) return `${date}: nenhum pedido`;
  const count = orders === 1 ? '1 pedido' : `${groupThousands(orders)} pedidos`;
  if (on_time === null) return `${date}: ${count}`;
  const known =
    decided === 1 ? '1 já entregue ou atrasado' : `${groupThousands(decided)} já entregues ou atrasados`;
  return `${date}: ${count}, ${decided < orders ? `${known}: ` : ''}${formatShare(on_time, 'good')} no prazo`;
}
