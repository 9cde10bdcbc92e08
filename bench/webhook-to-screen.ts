/**
 * From the arrival of the provider's webhook to the buyer's success screen, in real Chromium: the built shop,
 * the embedded database (or DATABASE_URL), and a server that speaks AbacatePay's protocol. Prints the median
 * of 20 purchases, and as a ratio the median of a bare request to `/healthz` from the same page.
 *
 *   npm run bench:webhook
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { NODE_FLAGS } from '../scripts/run/node-flags.mjs';
import { startAbacatePayServer } from '../test/providers/abacatepay-server.ts';

const PORT = 3977;
const URL = `http://localhost:${PORT}`;
const SECRET = 'segredo-do-webhook-de-medida';
const PURCHASES = 20;

const bank = await startAbacatePayServer({ apiKey: 'medida' });
bank.configureWebhook(`${URL}/webhooks/abacatepay`, SECRET);
const main = resolve(import.meta.dirname, '../build/server/main.js');
const shop = spawn(process.execPath, [...NODE_FLAGS, main], {
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-bench-')),
    CATALOG_URL: 'http://127.0.0.1:9',
    PIX_GATEWAY: 'abacatepay',
    ABACATEPAY_URL: bank.url,
    ABACATEPAY_API_KEY: 'medida',
    ABACATEPAY_WEBHOOK_SECRET: SECRET,
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'inherit', 'ignore'],
});
try {
  for (;;) {
    if ((await fetch(`${URL}/readyz`).catch(() => null))?.ok) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' });
  await signUp(page);
  const screens: number[] = [];
  for (let n = 0; n < PURCHASES; n++) screens.push(await buy(page, n));
  const bare = await page.evaluate(async () => {
    const times: number[] = [];
    for (let n = 0; n < 20; n++) {
      const start = performance.now();
      await (await fetch('/healthz')).text();
      times.push(performance.now() - start);
    }
    return times;
  });
  await browser.close();
  const [screen, floor] = [median(screens), median(bare)];
  console.log('| figure | median ms | min | max |');
  console.log('| --- | ---: | ---: | ---: |');
  console.log(`| webhook sent → success on screen (${PURCHASES}) | ${row(screens)} |`);
  console.log(`| bare request from the same page (20) | ${row(bare)} |`);
  console.log(`ratio of the medians: ${(screen / floor).toFixed(1)}`);
} finally {
  shop.kill('SIGTERM');
  await bank.close();
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${URL}/auth?modo=cadastro`);
  await page.getByLabel('Nome de exibição').fill('Medida');
  await page.getByLabel('Email').fill('medida@exemplo.com');
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.waitForURL(`${URL}/`);
}

async function buy(page: Page, n: number): Promise<number> {
  // A free charge of its own amount each time: always a new order, and the same screen.
  await page.goto(`${URL}/pagamento-pix?amount=${n + 1}&description=Medida`);
  await page.getByLabel('Nome completo').fill('Bruna Medida');
  await page.getByLabel('Email').fill('medida@exemplo.com');
  await page.getByLabel(/celular|telefone/i).fill('11987654321');
  await page.getByLabel(/CPF/i).fill('52998224725');
  await page.getByRole('button', { name: /gerar/i }).click();
  await page.getByText('Aguardando pagamento...').first().waitFor();
  const seen = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = () => {
          if (!document.body.textContent?.includes('Pagamento Confirmado!')) return;
          observer.disconnect();
          // After the frame that paints it.
          requestAnimationFrame(() => setTimeout(() => done(Date.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  const id = [...bank.ledger.keys()].at(-1) ?? '';
  await bank.pay(id, { webhook: false });
  const sent = Date.now();
  await bank.deliverWebhook(id);
  return (await seen) - sent;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(values: number[]): string {
  return [median(values), Math.min(...values), Math.max(...values)]
    .map((value) => value.toFixed(1))
    .join(' | ');
}
