import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import pg from 'pg';
import { startAbacatePayServer, type AbacatePayServer } from '../providers/abacatepay-server.ts';
import { NODE_FLAGS } from '../../scripts/run/node-flags.mjs';
import { startStaticDataServer, type StaticDataServer } from '../catalog/static-data-server.ts';
import { scriptsToRun } from './scripts-to-run.ts';
import { readStock, settingsOf } from './stock.ts';

export interface ShopOptions {
  database: 'embedded' | 'postgres';
}

export interface RunningShop {
  url: string;
  pid: number;
  staff: { email: string; password: string };
  /** Every mail written so far, decoded enough to search in. */
  mails(): string[];
  /** What the process has printed. */
  output(): string;
  /** Ends it as Ctrl-C does; the exit code. */
  stop(): Promise<number | null>;
}

const STAFF = { email: 'equipe@exemplo.com', password: 'segredo-da-equipe' };
const WEBHOOK_SECRET = 'segredo-do-webhook-de-teste';
const API_KEY = 'chave-de-teste';
const MAIN = resolve(import.meta.dirname, '../../build/server/main.js');

/** Starts the built shop as `npm start` does at its end, on a free port and an empty database of the wanted kind. */
export async function startShop(
  database: ShopOptions['database'],
  env: Record<string, string> = {},
  command = [...NODE_FLAGS, MAIN],
): Promise<RunningShop> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'fulgor-e2e-'));
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const url = `http://localhost:${port}`;
  const databaseEnv: Record<string, string> =
    database === 'postgres' ? { DATABASE_URL: await createPostgresDatabase() } : {};
  const child = spawn(process.execPath, command, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: STAFF.email,
      ADMIN_PASSWORD: STAFF.password,
      // Each test is a visitor of its own (see `visitor` below), so that limits by address hold for each.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      LOG_LEVEL: 'debug',
      // It would begin in whatever second nobody else uses the machine.
      PREPARE_PICTURES: '0',
      ...databaseEnv,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await waitUntilReady(url, child, () => output);

  return {
    url,
    pid: child.pid ?? 0,
    staff: STAFF,
    mails() {
      try {
        return readdirSync(join(dataDir, 'mail'))
          .filter((name) => name.endsWith('.eml'))
          .map((name) => readableMail(readFileSync(join(dataDir, 'mail', name), 'utf8')));
      } catch {
        return [];
      }
    },
    output: () => output,
    async stop() {
      const exited = new Promise<number | null>((done) => child.once('exit', done));
      if (child.exitCode === null) child.kill('SIGTERM');
      else return child.exitCode;
      const code = await exited;
      // A folder that the test named may be started on again.
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** The same, going on with a copy of what prepare-shops.ts has left: for journeys that are not about a first start. */
export async function startStockedShop(
  database: ShopOptions['database'],
  env: Record<string, string> = {},
): Promise<RunningShop> {
  const stock = readStock(database);
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-e2e-'));
  await cp(stock.folder, folder, { recursive: true });
  const databaseUrl = stock.databaseUrl && (await createPostgresDatabase(stock.databaseUrl));
  // 'embedded' only means that no further database is made for it.
  const shop = await startShop('embedded', { ...settingsOf({ ...stock, folder, databaseUrl }), ...env });
  return {
    ...shop,
    async stop() {
      const code = await shop.stop();
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  // On a crowded machine the shop from its sources takes more than half a minute to compile.
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The shop stopped at once:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok && output().includes(' está no ar: ')) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The shop was not ready within 90 s:\n${output()}`);
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** Empty, or a copy of one that nobody is connected to. */
export async function createPostgresDatabase(copied?: string): Promise<string> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set: run `npm test`, or `npm run postgres` beside this.');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const template = copied === undefined ? 'template1' : new URL(copied).pathname.slice(1);
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Undoes the transfer encoding; enough to look for a sentence or a link. */
function readableMail(raw: string): string {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface VisitorOptions {
  width?: number;
  /** Console errors that the journey provokes on purpose. */
  expected?: RegExp;
  /** Does not wait until the page listens. */
  isEarly?: boolean;
  /** Sees what moves. Others ask for less motion, except for a release: its frames are a seventh of all processor time. */
  seesMotion?: boolean;
}

interface Fixtures {
  shop: RunningShop;
  /** A browser of its own, with an address of its own. */
  visitor: (options?: VisitorOptions) => Promise<Page>;
}

interface WorkerFixtures extends ShopOptions {
  catalogServer: StaticDataServer;
  simulatorShop: RunningShop;
  bank: AbacatePayServer;
  abacatePayShop: RunningShop;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['embedded', { option: true, scope: 'worker' }],
  catalogServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const server = await startStaticDataServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  simulatorShop: [
    async ({ database, catalogServer }, use) => {
      const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
      await use(shop);
      expect(await shop.stop()).toBe(0);
      expectNothingPersonal(shop.output());
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  bank: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const bank = await startAbacatePayServer({ apiKey: API_KEY });
      await use(bank);
      await bank.close();
    },
    { scope: 'worker' },
  ],
  abacatePayShop: [
    async ({ database, catalogServer, bank }, use) => {
      const shop = await startStockedShop(database, {
        CATALOG_URL: catalogServer.url,
        PIX_GATEWAY: 'abacatepay',
        ABACATEPAY_URL: bank.url,
        ABACATEPAY_API_KEY: API_KEY,
        ABACATEPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      });
      bank.configureWebhook(`${shop.url}/webhooks/abacatepay`, WEBHOOK_SECRET);
      await use(shop);
      expect(await shop.stop()).toBe(0);
      expectNothingPersonal(shop.output());
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ simulatorShop }, use) => use(simulatorShop),
  visitor: async ({ browser, viewport }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const page = await openVisitor(browser, { width: viewport?.width ?? 390, ...options });
      contexts.push(page.context());
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** After all journeys: nobody's data, no secret and no value of a statement stands in the whole log. */
function expectNothingPersonal(log: string): void {
  for (const personal of [
    /52998224725|529\.982\.247-25/,
    /Bruna Compradora|11987654321|\(11\) 98765-4321/,
    /compra-[0-9a-f]{8}@/,
    /segredo[1-9]|segredo-da-equipe|errada-errada/,
    /session_token=/,
    /reset-password\/(?!\[)|[?&]token=(?!\[)/,
    /\/webhooks\/\w+\/(?!\[)/,
    new RegExp(`${WEBHOOK_SECRET}|${API_KEY}`),
    // As PostgreSQL and its drivers quote what was written.
    /Key \(|Failing row contains|"params":|"parameters":/,
  ]) {
    expect(log).not.toMatch(personal);
  }
}

let visitors = 0;

/**
 * Any console error, and with it any refusal by the Content-Security-Policy, fails the journey, and so does an exception:
 * where the browser's page is another than the server's, React throws one and says nothing.
 */
async function openVisitor(
  browser: Browser,
  {
    width,
    expected,
    isEarly = false,
    seesMotion = Boolean(process.env.RELEASE),
  }: VisitorOptions & { width: number },
): Promise<Page> {
  visitors++;
  const address = `203.0.${process.pid % 250}.${visitors % 250}`;
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    extraHTTPHeaders: { 'X-Forwarded-For': address },
    reducedMotion: seesMotion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await slowDown(page);
  if (!isEarly) waitUntilItListens(page);
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own line for an answer that the journey provokes on purpose.
    if (/Failed to load resource/.test(message.text())) return;
    if (expected?.test(message.text())) return;
    throw new Error(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    // The browser's own word for a move that a new width or the next page ended.
    if (error.name !== 'InvalidStateError' && error.name !== 'AbortError') throw error;
  });
  return page;
}

/** A page whose address is typed in, or that is asked for again, is used once its scripts run: before, most of it can only be read. */
export function waitUntilItListens(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await scriptsToRun(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await scriptsToRun(page);
    return answer;
  };
}

/** `SLOW=6`: every page has a sixth of a processor. What a journey reads too early shows itself. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.SLOW ?? 1);
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

export { expect };
