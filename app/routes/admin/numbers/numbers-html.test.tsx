import { expect, test } from 'vitest';
import type { Totals } from '#shop/numbers/read-numbers.ts';
import { CLERK, readHtml, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { planCharts } from './chart-points.ts';
import { drawCharts } from './draw-chart.server.ts';
import AdminNumbers from './numbers.tsx';

const TODAY = '2026-11-22';
const EMPTY: Totals = {
  span: { from: TODAY, to: TODAY },
  orders: 0,
  paid: 0,
  revenueCents: 0,
  refundedCents: 0,
  refunds: 0,
  chargebacks: 0,
  manual: { orders: 0, revenueCents: 0 },
  createdToPaid: { rate: null, secondsP50: null },
  delivery: { delivered: 0, minutesP50: null, minutesP95: null, onTime: null },
};
const FULL: typeof EMPTY = {
  ...EMPTY,
  span: { from: '2026-11-21', to: TODAY },
  orders: 1234,
  paid: 1100,
  revenueCents: 1_650_050,
  refundedCents: 4500,
  refunds: 2,
  chargebacks: 1,
  manual: { orders: 1, revenueCents: 1500 },
  createdToPaid: { rate: 0.891, secondsP50: 47.6 },
  delivery: { delivered: 1090, minutesP50: 6.4, minutesP95: 14.6, onTime: 0.954 },
};
const loaded = {
  today: TODAY,
  asked: EMPTY.span,
  refusal: null,
  sentence: '0 pedidos hoje',
  numbers: EMPTY,
  before: EMPTY,
  top: { skins: [], champions: [] },
  charts: [],
};
const show = (changes: object = {}) =>
  renderScreen(screenOf(AdminNumbers, { loaderData: { ...loaded, ...changes } }), {
    session: CLERK,
    path: '/admin/numeros',
  });

test('a day without sales says so and divides by nothing', () => {
  const text = readHtml(show());
  expect(text).toContain('0 pedidos hoje');
  expect(text).toContain('Nenhuma venda nestes dias');
  expect(text).toContain('Nada foi devolvido.');
  expect(text).not.toMatch(/NaN|Infinity|null/);
});

test('four figures stand beside those of the span before, and each chart has its table', async () => {
  const days = ['2026-11-21', TODAY].map((day, n) => ({
    from: day,
    to: day,
    orders: 600 + n,
    paid: 500,
    revenueCents: 825_025,
    minutesP50: 6,
  }));
  const skin = {
    championId: 'Aurea',
    championName: 'Áurea',
    skinNum: 3,
    skinName: 'Áurea do Eclipse',
    sold: 40,
    revenueCents: 60_000,
  };
  const html = show({
    numbers: FULL,
    charts: drawCharts(planCharts(days, 'day')),
    top: { skins: [skin], champions: [skin] },
  });
  const text = readHtml(html).replaceAll('\u00A0', ' ');
  expect(text).toContain('Recebido R$ 16.500,50 Antes: R$ 0,00 1.100 pedidos pagos');
  expect(text).toContain('Pedidos 1.234 Antes: 0 1 manual, R$ 15,00');
  expect(text).toContain('89% Antes: — metade em até 48 s');
  expect(text).toContain('6 min Antes: — 95% no prazo · 95% em até 15 min');
  expect(text).toContain('Devolvido: R$ 45,00 em 2 devoluções e 1 contestação.');
  expect(html.match(/<figure/g)).toHaveLength(3);
  // Once for a phone and once for a wide screen.
  expect(html.match(/<svg width="/g)).toHaveLength(6);
  expect(text).toContain('Ver como tabela : Recebido por dia');
  expect(text).toContain('21/11 R$ 8.250,25 22/11 R$ 8.250,25');
  expect(text).toContain('Áurea do Eclipse Áurea 40 R$ 600,00');
});

test('days that are none are refused with a word beside the fields, which keep what was asked for', () => {
  const refused = show({ asked: { from: '2026-11-20', to: '2026-11-10' }, refusal: 'O começo vem depois.' });
  expect(readHtml(refused)).toContain('O começo vem depois.');
  expect(refused).toMatch(/value="2026-11-20"/);
  expect(refused).toMatch(/value="2026-11-10"/);
  expect(refused.match(/aria-invalid="true"/g)).toHaveLength(2);
  // A date field does not take it.
  expect(show({ asked: { from: '2026-02-01', to: '2026-02-31' }, refusal: '‘2026-02-31’' })).not.toMatch(
    /value="2026-02-31"/,
  );
  expect(refused).not.toMatch(/aria-current="page"[^>]*>Hoje/);
  expect(show()).toMatch(/aria-current="page"[^>]*>Hoje/);
  expect(show()).not.toContain('aria-invalid="true"');
});
