import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#shop/trust/canonical-json.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(() => shop.close());

async function read(path: string) {
  const answer = await app.ask(path, { headers: { Origin: 'https://comparador.exemplo.com' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  return (await answer.json()) as Record<string, unknown>;
}

test('another site reads the public figures and the key, and checks who says so', async () => {
  const { signature, ...figures } = await read('/api/trust');
  expect(figures).toMatchObject({ new_shop: true, paid_orders: 0 });
  const { public_key: x, ...rest } = await read('/.well-known/fulgor-trust.json');
  expect(rest).toEqual({});
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: String(x) }, format: 'jwk' });
  const isSigned = (document: object) =>
    verify(null, Buffer.from(canonicalJson(document)), key, Buffer.from(String(signature), 'base64url'));
  expect(isSigned(figures)).toBe(true);
  expect(isSigned({ ...figures, paid_orders: 1 })).toBe(false);
});
