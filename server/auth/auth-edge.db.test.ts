import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAuth, PASSWORD, type Browser, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { totpCode } from '#test/visitor/totp.ts';

const HOME = '198.51.100.1';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  accounts.waits.length = 0;
});

const signIn = (email: string, password: string, browser: Browser = {}) =>
  accounts.call('sign-in/email', { email, password }, browser);
const isSignedIn = async (jar: Map<string, string>) =>
  (await (await accounts.call('get-session', undefined, { jar })).json()) !== null;

// shows: threat 24
test(
  'of 1,000 guesses from one address ten or so reach the password, and the rest read when to come back',
  { tags: 'release' },
  async () => {
    const { email } = await accounts.register();
    const before = accounts.hashings();
    const refused: Response[] = [];
    for (let n = 0; n < 1000; n++) {
      const answer = await signIn(email, `palpite-${n}`);
      if (answer.status === 429) refused.push(answer);
      else expect(answer.status).toBe(401);
    }
    expect(refused.length).toBeGreaterThan(980);
    expect(accounts.hashings() - before).toBe(1000 - refused.length);
    const last = refused.at(-1)!;
    const retryAfter = Number(last.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await last.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      error: {
        code: 'too_many_requests',
        message: 'Muitas tentativas. Tente de novo em 1 minuto.',
        requestId: 'test-request',
      },
    });

    // From that address the right password is delayed too. The owner at another address is not.
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    expect((await signIn(email, PASSWORD, { ip: HOME })).status).toBe(200);
    // Other accounts behind the same address get in.
    const { email: other } = await accounts.register();
    expect((await signIn(other, PASSWORD)).status).toBe(200);
    shop.passSeconds(61);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  },
);

// shows: threat 24
test('300 guesses from 100 addresses slow the account down, and never lock its owner out', async () => {
  const { email } = await accounts.register();
  const statuses = new Set<number>();
  for (let n = 0; n < 300; n++) {
    statuses.add((await signIn(email, 'errada-1', { ip: `203.0.${n % 100}.9` })).status);
  }
  expect([...statuses]).toEqual([401]);
  expect(accounts.waits.length).toBeGreaterThan(270);
  expect(new Set(accounts.waits)).toEqual(new Set([2000]));
  expect((await signIn(email, PASSWORD, { ip: HOME })).status).toBe(200);
});

