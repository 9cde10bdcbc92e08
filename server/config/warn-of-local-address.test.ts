import { expect, test } from 'vitest';
import type { Log } from '#shop/log.ts';
import { parseEnv } from './env.ts';
import { warnOfLocalAddress } from './warn-of-local-address.ts';

const selling = {
  NODE_ENV: 'production',
  PIX_GATEWAY: 'abacatepay',
  ABACATEPAY_API_KEY: 'k',
  ABACATEPAY_WEBHOOK_SECRET: 's',
};
const warn = (changes: Record<string, string>) => {
  const events: string[] = [];
  const log = { warn: (event: string) => void events.push(event) } as unknown as Log;
  return { sentence: warnOfLocalAddress(parseEnv({ ...selling, ...changes }), log), events };
};

test('a shop that sells, and whose address only its own machine reaches, says so', () => {
  const told = { sentence: expect.stringContaining('APP_URL') as string, events: ['address.is_local'] };
  expect(warn({})).toEqual(told);
  expect(warn({ APP_URL: 'http://127.0.0.1:3000' })).toEqual(told);
});

test.each([
  [{ APP_URL: 'https://loja.exemplo.com.br' }],
  [{ NODE_ENV: 'development' }],
  [{ ALLOW_SIMULATOR: '1' }],
])('nothing is said with %j', (changes) => expect(warn(changes)).toEqual({ sentence: null, events: [] }));
