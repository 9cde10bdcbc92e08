import { FORMS } from '#app/doors/forms.ts';
import { askUnread, LEAST_FILE_MB, walkBodies, WAYS, type BodyWalk } from '../../fuzz/walk-bodies.ts';
import { s3Env, startS3Server } from '../../providers/s3-server.ts';
import { startSilentProxy } from '../../providers/silent-proxy.ts';
import { listBodyAddresses } from '../../sources/list-body-addresses.ts';
import { ACCESS, type Method } from '../authorization/access-table.ts';
import { asJson, ask, signInPerson, signUpPerson } from '../authorization/resources.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';

const ADDRESSES = listBodyAddresses();
const UPLOADS = ADDRESSES.filter(
  ({ method, path }) => method === 'POST' && /^\/api\/admin\/files$|\/perfil\/imagem\//.test(path),
);
/**
 * Forms that are read before it is known who sends them. What was typed is handed back to whoever's session has ended;
 * the auth library says that there is none; a wish leads to its skin after signing in.
 */
const READ_FIRST = [
  ...Object.keys(FORMS),
  '/dashboard/suporte',
  '/dashboard/suporte/:id',
  '/dashboard/desejos',
  '/dashboard/pedidos/:id/devolucao',
  '/dashboard/pedidos/:id/presente',
  '/dashboard/perfil',
  '/dashboard/perfil/excluir',
  '/dashboard/perfil/senha',
  '/dashboard/perfil/verificacao',
];
/** Signed: whose notice it is stands in the body. */
const SIGNED = /^\/webhooks\//;
/** What ends the sessions of the run. */
const ENDS = /sair$|^\/api\/auth\/(?:sign-out|revoke)/;
const STRANGER = { name: 'stranger', cookie: null };

const GATEWAY = {
  PIX_GATEWAY: 'abacatepay',
  ABACATEPAY_URL: 'http://127.0.0.1:9',
  ABACATEPAY_API_KEY: 'chave-de-teste',
  ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook-de-teste',
};

async function signIn(shop: RunningShop) {
  const staff = await signInPerson(shop, shop.staff);
  const customer = await signUpPerson(shop, 'remetente');
  const setting = asJson({ max_file_mb: LEAST_FILE_MB }, 'PUT');
  expect((await ask(shop, staff, '/api/admin/settings', setting)).status).toBe(200);
  return [
    { name: 'customer', cookie: customer.cookie },
    { name: 'staff', cookie: staff.cookie },
  ] as const;
}

/** The same process answers, and no listener and no promise has failed unheard. */
async function expectUnharmed(shop: RunningShop, walk: BodyWalk): Promise<void> {
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  // The process that was started, and no other one in its place.
  expect(process.kill(shop.pid, 0)).toBe(true);
  expect(shop.output()).not.toMatch(
    /"event":"(?:request\.listener_failed|request\.stray_error|process\.failed|request_failed)"/,
  );
  expect(walk.failures).toEqual([]);
}

// shows: threat 72
test(
  'a body that is too long, slow, false, broken off or abandoned ends no process, at any address',
  { tag: '@release' },
  async ({ catalogServer, database }) => {
    // Three thousand requests, on a machine that others use too.
    test.setTimeout(240_000);
    const shop = await startStockedShop(database, {
      ...GATEWAY,
      CATALOG_URL: catalogServer.url,
      LOG_LEVEL: 'info',
    });
    const [customer, staff] = await signIn(shop);
    const ways = Object.keys(WAYS);
    const walk = await walkBodies(shop.url, [STRANGER, customer, staff], ADDRESSES, {
      isWalked(who, { path, isRead }, way) {
        if (who !== STRANGER && ENDS.test(path)) return false;
        if (!isRead) return who === STRANGER && ways[way] === 'far too long';
        // The tries of who is signed in are counted: each address in some of the ways, each way at some of the addresses.
        const isUpload = UPLOADS.some((upload) => upload.path === path);
        return who === STRANGER || isUpload || (path.length + way) % 8 === 0;
      },
      // Six pictures at a time.
      expected: [503],
    });
    await expectUnharmed(shop, walk);
    expect(walk.addresses).toBeGreaterThan(150);
    expect(walk.ways).toBeGreaterThan(12);
    expect(walk.sent).toBeGreaterThan(2_500);
    // Many of them were read, and not only refused.
    expect(walk.statuses[400]).toBeGreaterThan(300);
    expect(walk.statuses[413]).toBeGreaterThan(100);
    console.log(`${walk.addresses} addresses, ${walk.ways} ways, ${walk.sent} requests`, walk.statuses);

    // Who may not send it is told so before a byte of it is read.
    const refused = ADDRESSES.filter(
      ({ method, path, isRead }) =>
        isRead &&
        ACCESS[path] &&
        ACCESS[path].methods[method as Method]?.access !== 'anyone' &&
        !SIGNED.test(path),
    );
    expect(refused.length).toBeGreaterThan(60);
    const waited = new Set<string>();
    const queue = [...refused];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const patienceMs = READ_FIRST.includes(next.path) ? 300 : 20_000;
          if ((await askUnread(shop.url, next, patienceMs)) === null) waited.add(next.path);
        }
      }),
    );
    expect([...waited].toSorted()).toEqual(READ_FIRST.toSorted());
    expect(await shop.stop()).toBe(0);
  },
);

// shows: threat 72
test(
  'the same with the storage away: one that refuses, and one that is silent',
  { tag: '@release' },
  async ({ catalogServer, database }) => {
    const bucket = await startS3Server();
    const proxy = await startSilentProxy({
      host: '127.0.0.1',
      port: Number(new URL(bucket.settings.endpoint).port),
    });
    const shop = await startStockedShop(database, {
      ...GATEWAY,
      ...s3Env({ ...bucket.settings, endpoint: `http://127.0.0.1:${proxy.port}` }),
      CATALOG_URL: catalogServer.url,
      LOG_LEVEL: 'info',
    });
    const people = await signIn(shop);
    await bucket.close();
    // The ways at the addresses that use it; at the others, one of them.
    const options = { expected: [503], patienceMs: 1_000 };
    for (const makeSilent of [() => {}, () => proxy.fallSilent()]) {
      makeSilent();
      await expectUnharmed(shop, await walkBodies(shop.url, people, UPLOADS, options));
      const others = await walkBodies(shop.url, [STRANGER], ADDRESSES, {
        isWalked: (_who, { path, isRead }, way) =>
          isRead && (path.length + way) % Object.keys(WAYS).length === 0,
      });
      await expectUnharmed(shop, others);
    }
    await proxy.close();
    expect(await shop.stop()).toBe(0);
  },
);
