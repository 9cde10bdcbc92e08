import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  ACCESS,
  METHODS,
  type Access,
  type Cell,
  type Method,
  type Row,
} from '../authorization/access-table.ts';
import {
  ask,
  asJson,
  CANARY,
  createResources,
  signInPerson,
  signUpPerson,
  type Person,
  type Resources,
} from '../authorization/resources.ts';
import { mayDo, STAFF_ROLES, type StaffRole } from '#shop/accounts/staff/rights.ts';
import { listAddresses } from '../../sources/list-addresses.ts';
import { createPostgresDatabase, expect, startShop, test, type RunningShop } from '../shop.ts';

const ACTORS = ['visitor', 'buyer', 'other', ...STAFF_ROLES, 'formerStaff', 'deleted'] as const;
type Actor = (typeof ACTORS)[number];
/** Of a method that an address does not have, before a release: nobody, anybody, and who may do everything. */
const ASK_IN_VAIN = process.env.RELEASE ? ACTORS : (['visitor', 'buyer', 'owner'] as const);

let shop: RunningShop;
let database: pg.Client;
let people: Record<Actor, Person | null>;
let owned: Resources;
let uploadKey = '';

test.beforeAll(async ({ catalogServer }) => {
  const url = await createPostgresDatabase();
  database = new pg.Client({ connectionString: url });
  await database.connect();
  shop = await startShop('postgres', { CATALOG_URL: catalogServer.url, DATABASE_URL: url });
  const owner = await signInPerson(shop, shop.staff);
  const buyer = await signUpPerson(shop, CANARY);
  const formerStaff = await signUpPerson(shop, 'ex-equipe');
  const grant = (person: Person, role: StaffRole) =>
    database.query(`insert into user_roles (user_id, role) values ($1, $2)`, [person.id, role]);
  const clerk = async (role: StaffRole) => {
    const person = await signUpPerson(shop, role);
    await grant(person, role);
    return person;
  };
  await grant(formerStaff, 'owner');
  // The session was a staff session before the role went.
  expect((await ask(shop, formerStaff, '/api/admin/orders')).status).toBe(200);
  await database.query('delete from user_roles where user_id = $1', [formerStaff.id]);
  const deleted = await signUpPerson(shop, 'apagado');
  const gone = await ask(shop, deleted, '/dashboard/perfil/excluir', {
    method: 'POST',
    body: new URLSearchParams({ current: 'segredo1' }),
  });
  expect(gone.status).toBeLessThan(400);
  people = {
    visitor: null,
    buyer,
    other: await signUpPerson(shop, 'outra'),
    owner,
    delivery: await clerk('delivery'),
    support: await clerk('support'),
    finance: await clerk('finance'),
    formerStaff,
    deleted,
  };
  uploadKey = await uploadAvatar(buyer);
  owned = { ...(await createResources(shop, buyer, owner)), uploadKey };
});
test.afterAll(async () => {
  await database?.end();
  await shop?.stop();
});

async function uploadAvatar(person: Person): Promise<string> {
  const { default: sharp } = await import('sharp');
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ffb020' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('picture', new File([new Uint8Array(photo)], 'foto.png', { type: 'image/png' }));
  expect((await ask(shop, person, '/dashboard/perfil/imagem/avatar', { method: 'POST', body })).status).toBe(
    200,
  );
  const { rows } = await database.query('select avatar_key from profiles where id = $1', [person.id]);
  return String(rows[0].avatar_key).replace('uploads/', '');
}

const addresses = listAddresses();

const isStaff = (actor: Actor): actor is StaffRole => STAFF_ROLES.some((role) => role === actor);
const signedIn = (actor: Actor) => actor !== 'visitor' && actor !== 'deleted';

function mayUse(access: Access, actor: Actor): boolean {
  switch (access) {
    case 'anyone':
      return true;
    case 'member':
      return signedIn(actor);
    case 'owner':
      return actor === 'buyer';
    case 'nobody':
      return false;
    default:
      return isStaff(actor) && mayDo(actor, access);
  }
}

/** What somebody gets who may not. Someone else's thing does not exist for them (404, not 403). */
function refusals(kind: Row['kind'], access: Access, actor: Actor): readonly number[] {
  // Some ask who it is before they look at the method.
  if (access === 'nobody') return actor === 'owner' ? [404, 405] : [401, 403, 404, 405];
  // Staff are told that it is their role.
  if (kind !== 'api' && access !== 'owner' && isStaff(actor)) return [403];
  // To the sign-in, or the form comes back with what was typed.
  if (kind !== 'api') return access === 'owner' && signedIn(actor) ? [404] : [302, 401];
  if (!signedIn(actor)) return [401];
  return access === 'owner' ? [404] : [403];
}

const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)|\*/g, (whole, name?: string) => params[name ?? '*'] ?? whole);

const absent = (ids: Resources): Resources =>
  Object.fromEntries(Object.keys(ids).map((key) => [key, randomUUID()])) as unknown as Resources;

