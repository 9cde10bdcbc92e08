import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/client.server.ts';
import { openDirectPostgres, type DirectPostgres } from './direct-postgres.ts';
import { findFreePort, startShopProcess } from './shop-process.ts';

export type DatabaseKind = 'postgres' | 'embedded';

export interface Customer {
  userId: string;
  email: string;
  cookie: string;
}

export interface SkinName {
  championId: string;
  skinNum: number;
}

/** A shop with people, products and a catalogue, from which each schedule gets a copy of its own. */
export interface ShopTemplate {
  kind: DatabaseKind;
  customers: Customer[];
  staffCookie: string;
  /** For what a shop on PostgreSQL keeps in files. */
  folder: string;
  /** Sold with a file that delivers itself at payment, with its link. */
  linked: (SkinName & { sku: string; link: string })[];
  plain: SkinName[];
  /** Sold by keys, of which there are fewer than people who want one. */
  keyed: SkinName;
  /** A database URL, or a data folder. */
  copy(): Promise<{ location: string; drop: () => Promise<void> }>;
  drop(): Promise<void>;
}

export const PASSWORD = 'segredo-de-teste';
const STAFF = { email: 'equipe@faults.test', password: 'segredo-da-equipe' };
const CUSTOMERS = 10;
const LINKED = 4;
const KEYS = 2;
/** No mail and no log line has one. */
export const KEY_TEXT = 'CHAVE-DAS-FALHAS';

export const BASE_ENV = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'um-segredo-fixo-para-que-as-sessoes-sobrevivam',
  ADMIN_EMAIL: STAFF.email,
  ADMIN_PASSWORD: STAFF.password,
  // Nobody listens there: the demonstration catalogue, at once.
  CATALOG_URL: 'http://127.0.0.1:9',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  LOG_LEVEL: 'warn',
};

export async function buildTemplate(
  kind: DatabaseKind,
  options: { mainFile: string; postgresUrl: string },
): Promise<ShopTemplate> {
  const folder = await mkdtemp(join(tmpdir(), 'fulgor-faults-'));
  const name = `faults_${randomUUID().replaceAll('-', '')}`;
  const server = openDirectPostgres(options.postgresUrl);
  const urlOf = (database: string) => {
    const url = new URL(options.postgresUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  if (kind === 'postgres') await server.query(`create database ${name}`);
  const shop = startShopProcess({
    mainFile: options.mainFile,
    port: await findFreePort(),
    clockShiftMs: 0,
    env: {
      ...BASE_ENV,
      ALLOW_SIMULATOR: '1',
      DATA_DIR: folder,
      ...(kind === 'postgres' ? { DATABASE_URL: urlOf(name) } : {}),
    },
  });
  await shop.ready;
  const people = await signPeopleUp(shop.url);
  // In good order, so that Node keeps what it compiled: all the others start as a shop does that ran before.
  shop.stop();
  await shop.ended;

  const read = kind === 'postgres' ? openDirectPostgres(urlOf(name)) : await openEmbedded(join(folder, 'db'));
  if (kind === 'postgres') {
    await moveQueueClock(read, 0);
  }
  // The mails of the sign-ups are none of ours.
  await read.query(`delete from jobs.job where name = 'mail-account'`);
  const skins = await read.query<{ champion_id: string; num: number }>(
    'select champion_id, num from skins order by champion_id, num',
  );
  await read.close();
  const linked = new Map(people.linked.map((skin) => [`${skin.championId}_${skin.skinNum}`, skin]));
  const plain = skins
    .map((skin) => ({ championId: skin.champion_id, skinNum: skin.num }))
    .filter((skin) => !linked.has(`${skin.championId}_${skin.skinNum}`));

  return {
    kind,
    folder,
    ...people,
    plain,
    async copy() {
      if (kind === 'postgres') {
        const copy = `faults_${randomUUID().replaceAll('-', '')}`;
        await server.query(`create database ${copy} template ${name}`);
        return {
          location: urlOf(copy),
          drop: async () => void (await server.query(`drop database if exists ${copy} with (force)`)),
        };
      }
      const copy = await mkdtemp(join(tmpdir(), 'fulgor-faults-'));
      await cp(folder, copy, { recursive: true });
      return { location: copy, drop: () => rm(copy, { recursive: true, force: true }) };
    },
    async drop() {
      if (kind === 'postgres') await server.query(`drop database if exists ${name} with (force)`);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The queue's clock on a server, moved with the shop's: pg-boss asks this function for the time. */
export async function moveQueueClock(
  database: Pick<DirectPostgres, 'query'>,
  shiftMs: number,
): Promise<void> {
  await database.query('create table faults_clock (shift_ms bigint not null)');
  await database.query(`insert into faults_clock values (${shiftMs})`);
  await database.query(`create or replace function jobs.job_now() returns timestamptz language sql stable as
    'select pg_catalog.now() + (select shift_ms from public.faults_clock) * interval ''1 millisecond'''`);
}

/** The embedded database of a shop that does not run. */
export async function openEmbedded(directory: string) {
  const database = await openDatabase({ directory });
  return {
    query: async <Row>(text: string): Promise<Row[]> => (await database.executeSql(text)).rows as Row[],
    close: () => database.close(),
  };
}

async function signPeopleUp(url: string) {
  let visitor = 0;
  const post = async (path: string, body: unknown, cookie?: string) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        'x-forwarded-for': `198.51.100.${++visitor}`,
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { cookie: cookies.join('; '), body: JSON.parse(text) as { user?: { id: string } } };
  };

  const customers: Customer[] = [];
  for (let number = 0; number < CUSTOMERS; number++) {
    const email = `cliente-${number}@faults.test`;
    const { cookie, body } = await post('/api/auth/sign-up/email', {
      email,
      password: PASSWORD,
      name: `Cliente ${number}`,
    });
    customers.push({ userId: body.user?.id ?? '', email, cookie });
  }
  const { cookie: staffCookie } = await post('/api/auth/sign-in/email', STAFF);
  const found = (await (
    await fetch(`${url}/api/admin/skins?q=`, { headers: { cookie: staffCookie } })
  ).json()) as { skins: { championId: string; num: number; name: string }[] };
  const linked: ShopTemplate['linked'] = [];
  for (const skin of found.skins.slice(0, LINKED)) {
    const link = `https://cofre.example/produto/${skin.championId}-${skin.num}`;
    const product = {
      name: skin.name,
      price: 15,
      stock: 1,
      is_active: true,
      download_url: link,
      champion_id: skin.championId,
      skin_num: skin.num,
    };
    await post('/api/admin/products', product, staffCookie);
    linked.push({
      sku: `lol:${skin.championId}:${skin.num}`,
      championId: skin.championId,
      skinNum: skin.num,
      link,
    });
  }
  const [skin] = found.skins.slice(LINKED);
  if (!skin) throw new Error('The catalogue has no skin that could be sold by keys.');
  const keyed = { championId: skin.championId, skinNum: skin.num };
  const keys = Array.from({ length: KEYS }, (_, n) => `${KEY_TEXT}-${n}`).join('\n');
  await post(`/api/admin/stock/lol:${skin.championId}:${skin.num}`, { keys }, staffCookie).catch(
    (error: Error) => {
      // A drill that begins with a release before keys.
      if (!error.message.includes('404')) throw error;
    },
  );
  return { customers, staffCookie, linked, keyed };
}
