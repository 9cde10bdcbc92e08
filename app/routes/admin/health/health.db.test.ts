import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HealthRow } from '#shop/health/finding.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader } from './health.tsx';

const ROWS: HealthRow[] = [{ name: 'disk', title: 'Disco', state: 'ok', meaning: 'Há espaço.', cure: null }];

let shop: TestContext;
let looks: number;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  shop.ctx.examineHealth = async () => {
    looks++;
    return ROWS;
  };
});
beforeEach(async () => {
  looks = 0;
  await shop.forget();
});
afterAll(() => shop.close());

const post = (userId: string, wanted: 'examine' | 'mail') =>
  sendForm(shop.ctx, userId, '/admin/saude', { do: `health.${wanted}` });

test('opening the page asks nobody; the button does, a few times', async () => {
  const owner = await createClerk(shop);
  await callRoute(loader, { context: contextFor(shop.ctx, owner) });
  expect(looks).toBe(0);
  expect(await post(owner, 'examine')).toMatchObject({
    status: 200,
    value: { rows: ROWS, at: shop.ctx.now() },
  });
  const { burst } = rateLimits.healthCheck;
  for (let more = 1; more < burst; more++) await post(owner, 'examine');
  expect(await post(owner, 'examine')).toMatchObject({
    status: 429,
    message: expect.stringContaining('Tente de novo') as string,
  });
  expect(looks).toBe(burst);
});

test('the test mail goes to who presses the button, and a failure is told', async () => {
  const owner = await createClerk(shop);
  const { email } = await callRoute(loader, { context: contextFor(shop.ctx, owner) });
  expect(await post(owner, 'mail')).toMatchObject({ value: { isGood: true } });
  expect(shop.mails.map(({ to }) => to)).toEqual([email]);

  const { send } = shop.ctx.mailer;
  shop.ctx.mailer.send = () => Promise.reject(Object.assign(new Error('no'), { code: 'EAUTH' }));
  expect(await post(owner, 'mail')).toMatchObject({
    value: { isGood: false, text: 'O servidor de e-mail recusou o usuário ou a senha de SMTP_URL.' },
  });
  shop.ctx.mailer.send = send;

  shop.ctx.settings.hasMailServer = false;
  expect(await post(owner, 'mail')).toMatchObject({
    value: { isGood: false, text: expect.stringContaining('arquivo em DATA_DIR/mail') as string },
  });
  shop.ctx.settings.hasMailServer = true;
  expect(await post(owner, 'mail')).toMatchObject({ status: 429, ok: false });
});
