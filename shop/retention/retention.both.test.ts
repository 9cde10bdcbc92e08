import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAllOrders } from '#shop/orders/search/list-all-orders.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { findPaymentOfOrder } from '#shop/payments/charges/find-payment.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { ownSkins } from '#test/own-skins.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { forgetOld } from './forget-old.ts';
import { KEPT, RETENTION } from './retention.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

let shop: TestContext;
let position = 0;
beforeAll(async () => (shop = await createTestContext()));
afterAll(() => shop.close());

interface Proof {
  /** Makes one thing that the rule is about, whose clock began at this moment. */
  make(since: Date): Promise<string>;
  isKept(id: string): Promise<boolean>;
}

async function makeUnpaid(cancelledAt: Date, userId?: string): Promise<string> {
  const { orderId } = await checkOut(shop.ctx, {
    userId: userId ?? (await shop.createUser()),
    purchase: buy(shop.ctx, [position++ % 20]),
  });
  await shop.ctx.db
    .updateTable('charges')
    .set({ status: 'expired', failure: `refused: ${customer.name}` })
    .where('order_id', '=', orderId)
    .execute();
  await shop.ctx.db
    .updateTable('orders')
    .set({ status: 'cancelled', cancelled_at: cancelledAt })
    .where('id', '=', orderId)
    .execute();
  return orderId;
}

