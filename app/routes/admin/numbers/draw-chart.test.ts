import { expect, test } from 'vitest';
import type { PartNumbers } from '#shop/numbers/read-numbers.ts';
import { addDays, splitSpan, type DaySpan, type SpanPart } from '#shop/numbers/day-span.ts';
import { choosePart, planCharts } from './chart-points.ts';
import { drawCharts } from './draw-chart.server.ts';

const partsOf = (span: DaySpan): [PartNumbers[], SpanPart] => {
  const part = choosePart(span);
  const parts = splitSpan(span, part).map((each, n) => ({
    ...each,
    orders: n % 7,
    paid: n % 5,
    revenueCents: 1500 * (n % 5),
    minutesP50: n % 4 === 0 ? null : n,
  }));
  return [parts, part];
};
const daysFrom = (from: string, length: number) => partsOf({ from, to: addDays(from, length - 1) });

test('a picture has its numbers and days, in the colours of the shop', async () => {
  const [revenue, , minutes] = drawCharts(planCharts(...daysFrom('2026-11-16', 7)));
  for (const svg of [revenue!.narrow, revenue!.wide]) {
    expect(svg).toMatch(/^<svg [^>]*viewBox=/);
    expect(svg).toContain('fill="var(--color-accent)"');
    expect(svg).toContain('R$\u00A060');
    expect(svg).toContain('16/11');
  }
  expect(minutes?.wide).toContain('stroke="var(--color-info)"');
  expect(minutes?.wide).toContain('6 min');
});

test('a picture brings neither script nor style sheet, which the policy of the pages refuses, nor a colour of its own', async () => {
  for (const length of [1, 2, 62, 365, 3653]) {
    for (const { narrow, wide } of drawCharts(planCharts(...daysFrom('2026-01-01', length)))) {
      for (const svg of [narrow, wide]) {
        expect(svg).not.toMatch(/<style|<script|\son\w+=|<!\[CDATA/);
        const painted = svg.replaceAll(/<clipPath[^]*?<\/clipPath>/g, '');
        expect(painted).not.toMatch(/(?:fill|stroke)="(?!none|var\(--color-)/);
      }
    }
  }
});

test('one day has a point for each hour, two months have a point for each day, and a longer span one for each month', () => {
  const hours = planCharts(...daysFrom('2026-11-22', 1));
  expect(hours.map(({ title }) => title)).toEqual([
    'Recebido por hora',
    'Pedidos por hora',
    'Do pagamento à entrega, em cada hora',
  ]);
  expect(hours[1]?.points.map(({ label, text }) => `${label} ${text}`)).toEqual(
    Array.from({ length: 24 }, (_, hour) => `${hour}h ${hour % 7}`),
  );
  const [days] = planCharts(...daysFrom('2026-10-01', 62));
  expect(days).toMatchObject({ title: 'Recebido por dia', kind: 'bar' });
  expect(days?.points).toHaveLength(62);
  const charts = planCharts(...daysFrom('2025-12-03', 100));
  expect(charts.map(({ title }) => title)).toEqual([
    'Recebido por mês',
    'Pedidos por mês',
    'Do pagamento à entrega, em cada mês',
  ]);
  for (const { points } of charts) {
    expect(points.map(({ label }) => label)).toEqual(['dez/25', 'jan/26', 'fev/26', 'mar/26']);
  }
});
