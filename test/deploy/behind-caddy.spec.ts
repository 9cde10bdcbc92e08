import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createHash, X509Certificate } from 'node:crypto';
import { chromium, expect, test, type Browser } from '@playwright/test';
import { startStaticDataServer, type StaticDataServer } from '../catalog/static-data-server.ts';
import { freePort, waitUntilItListens, type RunningShop } from '../e2e/shop.ts';
import { buy, fillPaymentForm, openSkin, signIn, signUp, signUpOnScreen } from '../e2e/steps.ts';
import { checkHealth, imageWay, readImage } from './image-way.ts';
import { packageWay } from './package-way.ts';
import { startCaddy, type Caddy } from './start-caddy.ts';
import { waitUntilReady, type Place, type Started } from './ways.ts';

const STAFF = { email: 'equipe@exemplo.com', password: 'segredo-da-equipe' };
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const port = async () => ({ http: await freePort(), https: await freePort() });

test('a packaged folder serves pages and pictures with nothing else of the project, and ends in order', async () => {
  const place = await packageWay.prepare();
  await using catalog = await startStaticDataServer();
  const shop = await place.start({
    APP_URL: 'https://loja.exemplo.com.br',
    CATALOG_URL: catalog.url,
    PREPARE_PICTURES: '0',
    ADMIN_EMAIL: STAFF.email,
    ADMIN_PASSWORD: STAFF.password,
  });
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

for (const way of [packageWay, imageWay]) {
  const missing = hasCaddy ? way.missing() : 'there is no caddy on this machine (apt install caddy)';
  const where = missing === null ? way.title : `${way.title}; ${missing}`;
  test.describe(where, () => {
    test.describe.configure({ mode: 'serial' });
    test.skip(missing !== null);

    let catalog: StaticDataServer;
    let place: Place;
    let caddy: Caddy;
    let started: Started;
    let shop: RunningShop;
    let browser: Browser;
    let env: Record<string, string>;
    let buyer: { email: string; password: string };

    test.beforeAll(async () => {
      test.setTimeout(900_000);
      catalog = await startStaticDataServer();
      place = await way.prepare();
      const ports = await port();
      env = {
        NODE_ENV: 'production',
        APP_URL: `https://localhost:${ports.https}`,
        ALLOW_SIMULATOR: '1',
        CATALOG_URL: place.fromInside(catalog.url),
        PREPARE_PICTURES: '0',
        ADMIN_EMAIL: STAFF.email,
        ADMIN_PASSWORD: STAFF.password,
        BACKUP_KEY: 'a chave de um ensaio',
        LOG_LEVEL: 'debug',
      };
      started = await place.start(env);
      caddy = await startCaddy(place.upstream, ports);
      await waitUntilReady(started, askReady);
      // Only what it needs: an address to open.
      shop = { url: caddy.url } as RunningShop;
      browser = await chromium.launch({
        ...test.info().project.use.launchOptions,
        // The browser believes this authority and no other.
        args: [
          ...(test.info().project.use.launchOptions?.args ?? []),
          `--ignore-certificate-errors-spki-list=${await readAuthority(ports.https)}`,
        ],
      });
    });
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
    test.afterEach(({}, { status }) => {
      if (status === 'passed') return;
      console.log(`The shop:\n${started.output().slice(-3000)}\nCaddy:\n${caddy.log().slice(-3000)}`);
    });
    test.afterAll(async () => {
      await browser?.close();
      await caddy?.stop();
      await started?.stop();
      await place?.remove();
      await catalog?.close();
    });

    const statusOf = (answer: IncomingMessage) => (answer.resume(), answer.statusCode);
    const askReady = async () => statusOf(await caddy.ask('/readyz'));
    /** `strictly`: the journeys' own calls, which are not the browser's, know no authority of ours. */
    const newPage = async (width = 390, strictly = false) => {
      const context = await browser.newContext({
        viewport: { width, height: 850 },
        locale: 'pt-BR',
        ignoreHTTPSErrors: !strictly,
      });
      const page = await context.newPage();
      waitUntilItListens(page);
      return page;
    };

    if (way === imageWay) {
      test(`the image is small, knows its health, and runs as nobody in particular (${where})`, () => {
        const image = readImage();
        expect(image.Size).toBeLessThanOrEqual(350_000_000);
        expect(image.Config).toMatchObject({
          User: 'fulgor',
          ExposedPorts: { '80/tcp': {} },
          Volumes: { '/storage': {} },
        });
        expect(place.run('node -p process.getuid()', env).stdout.trim()).toBe('1000');
        expect(checkHealth(place)).toBe(0);
        // pg_dump finds its libraries.
        expect(place.run('pg_dump --version', env).stdout).toContain('(PostgreSQL) 17');
        const written = place.run('touch /shop/written', env);
        expect([written.status, written.stderr]).toEqual([
          1,
          expect.stringContaining('Read-only file system'),
        ]);
      });
    }

    test(`plain HTTP leads to HTTPS, which is remembered, and cookies are for it alone (${where})`, async () => {
      const plain = await fetch(`${caddy.plainUrl}/loja`, { redirect: 'manual' });
      // To the port that the world knows; the one of this check is an inner one for Caddy.
      expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/loja']);
      const store = await caddy.ask('/loja');
      expect(statusOf(store)).toBe(200);
      expect(store.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
      expect(store.headers.server).toBeUndefined();
      const signedIn = await caddy.ask(
        '/api/auth/sign-in/email',
        { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: caddy.url } },
        JSON.stringify(STAFF),
      );
      expect(signedIn.statusCode, await text(signedIn)).toBe(200);
      expect(signedIn.headers['set-cookie']?.join()).toMatch(/session_token=[^;]+;.*Secure/);
    });

    test(`a newcomer buys, and the page hears at once that it is paid (${where})`, async () => {
      const page = await newPage(390, true);
      buyer = await signUpOnScreen(page, shop);
      const skin = await openSkin(page, shop, 'tarvok');
      await page.getByRole('button', { name: 'Comprar agora' }).click();
      await fillPaymentForm(page, buyer.email);
      await page.getByRole('button', { name: /simular pagamento/i }).click();
      await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
      await page.goto(`${shop.url}/dashboard/pedidos`);
      await expect(page.getByText(skin).first()).toBeVisible();
    });

    test(`a stream passes unbuffered, and ends for the shop when its reader leaves (${where})`, async () => {
      // An account of its own: five streams are all that one may have.
      const page = await newPage();
      const reader = await signUp(page, shop);
      const cookies = (await page.context().cookies())
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const open = () => caddy.ask('/api/live', { headers: { Cookie: cookies } });
      const five = await Promise.all(Array.from({ length: 5 }, open));
      for (const stream of five) {
        expect(stream.statusCode).toBe(200);
        expect(stream.headers['content-type']).toContain('text/event-stream');
      }
      const heard = nextText(five[0]!);
      await buy(page, shop, reader.email, 'Zyra');
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
      const clerk = await newPage(1280);
      await signIn(clerk, shop, STAFF);
      await clerk.goto(`${shop.url}/admin/arquivos?q=Neblina+Rainha`);
      const row = clerk.getByRole('listitem').filter({ hasText: 'Neblina Rainha' }).first();
      await row.getByRole('button', { name: /^Informar arquivo/ }).click();
      const dialog = clerk.getByRole('dialog', { name: 'Arquivo da skin' });
      await dialog.getByLabel('Arquivo', { exact: true }).setInputFiles({
        name: 'pacote.zip',
        mimeType: 'application/zip',
        buffer: Buffer.alloc(25_000_000, 'fulgor'),
      });
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await expect(clerk.getByText('Arquivo salvo')).toBeVisible();
      await expect(row).toContainText('pacote.zip');
    });

    test(`limits count the true address, whatever a visitor claims (${where})`, async () => {
      const askLink = async (localAddress: string, n: number) =>
        statusOf(
          await caddy.ask(
            '/api/auth/request-password-reset',
            {
              method: 'POST',
              localAddress,
              headers: {
                'Content-Type': 'application/json',
                Origin: caddy.url,
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

    test(`the hooks of a tool that copies the data folder bring the orders back (${where})`, async () => {
      const before = place.run('/hooks/pre-backup', env);
      expect(before.status, before.stderr).toBe(0);
      const running = place.run('/hooks/post-restore', env);
      expect([running.status, running.stderr]).toEqual([1, expect.stringContaining('pare-a primeiro')]);
      expect(await started.stop()).toBe(0);
      // As if the tool had copied it in the middle of a write.
      rmSync(join(place.storage, 'db', 'global'), { recursive: true });
      const after = place.run('/hooks/post-restore', env);
      expect(after.status, after.stderr).toBe(0);
      started = await place.start(env);
      await waitUntilReady(started, askReady);
      const page = await newPage();
      // The secret came back too: the session would not be known otherwise.
      await signIn(page, shop, buyer);
      const orders = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as {
        status: string;
      }[];
      expect(orders.length).toBe(1);
      const kept = readdirSync(join(place.storage, 'files/kept'), {
        recursive: true,
        withFileTypes: true,
      }).filter((file) => file.isFile());
      expect(kept.map((file) => statSync(join(file.parentPath, file.name)).size)).toContain(25_000_000);
    });

    test(`no query, no path and no header is in the log of the proxy, not even of a request that failed (${where})`, async () => {
      expect(
        statusOf(
          await caddy.ask('/loja?q=segredo-da-busca', {
            headers: { Referer: `${caddy.url}/pagar/segredo-do-caminho` },
          }),
        ),
      ).toBe(200);
      expect(await started.stop()).toBe(0);
      expect(
        statusOf(
          await caddy.ask('/loja?q=segredo-da-busca', { headers: { 'X-Test': 'segredo-do-cabecalho' } }),
        ),
      ).toBe(502);
      await expect
        .poll(() => caddy.log())
        .toMatch(/"level":"error".*"status":502|"status":502.*"level":"error"/);
      const lines = caddy
        .log()
        .split('\n')
        .filter((line) => line.includes('"http.log.'));
      expect(lines.length).toBeGreaterThan(20);
      expect(lines.filter((line) => /segredo|loja|reset|127\.0\.0\.2/.test(line))).toEqual([]);
    });
  });
}

/** What comes while the answer is still open. */
async function nextText(stream: IncomingMessage): Promise<string> {
  let heard = '';
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    heard += String(piece);
    if (/^data:/m.test(heard)) break;
  }
  return heard;
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
