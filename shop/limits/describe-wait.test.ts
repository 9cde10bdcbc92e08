import { expect, test } from 'vitest';
import { describeWait } from './describe-wait.ts';

test.each([
  [0, '1 minuto'],
  [1, '1 minuto'],
  [60, '1 minuto'],
  [61, '2 minutos'],
  [599, '10 minutos'],
  [3540, '59 minutos'],
  [3541, '1 hora'],
  [3661, '2 horas'],
])('%i seconds are told as %s', (seconds, told) => {
  expect(describeWait(seconds)).toBe(`Muitas tentativas. Tente de novo em ${told}.`);
});