// shows: threat F13
test('forty guesses at once from one address are counted one by one', async () => {
  const { email } = await accounts.register();
  const before = accounts.hashings();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(email, `palpite-${n}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  expect(accounts.hashings() - before).toBe(10);
});

test('one address that tries one password on many accounts is stopped', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 130; n++) statuses.push((await signIn(`vitima${n}@exemplo.com`, 'senha123')).status);
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
  expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429));
});

test(
  'forty buyers of one carrier sign up, out and in again at the same minute',
  { tags: 'release' },
  async () => {
    const buyers = await Promise.all(Array.from({ length: 40 }, () => accounts.register()));
    const answers = await Promise.all(
      buyers.map(async ({ email }) => {
        await signIn(email, 'me enganei');
        return signIn(email, PASSWORD);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  },
);

test('who gets in has all tries again', async () => {
  const { email } = await accounts.register();
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 8; n++) expect((await signIn(email, 'errada-1')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  }
});

test(
  'who signs in without end is held up where they are, and nobody else is',
  { tags: 'release' },
  async () => {
    // A busy machine takes long enough for some tries to come back.
    shop.stopClock();
    const { email } = await accounts.register();
    const before = accounts.hashings();
    for (let n = 0; n < 200; n++) expect((await signIn(email, PASSWORD)).status).toBe(200);
    const answers = [];
    for (let n = 0; n < 20; n++) answers.push((await signIn(email, PASSWORD)).status);
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => (n < 10 ? 200 : 429)));
    expect(accounts.hashings() - before).toBe(210);
    expect((await signIn(email, PASSWORD, { ip: HOME })).status).toBe(200);
  },
);

// shows: threat 23, threat F12
test('an unknown address costs the same work, the same answer and the same tries', async () => {
  const { email: known } = await accounts.register();
  const look = async (email: string) => {
    const before = accounts.hashings();
    const first = await signIn(email, 'errada-1');
    const work = accounts.hashings() - before;
    for (let n = 1; n < 10; n++) await signIn(email, 'errada-1');
    const last = await signIn(email, 'errada-1');
    return { work, status: first.status, body: await first.json(), last: last.status };
  };
  const answer = await look(known);
  expect(answer).toMatchObject({ work: 1, status: 401, last: 429 });
  expect(await look('ninguem@exemplo.com')).toEqual(answer);
});

// shows: threat 23
test('a lost password is answered before anybody is looked up, with the same words for everybody', async () => {
  const { email: known } = await accounts.register();
  const order: string[] = [];
  const { inBackground } = shop.ctx;
  // Nothing of it runs: the answer depends on nothing that it would find.
  shop.ctx.inBackground = (name) => void order.push(name);
  const answers: unknown[] = [];
  for (const email of [known, 'ninguem@exemplo.com']) {
    const answer = await accounts.call('request-password-reset', { email });
    answers.push([answer.status, await answer.json()]);
  }
  shop.ctx.inBackground = inBackground;
  expect(answers[0]).toEqual([200, { status: true }]);
  expect(answers[1]).toEqual(answers[0]);
  expect(order).toEqual(['account_link', 'account_link']);
});

test('a mailbox gets a few links and then no more for a while, whoever asks from wherever', async () => {
  const { email } = await accounts.register();
  const mails = async () =>
    (await shop.jobs()).filter(
      ({ name, data }) => name === 'mail-account' && data.to === email && data.kind === 'reset-password',
    ).length;
  for (let n = 0; n < 8; n++) {
    const answer = await accounts.call('request-password-reset', { email }, { ip: `203.0.113.${n}` });
    expect(answer.status).toBe(200);
  }
  await shop.settled();
  expect(await mails()).toBe(5);
  for (let n = 0; n < 3; n++) await accounts.call('request-password-reset', { email });
  const refused = await accounts.call('request-password-reset', { email });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 200]).toEqual([429, true]);
  shop.passSeconds(601);
  expect((await accounts.call('request-password-reset', { email }, { ip: HOME })).status).toBe(200);
  await shop.settled();
  expect(await mails()).toBe(6);
});

test('whoever asks for confirmations of a confirmed address keeps no new password from its owner', async () => {
  const { email } = await accounts.register();
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute();
  for (let n = 0; n < 8; n++)
    await accounts.call('send-verification-email', { email }, { ip: `203.0.113.${n}` });
  expect((await accounts.call('request-password-reset', { email }, { ip: HOME })).status).toBe(200);
  await shop.settled();
  const mailed = (await shop.jobs()).filter(({ name, data }) => name === 'mail-account' && data.to === email);
  expect(mailed.at(-1)?.data).toMatchObject({ kind: 'reset-password' });
});

// shows: threat 55
test('an account opened and deleted in turns mails its address three times, and a known address is told as ever', async () => {
  const email = `vitima-${randomUUID()}@exemplo.com`;
  const open = (n: number) =>
    accounts.call('sign-up/email', { email, password: PASSWORD, name: 'Ana' }, { ip: `203.0.113.${n}` });
  const confirmations = async () =>
    (await shop.jobs()).filter((job) => job.name === 'mail-account' && job.data.to === email).length;
  for (let n = 0; n < 3; n++) {
    expect((await open(n)).status).toBe(200);
    // Taken: no mail, and no try.
    for (const again of n === 0 ? [1, 2, 3] : []) expect((await open(again)).status).toBe(422);
    await shop.ctx.db.deleteFrom('users').where('email', '=', email).execute();
  }
  expect((await open(9)).status).toBe(429);
  expect(await confirmations()).toBe(3);
});

// shows: threat 23
test('sign-up tells that an address is taken, to nobody who asks for hundreds', async () => {
  const { email } = await accounts.register();
  const body = { email, password: PASSWORD, name: 'Ana' };
  const taken = await accounts.call('sign-up/email', body);
  expect([taken.status, ((await taken.json()) as { code: string }).code]).toEqual([
    422,
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  ]);
  let refused = 0;
  for (let n = 0; n < 120; n++) {
    const answer = await accounts.call('sign-up/email', { ...body, email: `x${n}`, password: '' });
    if (answer.status === 429) refused++;
  }
  expect(refused).toBeGreaterThan(15);
});

test('whoever holds a session does not guess its password', async () => {
  const jar = new Map<string, string>();
  await accounts.confirm(await accounts.register({ jar }));
  const guess = (path: string) =>
    accounts.call(
      path,
      { password: 'errada-1', currentPassword: 'errada-1', newPassword: 'segredo2' },
      { jar },
    );
  const statuses: number[] = [];
  for (const path of ['verify-password', 'change-password', 'two-factor/enable', 'two-factor/disable']) {
    for (let n = 0; n < 3; n++) statuses.push((await guess(path)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  expect(await isSignedIn(jar)).toBe(true);
});

test.each([
  'sign-in/email/',
  '/sign-in/email',
  'sign-in//email',
  'sign-in%2Femail',
  'SIGN-IN/email',
  'x/../sign-in/email/.',
])('another spelling of the path (%s) is not a way around', async (path) => {
  const { email } = await accounts.register();
  const before = accounts.hashings();
  const answer = await accounts.call(path, { email, password: PASSWORD });
  expect(answer.status).toBe(404);
  expect(accounts.hashings()).toBe(before);
});

// shows: threat F13
test('what was counted is what is handled: forms and doubled names do not smuggle another account in', async () => {
  const { email } = await accounts.register();
  const send = (body: string, type: string) =>
    accounts.edge.answer(
      new Request('http://localhost:3000/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': type, origin: 'http://localhost:3000' },
        body,
      }),
      { ip: HOME, requestId: 'r' },
    );
  expect(
    (
      await send(
        new URLSearchParams({ email, password: PASSWORD }).toString(),
        'application/x-www-form-urlencoded',
      )
    ).status,
  ).toBe(400);
  for (const body of ['[]', 'null', '{', '"x"']) {
    expect((await send(body, 'application/json')).status).toBe(400);
  }
  const doubled = `{"email":"ninguem@exemplo.com","email":${JSON.stringify(email)},"password":"errada-1"}`;
  for (let n = 0; n < 10; n++) expect((await send(doubled, 'application/json')).status).toBe(401);
  expect((await signIn(email, PASSWORD, { ip: HOME })).status).toBe(429);
});

test('no answer carries the session token, which only the HttpOnly cookie holds', async () => {
  const jar = new Map<string, string>();
  const email = `${randomUUID()}@exemplo.com`;
  const answers = [
    await accounts.call('sign-up/email', { email, password: PASSWORD, name: 'Ana' }, { jar }),
    await signIn(email, PASSWORD, { jar }),
    await accounts.call('get-session', undefined, { jar }),
    await accounts.call('list-sessions', undefined, { jar }),
    await accounts.call(
      'change-password',
      { currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true },
      { jar },
    ),
  ];
  const tokens = (await shop.ctx.db.selectFrom('sessions').select('token').execute()).map(
    ({ token }) => token,
  );
  expect(tokens.length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).not.toContain('"token"');
    for (const token of tokens) expect(text).not.toContain(token);
    expect(Object.keys(JSON.parse(text) as object)).not.toEqual([]);
  }
  const session = (await (await accounts.call('get-session', undefined, { jar })).json()) as {
    user: { email: string; name: string };
    session: { userId: string; expiresAt: string };
  };
  expect(session.user).toMatchObject({ email, name: 'Ana' });
  expect(Date.parse(session.session.expiresAt)).toBeGreaterThan(Date.now());
  const [cookie] = (await signIn(email, PASSWORD)).headers.getSetCookie();
  expect(cookie).toMatch(/^fulgor\.session_token=.*HttpOnly.*SameSite=Lax/i);
});

// shows: threat 25
test('each sign-in is a new session, and ends the one that the browser brought along', async () => {
  const planted = new Map<string, string>();
  const { email: attacker } = await accounts.register({ jar: planted });
  const { email: victim } = await accounts.register();
  const browser = new Map(planted);
  expect((await signIn(victim, PASSWORD, { jar: browser })).status).toBe(200);
  expect([...browser.values()]).not.toEqual([...planted.values()]);
  expect(await isSignedIn(planted)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);

  const before = new Map(browser);
  expect((await signIn(victim, PASSWORD, { jar: browser })).status).toBe(200);
  expect(browser).not.toEqual(before);
  expect(await isSignedIn(before)).toBe(false);
  // A made-up cookie is not taken over.
  const made = new Map([['fulgor.session_token', 'escolhida-pelo-atacante.assinatura']]);
  await signIn(attacker, PASSWORD, { jar: made });
  expect(made.get('fulgor.session_token')).not.toContain('escolhida');
});

// shows: threat 25
test('old cookies are dead after signing out, and after a new password everywhere', async () => {
  const here = new Map<string, string>();
  const there = new Map<string, string>();
  const { email } = await accounts.register({ jar: here });
  await signIn(email, PASSWORD, { jar: there });
  const kept = new Map(here);
  expect((await accounts.call('sign-out', {}, { jar: here })).status).toBe(200);
  expect(here.size).toBe(0);
  expect(await isSignedIn(kept)).toBe(false);
  expect(await isSignedIn(there)).toBe(true);

  await signIn(email, PASSWORD, { jar: here });
  const before = new Map(here);
  const changed = await accounts.call(
    'change-password',
    { currentPassword: PASSWORD, newPassword: 'segredo2', revokeOtherSessions: true },
    { jar: here },
  );
  expect(changed.status).toBe(200);
  expect(await Promise.all([before, there, here].map(isSignedIn))).toEqual([false, false, true]);
  expect((await signIn(email, PASSWORD)).status).toBe(401);

  // By the mailed link: every session ends.
  await accounts.call('request-password-reset', { email });
  await shop.settled();
  const job = (await shop.jobs()).findLast(
    ({ name, data }) => name === 'mail-account' && data.to === email && data.kind === 'reset-password',
  );
  const token = /reset-password\/([^?]+)\?callbackURL=%2Fauth%2Fnova-senha/.exec(
    String((job?.data as { url?: string } | undefined)?.url),
  )?.[1];
  expect(token).toBeTruthy();
  const reset = () => accounts.call('reset-password', { newPassword: 'segredo3', token });
  // Whoever was in the account before may have switched these on.
  const { id: userId } = await shop.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const at = shop.ctx.now();
  await shop.ctx.db
    .insertInto('feeds')
    .values({ user_id: userId, nonce: randomUUID(), token_digest: randomUUID(), created_at: at })
    .execute();
  await shop.ctx.db
    .insertInto('public_collections')
    .values({ user_id: userId, is_on: true, slug: userId.slice(0, 8), name: 'Alguém', changed_at: at })
    .execute();
  expect((await reset()).status).toBe(200);
  expect(await isSignedIn(here)).toBe(false);
  expect(
    await shop.ctx.db.selectFrom('feeds').select('nonce').where('user_id', '=', userId).execute(),
  ).toEqual([]);
  const isShown = shop.ctx.db.selectFrom('public_collections').select('is_on').where('user_id', '=', userId);
  expect(await isShown.execute()).toEqual([{ is_on: false }]);
  expect((await reset()).status).toBe(400);
});

test('a session that is opened with the old password while a new one is set ends with the others', async () => {
  const { email, userId } = await accounts.register();
  const { password, internalAdapter } = await accounts.auth.$context;
  const { verify } = password;
  const jar = new Map<string, string>();
  password.verify = async (given) => {
    const isRight = await verify(given);
    await internalAdapter.updatePassword(userId, await password.hash('segredo9'));
    return isRight;
  };
  const late = await signIn(email, PASSWORD, { jar }).finally(() => (password.verify = verify));
  expect(late.status).toBe(401);
  expect(await isSignedIn(jar)).toBe(false);
  expect((await signIn(email, 'segredo9', { jar })).status).toBe(200);
  expect(await isSignedIn(jar)).toBe(true);
});

test('whoever stole a session guesses neither password nor code of it from many addresses', async () => {
  const person = await accounts.register();
  await accounts.protect(person);
  const guess = async (path: string, body: (n: number) => object) => {
    let n = 0;
    for (; n < 60; n++) {
      const answer = await accounts.call(path, body(n), { ip: `198.51.${n}.1`, jar: new Map(person.jar) });
      if (answer.status === 429) break;
    }
    return n;
  };
  expect(await guess('two-factor/verify-totp', (n) => ({ code: String(100_000 + n) }))).toBe(30);
  expect(await guess('two-factor/disable', (n) => ({ password: `palpite-${n}` }))).toBe(30);
});

// shows: threat 64
test.each([{}, { revokeOtherSessions: false }, { revokeOtherSessions: 'não' }])(
  'a new password ends every other session, whatever the caller asks for: %o',
  async (wanted) => {
    const here = new Map<string, string>();
    const there = new Map<string, string>();
    const { email } = await accounts.register({ jar: here });
    await signIn(email, PASSWORD, { jar: there });
    const changed = await accounts.call(
      'change-password',
      { currentPassword: PASSWORD, newPassword: 'segredo2', ...wanted },
      { jar: here },
    );
    expect(changed.status).toBe(200);
    expect(await Promise.all([there, here].map(isSignedIn))).toEqual([false, true]);
  },
);

test.each([
  ['reset-password', { newPassword: 'segredo3', token: '\0' }],
  ['update-user', { name: null }],
  ['sign-in/email', { email: 'a@exemplo.com', password: 'segredo1', extra: [{ deep: 'a\0' }] }],
])('what no column could hold does not reach the library: %s %j', async (path, body) => {
  const jar = new Map<string, string>();
  await accounts.register({ jar });
  const answer = await accounts.call(path, body, { jar });
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'MALFORMED']);
});

test('HEAD reads, as GET does: it signs nobody out and counts as no try', async () => {
  const jar = new Map<string, string>();
  await accounts.register({ jar });
  const tries = () => shop.ctx.db.selectFrom('rate_limits').selectAll().execute();
  const before = await tries();
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const path of ['sign-out', 'sign-in/email']) {
    const request = new Request(`http://localhost:3000/api/auth/${path}`, {
      method: 'HEAD',
      headers: { cookie },
    });
    const answer = await accounts.edge.answer(request, { ip: HOME, requestId: 'test-request' });
    expect(answer.status, path).toBe(404);
  }
  expect(await tries()).toEqual(before);
  expect(await isSignedIn(jar)).toBe(true);
});

