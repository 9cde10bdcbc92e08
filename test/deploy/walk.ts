import { createHash, X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { freePort, waitUntilItListens, type RunningShop } from '../e2e/shop.ts';
import { fillPaymentForm, openSkin, signIn, signUpOnScreen } from '../e2e/steps.ts';
import { startCaddy, type Caddy } from './start-caddy.ts';
import { waitUntilReady, type Place, type Started, type Way } from './ways.ts';

export const STAFF = { email: 'equipe@exemplo.com', password: 'segredo-da-equipe' };
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** A shop that runs behind Caddy; its parts are there once the first test begins. */
export class Site {
  place!: Place;
  caddy!: Caddy;
  started!: Started;
  browser!: Browser;
  env: Record<string, string> = {
    NODE_ENV: 'production',
    ALLOW_SIMULATOR: '1',
    // Nobody answers there: the shop sells its own catalogue.
    CATALOG_URL: 'http://127.0.0.1:9',
    PREPARE_PICTURES: '0',
    ADMIN_EMAIL: STAFF.email,
    ADMIN_PASSWORD: STAFF.password,
    BACKUP_KEY: 'a chave de um ensaio',
    LOG_LEVEL: 'debug',
  };
  buyer?: { email: string; password: string };

  /** Only what the journeys' steps need: an address to open. */
  get shop(): RunningShop {
    return { url: this.caddy.url } as RunningShop;
  }
  async open(way: Way): Promise<void> {
    const ports = { http: await freePort(), https: await freePort() };
    this.place = await way.prepare(`localhost:${ports.https}`);
    await this.start();
    this.caddy = await startCaddy(this.place.upstream, ports);
    await this.waitUntilReady();
    const { launchOptions } = test.info().project.use;
    this.browser = await chromium.launch({
      ...launchOptions,
      // The browser believes this authority and no other.
      args: [
        ...(launchOptions?.args ?? []),
        `--ignore-certificate-errors-spki-list=${await readAuthority(ports.https)}`,
      ],
    });
  }
  async close(): Promise<void> {
    await this.browser?.close();
    await this.caddy?.stop();
    await this.started?.stop();
    await this.place?.remove();
  }
  async start(): Promise<void> {
    this.started = await this.place.start(this.env);
  }
  waitUntilReady(): Promise<void> {
    return waitUntilReady(this.started, async () => statusOf(await this.caddy.ask('/readyz')));
  }
  /** `strictly`: the journeys' own calls, which are not the browser's, know no authority of ours. */
  async newPage(width = 390, strictly = false): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width, height: 850 },
      locale: 'pt-BR',
      ignoreHTTPSErrors: !strictly,
    });
    const page = await context.newPage();
    waitUntilItListens(page);
    return page;
  }
}

export const statusOf = (answer: IncomingMessage) => (answer.resume(), answer.statusCode);

/** Every way is walked through by a browser and by a visitor who lies; `more` is what one way shows for both. */
export function walkBehindCaddy(way: Way, more: (site: Site, where: string) => void): void {
  const missing = hasCaddy ? way.missing() : 'there is no caddy on this machine';
  // Who reads the list of skipped tests reads the reason.
  const where = missing === null ? way.title : `${way.title}; ${missing}`;
  const describe = missing === null ? test.describe : test.describe.skip;
  describe(way.title, () => {
    test.describe.configure({ mode: 'serial' });
    const site = new Site();
    test.beforeAll(async () => {
      test.setTimeout(900_000);
      await site.open(way);
    });
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
    test.afterEach(({}, { status }) => {
      if (status === 'passed') return;
      console.log(
        `The shop:\n${site.started.output().slice(-3000)}\nCaddy:\n${site.caddy.log().slice(-3000)}`,
      );
    });
    test.afterAll(() => site.close());

    test(`plain HTTP leads to HTTPS, which is remembered, and cookies are for it alone (${where})`, async () => {
      const plain = await fetch(`${site.caddy.plainUrl}/loja`, { redirect: 'manual' });
      // To the port that the world knows; the one of this check is an inner one for Caddy.
      expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/loja']);
      const store = await site.caddy.ask('/loja');
      expect(statusOf(store)).toBe(200);
      expect(store.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
      expect(store.headers.server).toBeUndefined();
      const signedIn = await site.caddy.ask(
        '/api/auth/sign-in/email',
        { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: site.caddy.url } },
        JSON.stringify(STAFF),
      );
      expect(signedIn.statusCode, await text(signedIn)).toBe(200);
      expect(signedIn.headers['set-cookie']?.join()).toMatch(/session_token=[^;]+;.*Secure/);
    });

    test(`a newcomer buys, and the page hears at once that it is paid (${where})`, async () => {
      const page = await site.newPage(390, true);
      site.buyer = await signUpOnScreen(page, site.shop);
      const skin = await openSkin(page, site.shop, '');
      await page.getByRole('button', { name: 'Comprar agora' }).click();
      await fillPaymentForm(page, site.buyer.email);
      await page.getByRole('button', { name: /simular pagamento/i }).click();
      await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
      await page.goto(`${site.shop.url}/dashboard/pedidos`);
      await expect(page.getByText(skin).first()).toBeVisible();
      await page.context().close();
    });

    test(`limits count the true address, whatever a visitor claims (${where})`, async () => {
      const askLink = async (localAddress: string, n: number) =>
        statusOf(
          await site.caddy.ask(
            '/api/auth/request-password-reset',
            {
              method: 'POST',
              localAddress,
              headers: {
                'Content-Type': 'application/json',
                Origin: site.caddy.url,
                'X-Forwarded-For': `198.51.100.${n}`,
              },
            },
            JSON.stringify({ email: `ninguem-${n}@exemplo.com` }),
          ),
        );
      const answers: (number | undefined)[] = [];
      for (let n = 1; n <= 40 && answers.at(-1) !== 429; n++) answers.push(await askLink('127.0.0.2', n));
      expect(answers.at(-1)).toBe(429);
      expect(answers.length).toBeGreaterThan(20);
      expect(await askLink('127.0.0.3', 99)).toBe(200);
    });

    more(site, where);
  });
}

/** Needs the buyer of the walk. */
export function testHooks(site: Site, where: string): void {
  test(`the hooks of a tool that copies the data folder bring the orders back (${where})`, async () => {
    const { place, env } = site;
    const before = place.run('/hooks/pre-backup', env);
    expect(before.status, before.stderr).toBe(0);
    const running = place.run('/hooks/post-restore', env);
    expect([running.status, running.stderr]).toEqual([1, expect.stringContaining('pare-a primeiro')]);
    expect(await site.started.stop()).toBe(0);
    // As if the tool had copied it in the middle of a write.
    rmSync(join(place.storage(), 'db', 'global'), { recursive: true });
    const after = place.run('/hooks/post-restore', env);
    expect(after.status, after.stderr).toBe(0);
    await site.start();
    await site.waitUntilReady();
    const page = await site.newPage();
    await signIn(page, site.shop, site.buyer!);
    const orders = (await (await page.request.get(`${site.shop.url}/api/orders`)).json()) as unknown[];
    expect(orders.length).toBe(1);
  });
}

/** The public key of the certificate that signed the site's, as Chromium wants it. */
function readAuthority(https: number): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(
      { host: '127.0.0.1', port: https, servername: 'localhost', rejectUnauthorized: false },
      () => {
        const { raw } = socket.getPeerCertificate(true).issuerCertificate;
        const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' });
        socket.end();
        done(createHash('sha256').update(key).digest('base64'));
      },
    ).on('error', fail);
  });
}
