import { expect, test } from 'vitest';
import type { Log } from '#shop/log.ts';
import { warnOfProxy } from './warn-of-proxy.ts';

const shop = {
  appUrl: 'https://loja.exemplo.com',
  host: '127.0.0.1',
  trustedProxies: [],
  metricsToken: null,
};
const warn = (changes: Partial<Parameters<typeof warnOfProxy>[0]>) => {
  const events: string[] = [];
  const log = { warn: (event: string) => void events.push(event) } as unknown as Log;
  return { sentence: warnOfProxy({ ...shop, ...changes }, log), events };
};

test('a public shop behind a proxy that nobody named says so, and what becomes of /metrics', () => {
  expect(warn({})).toEqual({
    sentence: expect.stringContaining('/metrics não responde a ninguém') as string,
    events: ['proxy.not_named'],
  });
  expect(warn({ metricsToken: 'segredo' }).sentence).not.toContain('/metrics');
  // The shop itself speaks no https://, so there is a proxy wherever it listens.
  expect(warn({ host: '0.0.0.0' }).events).toEqual(['proxy.not_named']);
});

test.each([
  [{ trustedProxies: ['127.0.0.1'] }],
  [{ appUrl: 'http://localhost:3000' }],
  [{ appUrl: 'http://127.0.0.1:3000' }],
  [{ host: '0.0.0.0', appUrl: 'http://loja.exemplo.com' }],
])('nothing is said with %j', (changes) => expect(warn(changes)).toEqual({ sentence: null, events: [] }));