test('whoever runs the shop gets in by an address of any spelling, by password, code and link', async () => {
  for (const email of ['admin@localhost', 'josé@exemplo.com']) {
    const person = await accounts.register();
    await shop.ctx.db.updateTable('users').set({ email }).where('id', '=', person.userId).execute();
    const jar = new Map<string, string>();
    expect((await signIn(email, 'errada-1')).status).toBe(401);
    expect((await signIn(email.toUpperCase(), PASSWORD, { jar })).status).toBe(200);
    expect(await isSignedIn(jar)).toBe(true);

    const { uri } = await accounts.protect({ ...person, email });
    const other = new Map<string, string>();
    expect(await (await signIn(email, PASSWORD, { jar: other })).json()).toMatchObject({
      twoFactorRedirect: true,
    });
    expect(await isSignedIn(other)).toBe(false);
    const code = totpCode(uri, 1);
    expect((await accounts.call('two-factor/verify-totp', { code }, { jar: other })).status).toBe(200);
    expect(await isSignedIn(other)).toBe(true);

    await accounts.call('request-password-reset', { email });
    await shop.settled();
    expect((await shop.jobs()).at(-1)).toMatchObject({ data: { kind: 'reset-password', to: email } });
  }
  // Nobody else can spell an address so: it would have tries of its own for the same password.
  const known = await accounts.register();
  const spelled = `${Buffer.from(known.email).toString('hex')}@spelled.invalid`;
  expect((await signIn(spelled, PASSWORD)).status).toBe(401);
  // A new account's address is one that mail reaches.
  const answer = await accounts.call('sign-up/email', {
    email: 'ana@intranet',
    password: PASSWORD,
    name: 'Ana',
  });
  expect(answer.status).toBe(400);
  expect((await signIn('ana maria', PASSWORD)).status).toBe(400);
});

