import type { DayNumbers } from '#shop/numbers/read-numbers.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { formatMinutes } from './number-words.ts';

export type ChartKind = 'bar' | 'line';

export interface ChartPoint {
  /** Below the chart: '22/11', or 'nov/26' where it is a month. */
  label: string;
  value: number | null;
  /** On the data. */
  short: string;
  /** In the table. */
  text: string;
}

export interface ChartPlan {
  title: string;
  kind: ChartKind;
  points: ChartPoint[];
}

/** Above so many days a bar is a month. */
const MAX_BARS = 62;
const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

const labelOfDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
const labelOfMonth = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]}/${month.slice(2, 4)}`;

/** The charts of a span; one day alone has none. */
export function planCharts(byDay: readonly DayNumbers[]): ChartPlan[] {
  if (byDay.length < 2) return [];
  const perMonth = byDay.length > MAX_BARS;
  const [each, bars] = perMonth ? ['mês', sumMonths(byDay)] : ['dia', byDay];
  const label = perMonth ? labelOfMonth : labelOfDay;
  return [
    {
      title: `Recebido por ${each}`,
      kind: 'bar',
      points: bars.map(({ day, revenueCents }) => ({
        label: label(day),
        value: revenueCents / 100,
        short: formatReais(Math.round(revenueCents / 100) * 100).replace(/,00$/, ''),
        text: formatReais(revenueCents),
      })),
    },
    {
      title: `Pedidos por ${each}`,
      kind: 'bar',
      points: bars.map(({ day, orders }) => ({
        label: label(day),
        value: orders,
        short: groupThousands(orders),
        text: groupThousands(orders),
      })),
    },
    {
      title: 'Do pagamento à entrega, em cada dia',
      kind: 'line',
      points: byDay.map(({ day, minutesP50 }) => ({
        label: labelOfDay(day),
        value: minutesP50,
        short: formatMinutes(minutesP50),
        text: formatMinutes(minutesP50),
      })),
    },
  ];
}

type Bar = Pick<DayNumbers, 'day' | 'orders' | 'revenueCents'>;

/** `day` is the month then: '2026-11'. */
function sumMonths(byDay: readonly DayNumbers[]): Bar[] {
  const months = new Map<string, Bar>();
  for (const { day, orders, revenueCents } of byDay) {
    const month = day.slice(0, 7);
    const before = months.get(month) ?? { day: month, orders: 0, revenueCents: 0 };
    months.set(month, {
      day: month,
      orders: before.orders + orders,
      revenueCents: before.revenueCents + revenueCents,
    });
  }
  return [...months.values()];
}
