import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(() => shop.close());

const waitOf = (answer: Response) => Number(answer.headers.get('retry-after'));

test('a form that is sent too often is told in the page and in its header how long to wait', async () => {
  const body = new URLSearchParams({ name: 'Bruna', email: 'bruna@exemplo.com', message: 'Olá!' });
  const send = () => app.ask('/contato', { method: 'POST', headers: { Origin: app.url }, body });
  let answer = await send();
  for (let sent = 1; answer.status === 200 && sent < 50; sent++) answer = await send();
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain('Você enviou várias mensagens em pouco tempo');
  expect(waitOf(answer)).toBeGreaterThan(5);
});

test('a screen whose data cannot be read says when to come back', async () => {
  const { cookie } = await app.signUp('clara');
  const rename = (from: string, to: string) => shop.ctx.db.schema.alterTable(from).renameTo(to).execute();
  await rename('orders', 'orders_elsewhere');
  const answer = await app.ask('/dashboard/pedidos', { headers: { cookie } });
  await rename('orders_elsewhere', 'orders');
  expect([answer.status, waitOf(answer)]).toEqual([503, 5]);
  const well = await app.ask('/dashboard/pedidos', { headers: { cookie } });
  expect([well.status, well.headers.has('retry-after')]).toEqual([200, false]);
});

test('no screen writes the header or the status 429 itself: the router would drop the header', () => {
  const folder = resolve(import.meta.dirname);
  const own = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      file !== 'pass-retry-after.ts' &&
      /'Retry-After'|tooManyInit|status: 429/.test(readFileSync(resolve(folder, file), 'utf8')),
  );
  expect(own, 'use askToWait of app/routes/pass-retry-after.ts').toEqual([]);
});
