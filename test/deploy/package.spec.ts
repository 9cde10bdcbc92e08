import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buy, signIn, signUp } from '../e2e/steps.ts';
import { imageWay } from './image-way.ts';
import { packageWay } from './package-way.ts';
import { Site, STAFF, statusOf, testHooks, walkBehindCaddy } from './walk.ts';
import { waitUntilReady } from './ways.ts';

test('a packaged folder serves pages and pictures with nothing else of the project, and ends in order', async () => {
  const place = await packageWay.prepare('loja.exemplo.com.br');
  const shop = await place.start(new Site().env);
  const url = `http://${place.upstream}`;
  await waitUntilReady(shop, async () => (await fetch(`${url}/readyz`)).status);
  const store = await (await fetch(`${url}/loja`)).text();
  const picture = await fetch(`${url}${/\/img\/[^"' ]+/.exec(store)![0]}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  // A proxy in front ends TLS, so the shop itself is asked by http.
  const form = await fetch(`${url}/auth?modo=cadastro`, {
    method: 'POST',
    headers: { Origin: 'https://loja.exemplo.com.br' },
    body: new URLSearchParams({ email: 'sem-nome@exemplo.com' }),
  });
  expect(await form.text()).toContain('sem-nome@exemplo.com');
  expect(await shop.stop(), shop.output()).toBe(0);
  const unknown = place.run('fulgor nothing', {});
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('Uso:')]);
  await place.remove();
});

walkBehindCaddy(packageWay, (site, where) => {
  test(`a stream passes unbuffered, and ends for the shop when its reader leaves (${where})`, async () => {
    // An account of its own: five streams are all that one may have.
    const page = await site.newPage();
    const reader = await signUp(page, site.shop);
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const open = () => site.caddy.ask('/api/live', { headers: { Cookie: cookies } });
    const five = await Promise.all(Array.from({ length: 5 }, open));
    for (const stream of five) {
      expect(stream.statusCode).toBe(200);
      expect(stream.headers['content-type']).toContain('text/event-stream');
    }
    const heard = nextText(five[0]!);
    await buy(page, site.shop, reader.email, 'Anhanga');
    expect(await heard).toMatch(/^(?:event|data|id|retry|:)/m);
    expect(statusOf(await open())).toBe(429);
    for (const stream of five) stream.destroy();
    await expect
      .poll(async () => {
        const stream = await open();
        stream.destroy();
        return stream.statusCode;
      })
      .toBe(200);
  });

  test(`a large file goes up through the panel (${where})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fulgor-upload-'));
    writeFileSync(join(folder, 'pacote.zip'), Buffer.alloc(25_000_000, 'fulgor'));
    const clerk = await site.newPage(1280);
    await signIn(clerk, site.shop, STAFF);
    await clerk.goto(`${site.shop.url}/admin/arquivos?q=Anhang%C3%A1`);
    await clerk
      .getByRole('button', { name: /^Informar arquivo/ })
      .first()
      .click();
    const dialog = clerk.getByRole('dialog', { name: 'Arquivo da skin' });
    await dialog.getByLabel('Arquivo', { exact: true }).setInputFiles(join(folder, 'pacote.zip'));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(clerk.getByText('Arquivo salvo')).toBeVisible();
    await expect(clerk.getByRole('main')).toContainText('pacote.zip');
    rmSync(folder, { recursive: true });
  });

  // The image shows it where it can be built.
  if (imageWay.missing() !== null) testHooks(site, where);

  test(`no query, no path and no header is in the log of the proxy, not even of a request that failed (${where})`, async () => {
    expect(
      statusOf(
        await site.caddy.ask('/loja?q=segredo-da-busca', {
          headers: { Referer: `${site.caddy.url}/pagar/segredo-do-caminho` },
        }),
      ),
    ).toBe(200);
    expect(await site.started.stop()).toBe(0);
    expect(
      statusOf(
        await site.caddy.ask('/loja?q=segredo-da-busca', { headers: { 'X-Test': 'segredo-do-cabecalho' } }),
      ),
    ).toBe(502);
    await expect
      .poll(() => site.caddy.log())
      .toMatch(/"level":"error".*"status":502|"status":502.*"level":"error"/);
    const lines = site.caddy
      .log()
      .split('\n')
      .filter((line) => line.includes('"http.log.'));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => /segredo|loja|reset|127\.0\.0\.2/.test(line))).toEqual([]);
  });
});

/** What comes while the answer is still open. */
async function nextText(stream: IncomingMessage): Promise<string> {
  let heard = '';
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    heard += String(piece);
    if (/^data:/m.test(heard)) break;
  }
  return heard;
}
