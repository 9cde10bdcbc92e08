import { randomUUID } from 'node:crypto';
import { createEmailVerificationToken } from 'better-auth/api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRescue } from '#shop/accounts/rescue/ask-rescue.ts';
import { rescueToken } from '#shop/accounts/rescue/rescue-token.ts';
import { grantStaff } from '#shop/accounts/staff/grant-staff.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { AUTH_SECRET, openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(() => shop.close());

type Person = Awaited<ReturnType<OpenApp['signUp']>>;

const newPerson = () => app.signUp(randomUUID());
const press = (path: string, person?: Person) =>
  app.ask(path, {
    method: 'POST',
    headers: {
      Origin: app.url,
      'content-type': 'application/x-www-form-urlencoded',
      ...(person && { cookie: person.cookie }),
    },
    body: '',
  });
const read = async (path: string, person?: Person) => {
  const answer = await app.ask(path, person ? { headers: { cookie: person.cookie } } : {});
  return { status: answer.status, text: await answer.text() };
};

async function mailedTo(email: string, kind: 'confirm-email' | 'reset-password'): Promise<string> {
  await shop.settled();
  const job = (await shop.jobs()).findLast(
    ({ name, data }) => name === 'mail-account' && data.to === email && data.kind === kind,
  );
  if (job?.name !== 'mail-account') throw new Error(`No mail ${kind}.`);
  return job.data.url.slice(app.url.length);
}
const confirmation = (person: Person) => mailedTo(person.email, 'confirm-email');
const proofOf = (person: Person) =>
  shop.ctx.db
    .selectFrom('users')
    .select(['email_verified', 'address_proved_at'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
const UNPROVED = { email_verified: false, address_proved_at: null };

async function rescueLinks(person: Person): Promise<string[]> {
  const asked = await askRescue(shop.ctx, {
    actorUserId: await createClerk(shop, 'support'),
    email: person.email,
    newEmail: `${randomUUID()}@exemplo.com`,
    reason: 'Mostrou o comprovante do Pix',
  });
  if (!asked.ok) throw new Error(asked.reason);
  const row = await shop.ctx.db
    .selectFrom('email_rescues')
    .select(['id', 'nonce'])
    .where('id', '=', asked.id)
    .executeTakeFirstOrThrow();
  return (['stop', 'confirm'] as const).map((kind) => `/troca-de-email/${rescueToken(shop.ctx, kind, row)}`);
}

/** Everything of accounts that a link could change. */
async function everything(): Promise<string> {
  const { db } = shop.ctx;
  const rows = await Promise.all([
    db.selectFrom('users').selectAll().execute(),
    db.selectFrom('credentials').selectAll().execute(),
    db.selectFrom('sessions').select(['id', 'user_id', 'expires_at']).execute(),
    db.selectFrom('email_rescues').selectAll().execute(),
    sql`select * from verifications`.execute(db).then((found) => found.rows),
  ]);
  return JSON.stringify(rows);
}

// shows: threat 75
test("no mailed link does anything by being opened, signed out or in, by GET or HEAD, nor does the library's own", async () => {
  const person = await newPerson();
  const reset = { Origin: app.url, 'content-type': 'application/json' };
  await app.ask('/api/auth/request-password-reset', {
    method: 'POST',
    headers: reset,
    body: JSON.stringify({ email: person.email }),
  });
  const librarys = await createEmailVerificationToken(AUTH_SECRET, person.email, undefined, 3600, {
    userId: person.id,
  });
  const verify = `verify-email?token=${librarys}&callbackURL=/`;
  const links = [
    await confirmation(person),
    await mailedTo(person.email, 'reset-password'),
    ...(await rescueLinks(person)),
    ...[verify, `/${verify}`, verify.replace('?', '/?'), verify.replace('v', '%76')].map(
      (path) => `/api/auth/${path}`,
    ),
  ];
  const before = await everything();
  for (const link of links) {
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [{}, { cookie: person.cookie }]) {
        const answer = await app.ask(link, { method, headers });
        expect(answer.status, `${method} ${link}`).toBeLessThan(500);
      }
    }
  }
  expect(await everything()).toBe(before);
  // What the release before mailed leads to the page.
  const old = await app.ask(`/api/auth/${verify}`);
  expect([old.status, old.headers.get('location')]).toEqual([302, '/confirmar-email/vencido']);
  // What else the library would answer to whoever opens it does not reach it.
  expect((await app.ask('/api/auth/error')).status).toBe(404);
});

// shows: threat 75
test('a press in a browser that is signed in to the account confirms its address, and only then it may become staff', async () => {
  const person = await newPerson();
  const link = await confirmation(person);
  const grant = () => grantStaff(shop.ctx, { email: person.email }, null);
  expect((await read(link, person)).text).toContain('Confirmar e-mail</button>');
  expect(await grant()).toEqual({ ok: false, reason: 'unproved_email' });
  // An address that the release before confirmed by an opened link is no proof for staff rights.
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', person.id).execute();
  expect(await grant()).toEqual({ ok: false, reason: 'unproved_email' });
  expect((await press(link, person)).status).toBe(200);
  expect(await proofOf(person)).toEqual({ email_verified: true, address_proved_at: expect.any(Date) });
  expect((await read(link, person)).text).toContain('está confirmado');
  expect(await grant()).toEqual({ ok: true, changed: true });
});

test('whoever opens the link on another device is led to sign in and back, and a press without a session does nothing', async () => {
  const person = await newPerson();
  const link = await confirmation(person);
  const page = await read(link);
  expect(page.text).toContain(`href="/auth?voltar=${encodeURIComponent(link)}"`);
  expect((await press(link)).status).toBe(401);
  expect(await proofOf(person)).toEqual(UNPROVED);
  const signedIn = await app.ask(`/auth?voltar=${encodeURIComponent(link)}`, {
    headers: { cookie: person.cookie },
  });
  expect(signedIn.headers.get('location')).toBe(link);
});

// shows: threat 75
test('the link of another account, of another address and of yesterday confirms nothing', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const link = await confirmation(person);
  expect((await press(link, other)).status).toBe(404);
  expect((await read(link, other)).text).toContain('é de outra conta');
  expect((await press(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, person)).status).toBe(404);
  // A later end than the one that was signed.
  expect((await press(link.replace('/confirmar-email/', '/confirmar-email/z'), person)).status).toBe(404);
  expect([await proofOf(person), await proofOf(other)]).toEqual([UNPROVED, UNPROVED]);

  const email = `${randomUUID()}@exemplo.com`;
  await shop.ctx.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
  expect((await press(link, person)).status).toBe(404);
  const { email: own } = person;
  await shop.ctx.db.updateTable('users').set({ email: own }).where('id', '=', person.id).execute();
  shop.passSeconds(24 * 3600);
  expect((await press(link, person)).status).toBe(404);
  expect(await proofOf(person)).toEqual(UNPROVED);
});