test('what the library refuses by itself has the words of the shop beside its code', async () => {
  const { email } = await accounts.register();
  const refused = async (call: Promise<Response>) => {
    const answer = await call;
    return [answer.status, await answer.json()];
  };
  const body = (code: string, message: string) => ({
    code,
    message,
    error: { code: code.toLowerCase(), message, requestId: 'test-request' },
  });
  expect(await refused(signIn(email, 'errada-1'))).toEqual([
    401,
    body('INVALID_EMAIL_OR_PASSWORD', 'Email ou senha incorretos'),
  ]);
  const again = accounts.call('sign-up/email', { email, password: PASSWORD, name: 'Ana' });
  expect(await refused(again)).toEqual([
    422,
    body('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'Este email já está cadastrado'),
  ]);
  const nowhere = accounts.call('nada-disso', { email });
  expect(await refused(nowhere)).toMatchObject([404, { error: { code: 'not_found' } }]);
});

test('a name that is changed by the library’s own call is the one of the profile too', async () => {
  const { userId, jar } = await accounts.register();
  const answer = await accounts.call('update-user', { name: ' Bia  Nova ' }, { jar });
  expect(answer.status).toBe(200);
  const profile = await shop.ctx.db
    .selectFrom('profiles')
    .select('display_name')
    .where('id', '=', userId)
    .executeTakeFirst();
  expect(profile).toEqual({ display_name: 'Bia Nova' });
});
