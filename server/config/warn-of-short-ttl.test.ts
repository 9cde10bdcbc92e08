import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { warnOfShortTtl } from './warn-of-short-ttl.ts';

const traits = {
  idempotentCreate: true,
  namesPaidAmount: true,
  refunds: 'partial',
  minimumTtlSeconds: 1800,
} as const;

function warn(chargeTtlSeconds: number) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) });
  const sentence = warnOfShortTtl({ chargeTtlSeconds }, { name: 'mercadopago', traits }, log);
  return { sentence, lines };
}

test('a code shorter than the provider can make is announced, with both figures', () => {
  const { sentence, lines } = warn(600);
  expect(sentence).toMatch(/PIX_TTL_SECONDS=600 .*1800 segundos .*mercadopago/);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    level: 'warn',
    event: 'gateway.ttl_below_minimum',
    chargeTtlSeconds: 600,
    minimumTtlSeconds: 1800,
  });
});

test('nothing is said of a code the provider can make', () => {
  expect(warn(1800)).toEqual({ sentence: null, lines: [] });
});
