import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The linter's rules about imports, as lines that must be refused (red) or pass (green) in a file of that folder. */
const WALLS: Record<string, { red: string[]; green: string[] }> = {
  'app/routes/cart/planted.tsx': {
    red: [
      "import { openDatabase } from '#db/client.server.ts'; openDatabase();",
      "import type { ChargeRow } from '#db/schema.ts'; export type X = ChargeRow;",
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#jobs/timed-jobs.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { demoCatalog } from '#demo/demo-catalog.ts'; demoCatalog();",
      "import { x } from '../../../db/client.server.ts'; x();",
      "import { x } from '../../../shop/orders/place-order.ts'; x();",
      "import { sql } from 'kysely'; sql``;",
      'export const x = process.env.PORT;',
    ],
    green: [
      "import { placeOrder } from '#shop/orders/place-order.ts'; placeOrder();",
      "import { Button } from '#app/ui/form/button.tsx'; Button();",
      "import { redirect } from 'react-router'; redirect('/');",
      "import { x } from './cart-line.tsx'; x();",
    ],
  },
  'clients/mcp/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '../../shop/orders/place-order.ts'; x();",
    ],
    green: ["import { TOOLS } from './tools.ts'; TOOLS.map(String);"],
  },
  'app/endpoints/planted.ts': {
    red: [
      "import { openDatabase } from '#db/client.server.ts'; openDatabase();",
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      'export const x = process.env.PORT;',
    ],
    green: [
      "import { checkCharge } from '#shop/payments/charges/check-charge.ts'; checkCharge();",
      "import { getShop } from '#app/request-context.ts'; getShop();",
      'export const at = Date.now();',
    ],
  },
  'app/ui/planted.tsx': {
    red: [
      "import { placeOrder } from '#shop/orders/place-order.ts'; placeOrder();",
      "import { x } from '#app/request-context.ts'; x();",
      "import { x } from '#app/routes/cart/cart.tsx'; x();",
      "import { x } from '../routes/cart/cart.tsx'; x();",
      "import { x } from '../request-context.ts'; x();",
      "import { x } from '#db/schema.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { x } from '../../shop/orders/place-order.ts'; x();",
    ],
    green: [
      "import type { Skin } from '#shop/catalog/catalog.ts'; export type X = Skin;",
      "import { formatReais } from '#shop/text/format-reais.ts'; formatReais(1500);",
      "import { Button } from '#app/ui/form/button.tsx'; Button();",
      "import { Button } from './button.tsx'; Button();",
      "import { createElement } from 'react'; createElement('p');",
    ],
  },
  'shop/orders/planted.ts': {
    red: [
      "import { useState } from 'react'; useState();",
      "import { renderToString } from 'react-dom/server'; renderToString();",
      "import { redirect } from 'react-router'; redirect();",
      "import { x } from '@react-router/node'; x();",
      "import { Hono } from 'hono'; Hono();",
      "import { serve } from '@hono/node-server'; serve();",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#app/request-context.ts'; x();",
      "import { x } from '#jobs/timed-jobs.ts'; x();",
      "import { x } from '#emails/order-paid.tsx'; x();",
      "import { demoCatalog } from '#demo/demo-catalog.ts'; demoCatalog();",
      "import { x } from '#server/context.ts'; x();",
      "import { x } from '../../gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '../payments/start-charge.ts'; x();",
      "import { x } from '#shop/accounts/sessions/find-session.ts'; x();",
      'export const x = process.env.PORT;',
      'export const at = Date.now();',
    ],
    green: [
      "import { x } from '#shop/payments/charges/start-charge.ts'; x();",
      "import { x } from '#shop/pricing/quote-purchase.ts'; x();",
      "import { x } from '#db/schema.ts'; x();",
      "import { sql } from 'kysely'; sql();",
      "import { createHash } from 'node:crypto'; createHash('sha256');",
      'export const at = (iso: string) => new Date(iso);',
    ],
  },
  // One direction in shop (docs/decisions/one-direction.md): each folder with what it may not know, as types neither.
  'shop/audit/planted.ts': {
    red: [
      "import { x } from '#shop/states/move-order.ts'; x();",
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/limits/consume-rate-limit.ts'; x();",
      "import type { X } from '../states/move-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/limits/planted.ts': {
    red: [
      "import { x } from '#shop/payments/charges/start-charge.ts'; x();",
      "import type { X } from '../payments/start-charge.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/live/planted.ts': {
    red: [
      "import { x } from '#shop/accounts/sessions/find-session.ts'; x();",
      "import type { X } from '../accounts/find-session.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/metrics/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import type { X } from '../payments/start-charge.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/pagination/planted.ts': {
    red: [
      "import { x } from '#shop/orders/list-own-orders.ts'; x();",
      "import type { X } from '../orders/list-own-orders.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/text/planted.ts': {
    red: [
      "import { x } from '#shop/messages/send-mail.ts'; x();",
      "import type { X } from '../messages/send-mail.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;"],
  },
  'shop/settings/planted.ts': {
    red: [
      "import { x } from '#shop/catalog/announce-catalog.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: ["import { x } from '#shop/audit/record-audit.ts'; x();"],
  },
  'shop/states/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import { x } from '#shop/refunds/add-refund.ts'; x();",
      "import { x } from '#shop/collection/revoke-skins.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/live/live-event.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/events/channels/planted.ts': {
    red: [
      "import { x } from '#shop/push/send-push.ts'; x();",
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import type { X } from '../../orders/place-order.ts'; export type Y = X;",
      "import { x } from '#emails/refund.tsx'; x();",
    ],
    green: ["import type { X } from '#shop/live/live-event.ts'; export type Y = X;"],
  },
  'shop/catalog/planted.ts': {
    red: [
      "import { x } from '#shop/pricing/quote-purchase.ts'; x();",
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/media/serve-splash.ts'; x();",
      "import type { X } from '../pricing/quote-purchase.ts'; export type Y = X;",
      "import { x } from './search/search-skins.ts'; x();",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/audit/record-audit.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/catalog/search/planted.ts': {
    red: [
      "import { x } from '../import/store-catalog.ts'; x();",
      "import { x } from '#shop/catalog/import/store-catalog.ts'; x();",
      "import type { X } from '../../pricing/quote-purchase.ts'; export type Y = X;",
    ],
    green: [
      "import type { X } from '../catalog.ts'; export type Y = X;",
      "import { x } from './fold-text.ts'; x();",
    ],
  },
  'shop/pricing/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/products/list-products.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/catalog/catalog.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/collection/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/delivery/write-link.ts'; x();",
      "import { x } from '#shop/payments/charges/start-charge.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/catalog/catalog.ts'; x();",
      "import { x } from '#shop/pagination/cursor.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/disputes/planted.ts': {
    red: [
      "import { x } from '#shop/delivery/send-links.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import type { X } from '../payments/gateway.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/states/lock-order.ts'; x();",
      "import { x } from '#shop/audit/record-audit.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/delivery/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/payments/charges/start-charge.ts'; x();",
      "import { x } from '#shop/refunds/add-refund.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/states/move-order.ts'; x();",
      "import { x } from '#shop/audit/record-audit.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/refunds/planted.ts': {
    red: [
      "import { x } from '#shop/orders/cancel-order.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import { x } from '#shop/attention/list-attention.ts'; x();",
      "import type { X } from '../orders/cancel-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/states/read-order-money.ts'; x();",
      "import { x } from '#shop/collection/revoke-skins.ts'; x();",
      "import { x } from '#shop/payments/gateway.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/gifts/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/delivery/write-link.ts'; x();",
      "import { x } from '#shop/refunds/add-due-refund.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/attention/planted.ts': {
    red: [
      "import { x } from '#shop/orders/search/list-all-orders.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import type { X } from '../orders/list-all-orders.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/refunds/add-refund.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'shop/payments/planted.ts': {
    red: [
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/accounts/sessions/find-session.ts'; x();",
      "import type { X } from '../orders/place-order.ts'; export type Y = X;",
      "import { createServer } from 'node:http'; createServer();",
      "import { x } from '#server/context.ts'; x();",
    ],
    green: [
      "import { x } from '#shop/refunds/add-refund.ts'; x();",
      "import { x } from '#shop/delivery/deliver-linked-products.ts'; x();",
      "import { x } from '#shop/states/move-charge.ts'; x();",
      "import type { ShopContext } from '#shop/context.ts'; export type X = ShopContext;",
    ],
  },
  'gateways/bacen/planted.ts': {
    red: [
      "import { x } from '#gateways/abacatepay/call-api.ts'; x();",
      "import { x } from '../abacatepay/call-api.ts'; x();",
      "import { x } from '#db/client.server.ts'; x();",
      "import { x } from '#shop/orders/place-order.ts'; x();",
      "import { x } from '#shop/payments/charges/check-charge.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { x } from '../../shop/payments/gateway.ts'; x();",
      'export const x = process.env.BACEN_PIX_KEY;',
    ],
    green: [
      "import { GatewayError } from '#shop/payments/gateway.ts'; GatewayError();",
      "import { x } from './call-api.ts'; x();",
      "import { x } from '../http/call-json.ts'; x();",
      "import { Agent } from 'undici'; Agent();",
      "import { readFile } from 'node:fs/promises'; await readFile('x');",
    ],
  },
  'gateways/http/planted.ts': {
    red: [
      "import { x } from '../bacen/call-api.ts'; x();",
      "import { x } from '#shop/payments/charges/start-charge.ts'; x();",
    ],
    green: ["import { GatewayError } from '#shop/payments/gateway.ts'; GatewayError();"],
  },
  'catalogs/file/planted.ts': {
    red: [
      "import { x } from '#catalogs/static-data/fetch-catalog.ts'; x();",
      "import { x } from '../static-data/fetch-catalog.ts'; x();",
      "import { x } from '#db/client.server.ts'; x();",
      "import { x } from '#shop/catalog/load-catalog-source.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { x } from '../../shop/catalog/catalog-provider.ts'; x();",
      'export const x = process.env.CATALOG_URL;',
    ],
    green: [
      "import { CatalogError } from '#shop/catalog/catalog-provider.ts'; CatalogError();",
      "import { x } from './read-csv.ts'; x();",
    ],
  },
  'jobs/planted.ts': {
    red: [
      "import { x } from '#app/request-context.ts'; x();",
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#server/context.ts'; x();",
      "import { x } from '../app/request-context.ts'; x();",
      'export const x = process.env.PORT;',
    ],
    green: [
      "import { x } from '#shop/payments/charges/sweep-charges.ts'; x();",
      "import { x } from './schedule.ts'; x();",
    ],
  },
  'emails/planted.tsx': {
    red: [
      "import { Button } from '#app/ui/form/button.tsx'; Button();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { x } from '#db/schema.ts'; x();",
      "import { Button } from '../app/ui/form/button.tsx'; Button();",
    ],
    green: [
      "import type { Order } from '#shop/orders/order.ts'; export type X = Order;",
      "import { Layout } from './layout.tsx'; Layout();",
      "import { createElement } from 'react'; createElement('p');",
    ],
  },
  'demo/planted.ts': {
    red: [
      "import { openSharp } from '#shop/media/configured-sharp.ts'; openSharp();",
      "import { x } from '#db/schema.ts'; x();",
      "import { x } from '#server/context.ts'; x();",
      "import { x } from '../shop/media/configured-sharp.ts'; x();",
      'export const x = process.env.PORT;',
    ],
    green: [
      "import type { ArtSubject } from '#shop/catalog/demo-content.ts'; export type X = ArtSubject;",
      "import { x } from './art/canvas.ts'; x();",
    ],
  },
  'db/planted.ts': {
    red: [
      "import { x } from '#app/request-context.ts'; x();",
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#server/config/env.ts'; x();",
      "import { x } from 'react'; x();",
    ],
    green: ["import { Pool } from 'pg'; Pool();", "import { x } from './schema.ts'; x();"],
  },
  'server/planted.ts': {
    red: ["import { x } from '../shop/orders/place-order.ts'; x();"],
    green: [
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#db/client.server.ts'; x();",
      "import { x } from '#jobs/timed-jobs.ts'; x();",
      "import { x } from './env.ts'; x();",
      'export const x = process.env;',
    ],
  },
  // A test builds the world around the thing it tests.
  'shop/orders/planted.test.ts': {
    red: [],
    green: [
      "import { x } from '#gateways/simulator/create-simulator.ts'; x();",
      "import { x } from '#test/context.ts'; x();",
      'export const at = Date.now();',
    ],
  },
};

const plants = Object.entries(WALLS).flatMap(([file, lines]) =>
  (['red', 'green'] as const).flatMap((colour) => lines[colour].map((line) => ({ file, colour, line }))),
);
/** Each line in a file of its own beside the named one, so that one run of the linter judges them all. */
const pathOf = (index: number) => plants[index]!.file.replace('planted', `planted-${index}`);

// A copy of the linter's settings in an empty tree: what other tests and tools see stays as it is.
let tree: string;
let findings: { filename: string; code: string }[];

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'fulgor-walls-'));
  await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
  for (const [index, { line }] of plants.entries()) {
    const path = join(tree, pathOf(index));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${line}\n`);
  }
  const report = await new Promise<string>((resolve) => {
    const linter = join(root, 'node_modules/oxlint/bin/oxlint');
    execFile(process.execPath, [linter, '-f', 'json'], { cwd: tree, maxBuffer: 1e8 }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics, number_of_files } = JSON.parse(report);
  expect(number_of_files).toBe(plants.length);
  findings = diagnostics;
});

afterAll(() => rm(tree, { recursive: true, force: true }));

describe('a file may import only what its folder may know', () => {
  it.each(plants.map((plant, index) => ({ ...plant, index })))(
    '$file: $colour for $line',
    ({ colour, index }) => {
      const codes = findings
        .filter(({ filename }) => filename.endsWith(pathOf(index)))
        .map(({ code }) => code);
      if (colour === 'green') expect(codes).toEqual([]);
      else expect(codes.join()).toMatch(/no-restricted-(imports|properties)|no-process-env/);
    },
  );

  // shows: threat F16
  it('has a wall in every folder that holds code', async () => {
    const entries = await readdir(root, { withFileTypes: true });
    const outside = [
      'node_modules',
      'build',
      'data',
      'docs',
      'test',
      'scripts',
      'bench',
      'public',
      'deploy',
      'test-results',
      'screenshots',
    ];
    const folders = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
    const walled = new Set(Object.keys(WALLS).map((file) => file.split('/')[0]));
    expect(folders.filter((name) => !outside.includes(name) && !walled.has(name))).toEqual([]);
  });
});

it('no two folders of shop import each other, not even types, but for the pair that a decision names', async () => {
  const folders = new Map<string, Set<string>>();
  for (const file of await readdir(join(root, 'shop'), { recursive: true })) {
    if (!/^[\w-]+\/.*\.ts$/.test(file) || file.endsWith('.test.ts')) continue;
    const folder = file.slice(0, file.indexOf('/'));
    const known = folders.get(folder) ?? new Set();
    const code = await readFile(join(root, 'shop', file), 'utf8');
    for (const [, other = ''] of code.matchAll(/ from '#shop\/([\w-]+)\//g)) known.add(other);
    folders.set(folder, known);
  }
  const mutual = [...folders].flatMap(([folder, known]) =>
    [...known]
      .filter((other) => folder < other && folders.get(other)?.has(folder))
      .map((other) => `${folder}, ${other}`),
  );
  expect(folders.size).toBeGreaterThan(15);
  // docs/decisions/one-direction.md: refunds send money back by the gateways' contract, which lies in payments.
  expect(mutual).toEqual(['payments, refunds']);
});

it('no two files need each other, not even for a type, however many stand between them', async () => {
  const FOLDERS = ['app', 'shop', 'server', 'db', 'jobs', 'emails', 'catalogs', 'gateways', 'demo'];
  const imports = new Map<string, string[]>();
  for (const folder of FOLDERS) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
      const file = posix.join(folder, name.replaceAll('\\', '/'));
      const code = await readFile(join(root, file), 'utf8');
      const named = code.matchAll(/\b(?:from|import) ?\(?'(#|\.\.?\/)([^']+)'/g);
      imports.set(
        file,
        Array.from(named, ([, kind, path = '']) =>
          kind === '#' ? path : posix.join(posix.dirname(file), kind + path),
        ),
      );
    }
  }
  // Whoever imports nothing that is left is in no circle.
  for (let free: string[] = ['']; free.length > 0;) {
    free = [...imports.keys()].filter((file) => !imports.get(file)!.some((other) => imports.has(other)));
    for (const file of free) imports.delete(file);
  }
  expect([...imports.keys()]).toEqual([]);
});

describe('the clock of shop', () => {
  // The linter knows Date.now; a `new Date()` without a date it can't express.
  const readsClock = /\bnew Date(?:\(\s*\)|(?!\s*\())|(?<![.\w])Date\(\s*\)/;

  it('is ctx.now(): no file makes up the time itself', async () => {
    const files = (await readdir(join(root, 'shop'), { recursive: true })).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    const guilty: string[] = [];
    for (const file of files) {
      const code = (await readFile(join(root, 'shop', file), 'utf8')).replace(
        /\/\*[\s\S]*?\*\/|\/\/.*$/gm,
        '',
      );
      if (readsClock.test(code)) guilty.push(file);
    }
    expect(guilty).toEqual([]);
  });

  it.each(['new Date()', 'new Date( )', 'const at = Date();', 'new Date;'])('would notice %s', (code) => {
    expect(readsClock.test(code)).toBe(true);
  });

  it.each(['new Date(0)', 'ctx.now()', 'toDate()', 'row.Date()'])('leaves %s alone', (code) => {
    expect(readsClock.test(code)).toBe(false);
  });
});
