import { expect, test } from 'vitest';
import type { Totals } from '#shop/numbers/read-numbers.ts';
import {
  describeNumbers,
  describeRefusal,
  formatMinutes,
  formatRate,
  formatSeconds,
} from './number-words.ts';

const TODAY = '2026-11-22';
const numbers = (span: Totals['span'], orders: number, delivered = 0, onTime: number | null = null) =>
  ({
    span,
    orders,
    delivery: { delivered, onTime, minutesP50: null, minutesP95: null },
  }) as Totals;

test('one sentence comes before the figures', () => {
  const today = { from: TODAY, to: TODAY };
  const yesterday = { from: '2026-11-21', to: '2026-11-21' };
  expect(describeNumbers(numbers(today, 38, 36, 34 / 36), TODAY)).toBe(
    '38 pedidos hoje, 36 entregues, 34 no prazo',
  );
  expect(describeNumbers(numbers(yesterday, 1, 1, 0), TODAY)).toBe('1 pedido ontem, 1 entregue, 0 no prazo');
  expect(describeNumbers(numbers({ from: '2025-12-31', to: TODAY }, 12345), TODAY)).toBe(
    '12.345 pedidos de 31/12/2025 a 22/11/2026',
  );
});

test('minutes and seconds read as people say them', () => {
  expect([null, 0.2, 12.4, 59.6, 61, 47.5 * 60, 49 * 60].map(formatMinutes)).toEqual([
    '—',
    '< 1 min',
    '12 min',
    '1 h 00',
    '1 h 01',
    '47 h 30',
    '2 dias',
  ]);
  expect([null, 0, 48.2, 130].map(formatSeconds)).toEqual(['—', '0 s', '48 s', '2 min']);
});

test('a rate is all only when it is all', () => {
  expect([null, 0, 0.5, 0.999, 1].map(formatRate)).toEqual(['—', '0%', '50%', '99%', '100%']);
});

test('days that cannot be shown are refused with their reason', () => {
  const words = (reason: 'no_day' | 'reversed' | 'too_long', from: string, to: string) =>
    describeRefusal({ ok: false, reason, asked: { from, to } });
  expect(words('no_day', '2026-02-01', '2026-02-31')).toBe(
    '‘2026-02-31’ não é um dia do calendário. Escolha outros dias; abaixo está hoje.',
  );
  expect(words('no_day', 'x'.repeat(500), TODAY)).toContain(`‘${'x'.repeat(20)}’`);
  expect(words('reversed', TODAY, '2026-11-21')).toMatch(/^O começo vem depois do fim\./);
  expect(words('too_long', '2001-01-01', TODAY)).toMatch(/^O período passa de dez anos\./);
});
