import { toReais } from '#shop/text/reais.ts';
import { countDays, type DaySpan, type SpanPart } from '#shop/numbers/day-span.ts';
import type { PartNumbers } from '#shop/numbers/read-numbers.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { formatMinutes } from './number-words.ts';

export type ChartKind = 'bar' | 'line';

export interface ChartPoint {
  /** Below the chart: '22/11', '14h' of one day, or 'nov/26' where it is a month. */
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

/** Of a longer span each point is a month. */
const MAX_DAYS = 62;
const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

const labelOfDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
const labelOfMonth = (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]}/${day.slice(2, 4)}`;

export function choosePart(span: DaySpan): SpanPart {
  const days = countDays(span);
  if (days === 1) return 'hour';
  return days > MAX_DAYS ? 'month' : 'day';
}

const PARTS: Record<SpanPart, { each: string; labelOf: (part: PartNumbers) => string }> = {
  hour: { each: 'hora', labelOf: ({ hour }) => `${hour}h` },
  day: { each: 'dia', labelOf: ({ from }) => labelOfDay(from) },
  month: { each: 'mês', labelOf: ({ from }) => labelOfMonth(from) },
};

/** The charts of a span. */
export function planCharts(parts: readonly PartNumbers[], part: SpanPart): ChartPlan[] {
  const { each, labelOf } = PARTS[part];
  const chart = (
    title: string,
    kind: ChartKind,
    toPoint: (numbers: PartNumbers) => Omit<ChartPoint, 'label'>,
  ) => ({
    title,
    kind,
    points: parts.map((numbers) => ({ label: labelOf(numbers), ...toPoint(numbers) })),
  });
  return [
    chart(`Recebido por ${each}`, 'bar', ({ revenueCents }) => ({
      value: toReais(revenueCents),
      short: formatReais(Math.round(revenueCents / 100) * 100).replace(/,00$/, ''),
      text: formatReais(revenueCents),
    })),
    chart(`Pedidos por ${each}`, 'bar', ({ orders }) => {
      const text = groupThousands(orders);
      return { value: orders, short: text, text };
    }),
    chart(`Do pagamento à entrega, em cada ${each}`, 'line', ({ minutesP50 }) => {
      const text = formatMinutes(minutesP50);
      return { value: minutesP50, short: text, text };
    }),
  ];
}