const orderOf = (id: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const hasCustomer = async (id: string) => (await orderOf(id)).customer_name === customer.name;

async function makeKey(since: Date): Promise<string> {
  const { id } = await shop.ctx.db
    .insertInto('api_keys')
    .values({
      name: 'Planilha',
      prefix: 'flg_',
      digest: randomUUID(),
      scopes: [],
      addresses: null,
      created_by: await shop.createUser(),
      created_at: since,
      expires_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a table has a row of this id. */
async function isIn(table: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id::text = ${id}`.execute(shop.ctx.db);
  return rows.length > 0;
}

async function makeFile(folder: string, ending: string, since: Date): Promise<string> {
  const directory = join(shop.directory, folder);
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomUUID() + ending);
  await writeFile(path, 'To: ana@exemplo.com');
  await utimes(path, since, since);
  return path;
}

async function storeUnused(since: Date): Promise<string> {
  const id = randomUUID();
  await shop.ctx.largeFiles.write(`kept/${id}`, Readable.from([Buffer.from('x')]));
  await shop.ctx.db
    .insertInto('files')
    .values({
      id,
      name: 'a.zip',
      size: 1,
      sha256: id,
      created_at: since,
      created_by: null,
      unused_since: since,
    })
    .execute();
  return id;
}

const proofs: Record<keyof typeof RETENTION, Proof | null> = {
  unpaidOrders: { make: (since) => makeUnpaid(since), isKept: hasCustomer },
  webhooks: {
    async make(since) {
      const row = { gateway: 'simulator', event_id: randomUUID(), received_at: since, processed_at: since };
      return (
        await shop.ctx.db.insertInto('webhook_events').values(row).returning('id').executeTakeFirstOrThrow()
      ).id;
    },
    isKept: (id) => isIn('webhook_events', id),
  },
  assistantRequests: {
    async make(since) {
      const key_id = await makeKey(since);
      const asked = { key_id, operation: 'coupons.create', input: '{}', reason: 'x' };
      return (
        await shop.ctx.db
          .insertInto('assistant_requests')
          .values({ ...asked, created_at: since, expires_at: since })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    },
    isKept: (id) => isIn('assistant_requests', id),
  },
  webhookDeliveries: {
    async make(since) {
      const { db } = shop.ctx;
      const hook = {
        url: 'https://x.exemplo.com',
        description: '',
        events: ['*'],
        secret: 'x',
        created_at: since,
      };
      const { id: hook_id } = await db
        .insertInto('webhooks')
        .values(hook)
        .returning('id')
        .executeTakeFirstOrThrow();
      const told = { webhook_id: 'msg_x', type: 'ping', body: '{}', created_at: since, next_try_at: null };
      return (
        await db
          .insertInto('webhook_deliveries')
          .values({ hook_id, ...told })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    },
    isKept: (id) => isIn('webhook_deliveries', id),
  },
  installLinks: {
    async make(since) {
      const user_id = await shop.createUser();
      const [grant_id = ''] = await ownSkins(shop.ctx, user_id, [{ sku: 'lol:Ahri:1' }]);
      const token_digest = randomUUID();
      await shop.ctx.db
        .insertInto('install_links')
        .values({ token_digest, user_id, grant_id, expires_at: since })
        .execute();
      return token_digest;
    },
    async isKept(digest) {
      const links = shop.ctx.db.selectFrom('install_links').selectAll();
      return (await links.where('token_digest', '=', digest).execute()).length > 0;
    },
  },
  moving: {
    async make(since) {
      const id = randomUUID();
      await shop.ctx.db
        .insertInto('imports')
        .values({
          id,
          kind: 'columns',
          file_name: 'a.csv',
          header: '[]',
          columns: null,
          state: 'checked',
          created: '{}',
          found: '{"unclear":[]}',
          made_at: since,
          made_by: null,
        })
        .execute();
      await shop.ctx.db
        .insertInto('import_rows')
        .values({ import_id: id, row: 2, cells: '["ana@exemplo.com"]' })
        .execute();
      return id;
    },
    isKept: (id) => isIn('imports', id),
  },
  programAnswers: {
    async make(since) {
      const request_key = randomUUID();
      const id = await makeKey(since);
      await shop.ctx.db
        .insertInto('api_answers')
        .values({ key_id: id, request_key, digest: 'x', created_at: since, status: 200, body: '{}' })
        .execute();
      return request_key;
    },
    async isKept(id) {
      const rows = await shop.ctx.db
        .selectFrom('api_answers')
        .select('key_id')
        .where('request_key', '=', id)
        .execute();
      return rows.length > 0;
    },
  },
  lookups: {
    async make(since) {
      const person = randomUUID();
      await shop.ctx.db.insertInto('skin_lookups').values({ sku: 'lol:Ahri:1', person, at: since }).execute();
      return person;
    },
    async isKept(person) {
      const rows = await shop.ctx.db
        .selectFrom('skin_lookups')
        .select('at')
        .where('person', '=', person)
        .execute();
      return rows.length > 0;
    },
  },
  patchNotices: {
    async make(since) {
      const patch_id = randomUUID();
      const user_id = await shop.createUser();
      await shop.ctx.db.insertInto('patch_notices').values({ patch_id, user_id, since }).execute();
      return patch_id;
    },
    async isKept(id) {
      const rows = await shop.ctx.db
        .selectFrom('patch_notices')
        .select('user_id')
        .where('patch_id', '=', id)
        .execute();
      return rows.length > 0;
    },
  },
  gifts: {
    async make(since) {
      const order_id = await makeUnpaid(shop.ctx.now());
      const id = randomUUID();
      await shop.ctx.db
        .insertInto('gifts')
        .values({
          id,
          order_id,
          receiver_email: 'amiga@exemplo.com',
          message: 'Parabéns!',
          status: 'claimed',
          token_digest: id,
          created_at: since,
          ended_at: since,
        })
        .execute();
      return id;
    },
    async isKept(id) {
      const gift = await shop.ctx.db
        .selectFrom('gifts')
        .select(['receiver_email', 'message'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return gift.receiver_email !== null || gift.message !== null;
    },
  },
  rescues: {
    async make(since) {
      const id = randomUUID();
      await shop.ctx.db
        .insertInto('email_rescues')
        .values({
          id,
          user_id: await shop.createUser(),
          old_email: 'ana@gmial.com',
          new_email: 'ana@gmail.com',
          reason: 'Mostrou o comprovante',
          asked_by: null,
          state: 'cancelled',
          nonce: id,
          stop_digest: `s${id}`,
          confirm_digest: `c${id}`,
          created_at: since,
          due_at: since,
          confirmed_at: null,
          ended_at: since,
        })
        .execute();
      return id;
    },
    isKept: (id) => isIn('email_rescues', id),
  },
  messages: {
    async make(since) {
      const id = randomUUID();
      await shop.ctx.db
        .insertInto('messages')
        .values({
          id,
          kind: 'contact',
          user_id: null,
          name: 'Ana',
          email: 'ana@exemplo.com',
          subject: null,
          body: 'Olá',
          created_at: since,
        })
        .execute();
      return id;
    },
    isKept: (id) => isIn('messages', id),
  },
  tickets: {
    async make(since) {
      const [id, user_id] = [randomUUID(), await shop.createUser()];
      const at = { created_at: since, changed_at: since, waits_since: since };
      const words = sql<string>`''::tsvector`;
      await shop.ctx.db
        .insertInto('tickets')
        .values({ id, user_id, state: 'open', subject: 'Olá', search_words: words, ...at })
        .execute();
      const reply = { id: randomUUID(), ticket_id: id, from_staff: false, author_id: user_id, body: 'Olá' };
      await shop.ctx.db
        .insertInto('ticket_replies')
        .values({ ...reply, created_at: since })
        .execute();
      return id;
    },
    isKept: (id) => isIn('tickets', id),
  },
  deliveries: {
    async make(since) {
      const { items, userId } = await createPaidOrder(shop, buy(shop.ctx, [position++ % 20]));
      const row = { order_item_id: items[0]!.id, user_id: userId, kind: 'downloaded', at: since } as const;
      return (
        await shop.ctx.db
          .insertInto('delivery_records')
          .values({ ...row, network: '203.0.113.0/24', device: 'Android', once: 'downloaded' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    },
    isKept: (id) => isIn('delivery_records', id),
  },
  mailFiles: {
    make: (since) => makeFile('mail', '.eml', since),
    isKept: async (path) => existsSync(path),
  },
  brokenUploads: {
    async make(since) {
      const path = await makeFile('files/kept', '', since);
      await copyFile(path, `${path}.part`);
      await utimes(`${path}.part`, since, since);
      return path;
    },
    async isKept(path) {
      expect(existsSync(path), 'a whole file stays').toBe(true);
      return existsSync(`${path}.part`);
    },
  },
  unusedFiles: {
    make: storeUnused,
    async isKept(id) {
      const isThere = await isIn('files', id);
      expect(existsSync(join(shop.directory, 'files/kept', id))).toBe(isThere);
      return isThere;
    },
  },
  sessions: {
    async make(since) {
      const id = randomUUID();
      const userId = await shop.createUser();
      await shop.ctx.db
        .insertInto('sessions')
        .values({ id, user_id: userId, token: id, expires_at: since, created_at: shop.ctx.now() })
        .execute();
      await sql`insert into verifications (id, identifier, value, expires_at) values (${id}, ${id}, ${userId}, ${since})`.execute(
        shop.ctx.db,
      );
      return id;
    },
    isKept: async (id) => {
      const kept = await Promise.all([isIn('sessions', id), isIn('verifications', id)]);
      expect(kept[0]).toBe(kept[1]);
      return kept[0];
    },
  },
  tries: {
    async make(since) {
      const key = randomUUID();
      await shop.ctx.db.insertInto('rate_limits').values({ key, full_at: since }).execute();
      return key;
    },
    isKept: async (key) =>
      (await shop.ctx.db.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).length > 0,
  },
  // pg-boss deletes these itself; the next test covers them.
  jobs: null,
};

test('of each rule the older goes and the younger stays', async () => {
  const now = shop.ctx.now().getTime();
  const made = await Promise.all(
    Object.entries(RETENTION).flatMap(([name, { days }]) => {
      const proof = proofs[name as keyof typeof RETENTION];
      if (!proof) return [];
      const end = now - days * DAY_MS;
      return [
        { name, proof, at: new Date(end - MINUTE_MS), isKept: false },
        { name, proof, at: new Date(end + 60 * MINUTE_MS), isKept: true },
      ].map(async (each) => ({ ...each, id: await each.proof.make(each.at) }));
    }),
  );
  await forgetOld(shop.ctx);
  const found = await Promise.all(
    made.map(async ({ name, proof, id }) => `${name}: ${await proof.isKept(id)}`),
  );
  expect(found).toEqual(made.map(({ name, isKept }) => `${name}: ${isKept}`));
  expect(made).toHaveLength(2 * (Object.keys(RETENTION).length - 1));
});

test('a file stays while anything leads to it, and its days begin when nothing does any more', async () => {
  const { db } = shop.ctx;
  const now = shop.ctx.now();
  const long = new Date(now.getTime() - (RETENTION.unusedFiles.days + 1) * DAY_MS);
  const ids = await Promise.all(Array.from({ length: 7 }, () => storeUnused(long)));
  const [skin = '', grant = '', dead = '', held = '', logo = '', asked = '', never = ''] = ids;
  const by = await shop.createUser();
  const file = { checked_at: null, failing_since: null, failure: null, updated_at: now, updated_by: null };
  const { id: skin_file_id } = await db
    .insertInto('skin_files')
    .values({ sku: 'lol:Ahri:1', link: null, file_id: skin, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [entry = ''] = await ownSkins(shop.ctx, by, [{ sku: 'lol:Ahri:1' }]);
  await db.updateTable('grants').set({ link: null, file_id: grant }).where('id', '=', entry).execute();
  await db.insertInto('dead_files').values({ skin_file_id, link: null, file_id: dead }).execute();
  await db
    .insertInto('held_deliveries')
    .values({
      id: randomUUID(),
      sku: 'lol:Ahri:1',
      link: null,
      file_id: held,
      held_by: by,
      due_at: now,
      begun_at: null,
    })
    .execute();
  const setting = { key: 'brand_logo', value: JSON.stringify(logo), updated_at: now, updated_by: null };
  await db.insertInto('settings').values(setting).execute();
  const request = { operation: 'skin_files.save', input: JSON.stringify({ file_id: asked }), reason: 'x' };
  await db
    .insertInto('assistant_requests')
    .values({ key_id: await makeKey(now), ...request, created_at: now, expires_at: now })
    .execute();
  const left = async () =>
    (await db.selectFrom('files').select('id').where('id', 'in', ids).execute()).length;
  await forgetOld(shop.ctx, { unusedFiles: RETENTION.unusedFiles });
  expect([await left(), await isIn('files', never)]).toEqual([6, false]);
  await db.deleteFrom('settings').where('key', '=', 'brand_logo').execute();
  await forgetOld(shop.ctx, { unusedFiles: RETENTION.unusedFiles });
  const row = await db
    .selectFrom('files')
    .select('unused_since')
    .where('id', '=', logo)
    .executeTakeFirstOrThrow();
  expect(row.unused_since! >= now).toBe(true);
});

test('what the storage does not give up is tried again the next night', async () => {
  const id = await storeUnused(new Date(0));
  const largeFiles = { ...shop.ctx.largeFiles, remove: () => Promise.reject(new Error('S3 DELETE')) };
  await forgetOld({ ...shop.ctx, largeFiles }, { unusedFiles: RETENTION.unusedFiles });
  expect(await proofs.unusedFiles!.isKept(id)).toBe(true);
  await forgetOld(shop.ctx, { unusedFiles: RETENTION.unusedFiles });
  expect(await proofs.unusedFiles!.isKept(id)).toBe(false);
});

test('proof of delivery stays while its order is disputed, and goes afterwards', async () => {
  const { items, userId, orderId } = await createPaidOrder(shop, buy(shop.ctx, [position++ % 20]));
  const at = new Date(shop.ctx.now().getTime() - (RETENTION.deliveries.days + 1) * DAY_MS);
  const { id } = await shop.ctx.db
    .insertInto('delivery_records')
    .values({
      order_item_id: items[0]!.id,
      user_id: userId,
      kind: 'downloaded',
      at,
      network: null,
      device: null,
      once: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: chargeId } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  for (const step of ['open', 'won'] as const) {
    await shop.ctx.simulator?.dispute(chargeId, step);
    await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
    await forgetOld(shop.ctx);
    expect(await isIn('delivery_records', id)).toBe(step === 'open');
  }
});

test('pg-boss deletes ended jobs after the days that the rule names, of every queue', async () => {
  const { rows } = await sql<{ seconds: number }>`
    select distinct deletion_seconds as seconds from jobs.queue`.execute(shop.ctx.db);
  expect(rows).toEqual([{ seconds: RETENTION.jobs.days * 24 * 3600 }]);
});

test('what was paid keeps its customer for the books, also too little, too late, given back, or still looked at', async () => {
  const old = new Date(shop.ctx.now().getTime() - 400 * DAY_MS);
  const set = (orderId: string, order: object, charge: object = { checks: 1 }) =>
    Promise.all([
      shop.ctx.db
        .updateTable('orders')
        .set({ created_at: old, ...order })
        .where('id', '=', orderId)
        .execute(),
      shop.ctx.db.updateTable('charges').set(charge).where('order_id', '=', orderId).execute(),
    ]);
  const cancelled = { status: 'cancelled', cancelled_at: old } as const;
  const delivered = await createPaidOrder(shop, buy(shop.ctx, [21]));
  await set(delivered.orderId, { status: 'completed', paid_at: old, completed_at: old });
  const refunded = await createPaidOrder(shop, buy(shop.ctx, [22]));
  await set(refunded.orderId, { ...cancelled, paid_at: old });
  const ended = await Promise.all(Array.from({ length: 6 }, () => makeUnpaid(old)));
  await set(ended[0]!, cancelled, { status: 'held', paid_amount_cents: 100 });
  await set(ended[1]!, cancelled, { status: 'refunded', paid_amount_cents: 1500 });
  await set(ended[2]!, cancelled, { status: 'cancelled', paid_amount_cents: 1 });
  await set(ended[3]!, { ...cancelled, attention: 'amount_mismatch' });
  // A provider that names no sum, and money that came in without a code.
  await set(ended[4]!, cancelled, { status: 'held', paid_amount_cents: null });
  await set(ended[5]!, { ...cancelled, paid_at: old });
  const open = await makeUnpaid(old);
  await set(open, { status: 'awaiting_payment', cancelled_at: null });
  const ids = [delivered.orderId, refunded.orderId, ...ended, open];

  await forgetOld(shop.ctx);
  expect(await Promise.all(ids.map(hasCustomer))).toEqual(ids.map(() => true));
});

test('an emptied order names nobody anywhere, and is still listed, found and opened', async () => {
  const userId = await shop.createUser();
  const orderId = await makeUnpaid(new Date(shop.ctx.now().getTime() - 91 * DAY_MS), userId);
  const before = await orderOf(orderId);
  await forgetOld(shop.ctx);

  const { rows } = await sql<{ row: string }>`
    select orders::text as row from orders where id = ${orderId}
    union all select charges::text from charges where order_id = ${orderId}`.execute(shop.ctx.db);
  expect(rows).toHaveLength(2);
  const words = rows.map(({ row }) => row).join('\n');
  for (const secret of [customer.name, 'bruna', customer.email, customer.cellphone]) {
    expect(words.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(await orderOf(orderId)).toMatchObject({
    customer_name: 'Dados apagados',
    customer_tax_id_sealed: '',
    user_id: userId,
    total_cents: before.total_cents,
    description: before.description,
    created_at: before.created_at,
  });
  const found = await listAllOrders(shop.ctx, { q: orderId, status: 'cancelled' });
  expect(found.entries).toMatchObject([{ id: orderId, customerName: 'Dados apagados' }]);
  expect((await listAllOrders(shop.ctx, { q: 'apagados', status: 'cancelled' })).entries).toContainEqual(
    found.entries[0],
  );
  expect((await listOwnOrders(shop.ctx, { userId, cursor: null })).entries).toMatchObject([
    { id: orderId, status: 'cancelled', items: [{ orderId }] },
  ]);
  expect(await findPaymentOfOrder(shop.ctx, { userId, orderId })).toMatchObject({ pixCode: null });
});

test('what has piled up for years goes in one night, a little at a time', async () => {
  const old = new Date(shop.ctx.now().getTime() - 1000 * DAY_MS);
  await sql`insert into messages (id, kind, name, email, body, created_at)
    select gen_random_uuid(), 'contact', 'Ana', 'ana@exemplo.com', 'Olá', ${old}::timestamptz from generate_series(1, 250)`.execute(
    shop.ctx.db,
  );
  const sizes: number[] = [];
  const { messages } = RETENTION;
  await forgetOld(shop.ctx, {
    messages: {
      ...messages,
      async forget(ctx, before, atMost) {
        const done = await messages.forget(ctx, before, atMost);
        sizes.push(done);
        return done;
      },
    },
  });
  expect(sizes).toEqual([100, 100, 50]);
});

test('a rule that fails is logged, tried again with the job, and holds up no other', async () => {
  const sender = new Date(shop.ctx.now().getTime() - 731 * DAY_MS);
  const id = await proofs.messages!.make(sender);
  const broken = {
    ...RETENTION.mailFiles,
    forget: () => Promise.reject(new Error('disk')),
  };
  await expect(
    forgetOld(shop.ctx, { mailFiles: broken, messages: RETENTION.messages }),
  ).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'disk' })] });
  expect(await proofs.messages!.isKept(id)).toBe(false);
  expect(shop.logLines).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'retention.failed' }),
  );
});

test('each table of the database is kept for a time, or is kept for a reason that is written down', async () => {
  const { rows } = await sql<{ name: string }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition
      and nspname !~ '^pg_' and nspname <> 'information_schema'`.execute(shop.ctx.db);
  const limited = Object.values(RETENTION).flatMap(({ where }) => where);
  const explained = [...limited.filter((name) => !name.startsWith('DATA_DIR/')), ...Object.keys(KEPT)];
  expect(rows.map(({ name }) => name).filter((name) => !explained.includes(name))).toEqual([]);
  expect(explained.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});
