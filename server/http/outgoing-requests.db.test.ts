import { globSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#jobs/all-jobs.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { skinsOf } from '#test/purchases.ts';

/** Everything on the server's side that opens a connection, and whose address it takes. */
const MAY_ASK: Record<string, string> = {
  'catalogs/static-data/fetch-static-data.ts': 'CATALOG_URL',
  'gateways/bacen/open-api.ts': 'BACEN_PIX_URL: its TLS',
  'gateways/http/send-request.ts': 'ABACATEPAY_URL, BACEN_PIX_URL, BACEN_PIX_TOKEN_URL, MERCADOPAGO_URL',
  'server/backups/answer-requests.ts': 'the socket in DATA_DIR, of the shop itself',
  'server/doctor/ask-address.ts': 'npm run doctor: APP_URL, and the clocks of what the operator has set',
  'server/doctor/checks/check-mail-server.ts': 'npm run doctor: SMTP_URL',
  'server/http/refuse-taken-port.ts': 'listens alone, to see whether HOST and PORT are free',
  'server/mailer.ts': 'SMTP_URL',
  'server/outgoing/create-outgoing-client.ts': 'what people enter, each address checked',
  'server/outgoing/create-scanner.ts': 'CLAMAV',
  'server/storage/s3-files.ts': 'S3_ENDPOINT',
  'server/tracing/open-telemetry.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
  'shop/media/fetch-splash.ts': 'CATALOG_URL',
};
const root = resolve(import.meta.dirname, '../..');

let shop: TestContext;
let app: OpenApp;
let canary: Server;
let calls = 0;
let trap: string;
beforeAll(async () => {
  canary = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  trap = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(async () => {
  await shop.close();
  await new Promise((done) => canary.close(done));
});

// shows: threat 30
test('only the clients of what the operator has set, and the guarded one, open connections', () => {
  const files = globSync('{shop,server,gateways,catalogs,jobs,db,emails,app/endpoints}/**/*.{ts,tsx}', {
    cwd: root,
  })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    // It runs in the browser.
    .filter((path) => path !== 'app/endpoints/files/write-service-worker.ts');
  expect(files.length).toBeGreaterThan(200);
  const opens =
    /\bfetch\(|from 'undici'|import\('undici'\)|AwsClient\(|createTransport\(|from 'node:(?:http|https|http2|net|tls|dgram)'|WebSocket\(|OTLP\w+Exporter\(/;
  const asking = files.filter((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return opens.test(source.replaceAll(/^import type .*$/gm, ''));
  });
  // server/serve-shop.ts listens, server/workers/drain-server.ts ends that; server/config/env.ts, the limits, the keys of programs and is-public-address.ts ask node:net whether a text is an address, and gateways/bacen/pem-files.ts asks node:tls whether a file is a certificate.
  const passive = [
    'server/serve-shop.ts',
    'server/workers/drain-server.ts',
    'server/config/env.ts',
    'gateways/bacen/pem-files.ts',
    'server/http/client-address.ts',
    'server/outgoing/is-public-address.ts',
    'shop/limits/address-group.ts',
    'shop/programs/change-keys.ts',
  ];
  expect(passive.filter((path) => !asking.includes(path))).toEqual([]);
  expect(asking.filter((path) => !passive.includes(path)).toSorted()).toEqual(
    Object.keys(MAY_ASK).toSorted(),
  );
});

// shows: threat 30
test('no address that somebody enters is ever called: product, link, message, account, webhook', async () => {
  const clerk = await app.signUp('equipe');
  await makeStaff(shop, clerk.email);
  const buyer = await app.signUp('bruna');
  const send = (who: typeof buyer | null, path: string, body: unknown) =>
    app.ask(path, {
      method: 'POST',
      headers: {
        Origin: app.url,
        'content-type': 'application/json',
        ...(who ? { Cookie: who.cookie } : {}),
      },
      body: JSON.stringify(body),
    });
  const [linked, plain] = skinsOf(shop.ctx, 0, 1);
  const product = await send(clerk, '/api/admin/products', {
    name: 'Armadilha',
    price: 15,
    image_url: `https://${trap}/foto.png`,
    download_url: `https://${trap}/arquivo.zip`,
    champion_id: linked!.championId,
    skin_num: linked!.skinNum,
  });
  expect(product.status).toBe(201);
  await shop.ctx.catalog.reload();

  for (const skin of [linked, plain]) {
    const bought = await send(buyer, '/api/create-pix-payment', {
      skinData: skin,
      description: `http://${trap}/`,
      metadata: { externalId: `http://${trap}/`, callbackUrl: `http://${trap}/` },
      customer: { name: 'Bruna', email: buyer.email, cellphone: '11987654321', taxId: '52998224725' },
    });
    expect(bought.status).toBe(201);
    const { payment, order } = (await bought.json()) as { payment: { id: string }; order: { id: string } };
    await shop.simulator.pay(payment.id);
    await send(buyer, `/api/payments/${payment.id}`, {});
    const items = await shop.ctx.db
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    const links = Object.fromEntries(items.map(({ id }) => [id, `http://${trap}/${id}.zip`]));
    await send(clerk, `/api/admin/orders/${order.id}/links`, { links });
  }
  const owned = await shop.ctx.db
    .selectFrom('user_collection')
    .select(['id', 'link'])
    .where('user_id', '=', buyer.id)
    .execute();
  expect(owned.map(({ link }) => link?.includes(trap))).toEqual([true, true]);

  await send(buyer, '/api/auth/update-user', { name: 'Bruna', image: `http://${trap}/eu.png` });
  await send(null, '/api/auth/request-password-reset', { email: buyer.email, redirectTo: `http://${trap}/` });
  await app.ask('/contato', {
    method: 'POST',
    headers: { Origin: app.url },
    body: new URLSearchParams({
      name: trap,
      email: 'a@exemplo.com',
      message: `http://${trap}/ <img src="http://${trap}/">`,
    }),
  });
  await send(null, `/webhooks/simulator?url=http://${trap}/`, {
    callbackUrl: `http://${trap}/`,
    pix: [{ location: trap }],
  });
  for (const path of [
    '/',
    '/loja',
    `/loja/skin/${linked!.championId}/${linked!.skinNum}`,
    '/dashboard',
    '/dashboard/perfil',
  ]
    .concat(`/img/${linked!.championId}_${linked!.skinNum}?w=480&url=http://${trap}/`, `/img/${trap}_1`)
    .concat(owned.map(({ id }) => `/dashboard/download-skin/${id}`))) {
    await (await app.ask(path, { headers: { Cookie: buyer.cookie } })).text();
  }
  const mails = (await shop.jobs()).filter(({ name }) => name.startsWith('mail-'));
  expect(mails.length).toBeGreaterThan(4);
  for (const [index, { name, data }] of mails.entries()) {
    await jobs.find((job) => job.name === name)?.run(shop.ctx, data as never, `job-${index}`);
  }
  await shop.settled();
  expect(shop.mails.some(({ text }) => text.includes(trap))).toBe(true);
  expect(calls).toBe(0);

  // The trap does snap.
  await fetch(`http://${trap}/`).catch(() => null);
  expect(calls).toBe(1);
});