async function send(
  person: Person | null,
  method: Method,
  path: string,
  cell: Cell | undefined,
  ids: Resources,
) {
  const body = cell?.body?.(ids);
  const init: RequestInit =
    body && 'json' in body
      ? asJson(body.json, method)
      : { method, ...(body && { body: new URLSearchParams(body.form) }) };
  const stop = new AbortController();
  const response = await ask(shop, person, path, { ...init, signal: stop.signal });
  // A stream has no end to wait for.
  const text = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? ''
    : await response.text();
  stop.abort();
  return { status: response.status, text, location: response.headers.get('location') };
}

let checked = 0;

const met = new Set<string>();
/** Every push asks for what is somebody's own, and once for each right at each kind of door; a release asks for all. */
function isAskedAlways({ kind, methods }: Row): boolean {
  const rights = new Set(Object.values(methods).map(({ access }) => `${kind} ${access}`));
  const unmet = [...rights].filter((right) => !met.has(right));
  for (const right of unmet) met.add(right);
  return unmet.length > 0 || rights.has(`${kind} owner`);
}

for (const address of addresses) {
  const { path } = address;
  const row = ACCESS[path];
  if (!row) continue;
  const tag = isAskedAlways(row) ? [] : '@release';
  // shows: threat 8, threat 35
  test(`${path}: each person gets what the table says, and nobody sees another's`, { tag }, async () => {
    for (const method of METHODS) {
      const cell = row.methods[method];
      const access = cell?.access ?? 'nobody';
      for (const actor of access === 'nobody' ? ASK_IN_VAIN : ACTORS) {
        const isAllowed = mayUse(access, actor);
        // Only who gets through can change it: everyone else knocks at the same door.
        const isChanged = cell?.resource && isAllowed && method !== 'GET';
        // One person makes more of everything here than any person may.
        if (isChanged) await database.query('delete from rate_limits');
        const ids = isChanged
          ? { ...(await createResources(shop, people.buyer as Person, people.owner as Person)), uploadKey }
          : owned;
        const target = fill(path, row.params?.(ids) ?? {});
        const label = `${method} ${path} as ${actor}`;
        const person =
          cell?.endsSession && people[actor] ? await signUpPerson(shop, 'de-saida') : people[actor];
        const answer = await send(person, method, target, cell, ids);
        checked += 1;
        expect
          .soft(
            isAllowed ? (cell?.allowed ?? []) : refusals(row.kind, access, actor),
            `${label}: ${answer.text.slice(0, 200)}`,
          )
          .toContain(answer.status);
        // A form that is refused comes back on its screen, which its reader may see.
        const mayRead = row.kind === 'screen' && mayUse(row.methods.GET?.access ?? 'nobody', actor);
        if (actor !== 'buyer' && !(isStaff(actor) && (isAllowed || mayRead))) {
          expect.soft(answer.text + String(answer.location), label).not.toContain(CANARY);
        }
        if (cell?.resource && signedIn(actor)) {
          const nothing = absent(ids);
          const missed = await send(
            people[actor],
            method,
            fill(path, row.params?.(nothing) ?? {}),
            cell,
            nothing,
          );
          checked += 1;
          const expected = access !== 'owner' && !isAllowed ? 403 : 404;
          expect.soft(missed.status, `${label}, absent`).toBe(expected);
        }
      }
    }
  });
}

/** React Router answers the same loaders under `.data`, and lets the browser name the ones to run. */
for (const { path, id } of addresses.filter(
  ({ path }) => ACCESS[path]?.kind === 'screen' && ACCESS[path].methods.GET,
)) {
  const row = ACCESS[path] as Row;
  const access = row.methods.GET?.access ?? 'nobody';
  // Where the frame around it asks for the same right, only this sees that the screen's own loader asks too.
  const tag = ['owner', 'orders.read'].includes(access) ? [] : '@release';
  test(
    `${path}: its data alone, by every way to ask for it, is as closed as the screen`,
    { tag },
    async () => {
      const target = fill(path, row.params?.(owned) ?? {});
      const dataPath = target === '/' ? '/_root.data' : `${target}.data`;
      for (const query of ['', `?_routes=${id}`, `?_routes=root,${id}`]) {
        for (const actor of ACTORS) {
          const answer = await send(people[actor], 'GET', dataPath + query, undefined, owned);
          checked += 1;
          const label = `${dataPath}${query} as ${actor}: ${answer.status} ${answer.text.slice(0, 300)}`;
          const isAllowed = mayUse(access, actor);
          if (!isAllowed) {
            // 202 is React Router's way to hand a redirect to its own code.
            expect.soft(isStaff(actor) ? [403, 404] : [202, 302, 404], label).toContain(answer.status);
          }
          if (actor !== 'buyer' && !(isStaff(actor) && isAllowed))
            expect.soft(answer.text, label).not.toContain(CANARY);
        }
      }
    },
  );
}

test.afterAll(() =>
  console.log(`authorisation matrix: ${addresses.length} addresses, ${checked} requests checked`),
);
