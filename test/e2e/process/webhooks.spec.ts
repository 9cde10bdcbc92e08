import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { startHookReceiver } from '#test/providers/hook-receiver.ts';
import { ask, asJson, signInPerson } from '../authorization/resources.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, startShop, test } from '../shop.ts';
import { signIn } from '../steps.ts';

test(
  'a dono makes a hook, sees what came back and sends it again; what a killed shop had committed arrives, once',
  { tag: '@release' },
  async ({ visitor, browser }) => {
    const receiver = await startHookReceiver();
    const env = {
      CATALOG_URL: 'http://127.0.0.1:9',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-hooks-')),
      OUTGOING_ALLOW: receiver.host,
      ALLOW_SIMULATOR: '1',
    };
    const shop = await startShop('embedded', env);
    const page = await visitor({ width: 1280, expected: /^Erro ao criar webhook/ });
    await signIn(page, shop, shop.staff);
    await page.goto(`${shop.url}/admin/programas`);
    const section = page.getByRole('region', { name: 'Webhooks' });
    await section.getByLabel('Endereço').fill(receiver.url);
    await section.getByRole('button', { name: 'Criar webhook' }).click();
    await expect(section.getByText('Escolha pelo menos um evento.')).toBeVisible();
    await section.getByLabel('Para que serve').fill('Planilha de vendas');
    await section.getByLabel('Configurações alteradas').check();
    await section.getByRole('button', { name: 'Criar webhook' }).click();
    const secret = await page.getByRole('status').filter({ hasText: 'Segredo' }).locator('code').innerText();
    expect(await inspectScreen(page, 'webhooks')).toEqual([]);

    receiver.temper((response) => void response.writeHead(500).end('fora do ar'));
    await section.getByRole('link', { name: 'Planilha de vendas' }).click();
    await page.getByRole('button', { name: 'Mandar teste' }).click();
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(0);
    receiver.temper((response) => void response.writeHead(200).end('recebido'));
    await page.reload();
    await page.getByRole('article').locator('summary').click();
    await expect(page.getByText('fora do ar').or(page.getByText('recebido'))).toBeVisible();
    expect(await inspectScreen(page, 'webhook')).toEqual([]);
    const [ping] = receiver.heard;
    if (!ping) throw new Error('Nothing was heard.');
    expect(() => new Webhook(secret).verify(ping.body, ping.headers as Record<string, string>)).not.toThrow();

    // Without scripts.
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const bare = await context.newPage();
    const before = receiver.heard.length;
    await bare.goto(page.url());
    await bare.getByRole('article').locator('summary').click();
    await bare.getByRole('button', { name: 'Reenviar Teste' }).click();
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(before);
    await bare.getByRole('button', { name: 'Trocar segredo' }).click();
    await expect(bare.getByText('Segredo do webhook')).toBeVisible();
    await bare.getByRole('button', { name: 'Desligar' }).click();
    await expect(bare.getByRole('button', { name: 'Ligar', exact: true })).toBeVisible();
    await bare.getByRole('button', { name: 'Ligar', exact: true }).click();
    await expect(bare.getByRole('button', { name: 'Desligar' })).toBeVisible();
    await context.close();

    const staff = await signInPerson(shop, shop.staff);
    receiver.heard.length = 0;
    const saved = await ask(shop, staff, '/api/admin/settings', asJson({ promise_minutes: 16 }, 'PUT'));
    expect(saved.status).toBe(200);
    process.kill(shop.pid, 'SIGKILL');
    const again = await startShop('embedded', env);
    const ids = () => receiver.heard.map(({ headers }) => headers['webhook-id']);
    await expect.poll(() => ids().length, { timeout: 40_000 }).toBe(1);
    expect(JSON.parse(receiver.heard[0]?.body ?? '')).toMatchObject({
      type: 'settings.changed',
      data: { settings: ['promise_minutes'] },
    });
    const person = await signInPerson(again, again.staff);
    const hooks = (await (await ask(again, person, '/api/admin/webhooks')).json()) as { id: string }[];
    const deliveries = `/api/admin/webhooks/${hooks[0]?.id}/deliveries?state=delivered`;
    const shown = async () =>
      (await (await ask(again, person, deliveries)).json()) as { type: string; webhook_id: string }[];
    await expect
      .poll(async () => (await shown()).filter(({ type }) => type === 'settings.changed'))
      .toMatchObject([{ webhook_id: ids()[0] }]);
    // It was perhaps sent before the kill too, and never as another event.
    expect(new Set(ids()).size).toBe(1);
    await again.stop();
    await receiver.close();
    rmSync(env.DATA_DIR, { recursive: true });
  },
);
