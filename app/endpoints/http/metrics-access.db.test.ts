import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillContext, type Visitor } from '#app/request-context.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { loader } from './metrics.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const PUBLIC = 'https://loja.exemplo.com';
const HOME = 'http://localhost:3000';

interface Asked {
  ip?: string;
  host?: string;
  headers?: Record<string, string>;
  appUrl: string;
  hasTrustedProxies?: boolean;
}

async function ask({ ip = '127.0.0.1', host = '127.0.0.1:3000', headers = {}, appUrl, ...rest }: Asked) {
  const context = new RouterContextProvider();
  const settings = {
    ...shop.ctx.settings,
    appUrl,
    metricsToken: 'segredo',
    hasTrustedProxies: false,
    ...rest,
  };
  fillContext(context, { ...shop.ctx, settings }, { requestId: 'r', ip } as Visitor);
  const request = new Request(`http://${host}/metrics`, { headers });
  return (await callRoute(loader, { request, context })).status;
}

// shows: threat 65
test.each<[string, Asked, number]>([
  ['this machine asks a shop at home', { appUrl: HOME }, 200],
  ['this machine asks by its other names', { appUrl: HOME, host: '[::1]:3000', ip: '::1' }, 200],
  ['this machine asks past the proxies that are named', { appUrl: PUBLIC, hasTrustedProxies: true }, 200],
  ['a proxy that adds no header and is not named forwards somebody', { appUrl: PUBLIC }, 404],
  ['the same with the token', { appUrl: PUBLIC, headers: { authorization: 'Bearer segredo' } }, 200],
  ['the same with another token', { appUrl: PUBLIC, headers: { authorization: 'Bearer outro' } }, 404],
  [
    'a proxy forwards the name that was asked for',
    { appUrl: PUBLIC, hasTrustedProxies: true, host: 'loja.exemplo.com' },
    404,
  ],
  ['somebody else asks', { appUrl: HOME, ip: '203.0.113.9' }, 404],
  ...['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto'].map(
    (name): [string, Asked, number] => [
      `a proxy says ${name}`,
      { appUrl: HOME, hasTrustedProxies: true, headers: { [name]: '203.0.113.9' } },
      404,
    ],
  ),
])('/metrics when %s', async (_case, asked, status) => expect(await ask(asked)).toBe(status));
