import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatReais } from './format-reais.ts';
import { groupThousands } from './group-thousands.ts';

it('writes amounts as Brazilians do, as the language itself would', () => {
  const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  expect(formatReais(1500)).toBe('R$\u00A015,00');
  expect(formatReais(123_456, ' ')).toBe('R$ 1.234,56');
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(formatReais(cents)).toBe(reais.format(cents / 100));
    }),
    { examples: [[0], [5], [99], [100], [99_999], [100_000], [-1], [1e11]] },
  );
});

it('groups whole numbers by the thousand', () => {
  const whole = new Intl.NumberFormat('pt-BR');
  fc.assert(
    fc.property(fc.nat(), (each) => {
      expect(groupThousands(each)).toBe(whole.format(each));
    }),
    { examples: [[0], [999], [1000], [32_000], [1_234_567]] },
  );
});
