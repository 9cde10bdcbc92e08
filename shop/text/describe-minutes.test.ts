import { expect, test } from 'vitest';
import { describeMinutes } from './describe-minutes.ts';

test.each([
  [1, '1 minuto'],
  [15, '15 minutos'],
  [60, '1 hora'],
  [90, '1 hora e 30 minutos'],
  [121, '2 horas e 1 minuto'],
  [1440, '24 horas'],
])('%i minutes are %s', (minutes, text) => {
  expect(describeMinutes(minutes)).toBe(text);
});
