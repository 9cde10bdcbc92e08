import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSessions } from '#shop/accounts/sessions/end-sessions.ts';
import { listSessions } from '#shop/accounts/sessions/list-sessions.ts';
import { resetSecondFactor } from '#shop/accounts/staff/reset-second-factor.ts';
import { createTestAuth, PASSWORD, type Browser, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { totpCode } from '#test/visitor/totp.ts';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
});

const password = (email: string, browser: Browser) =>
  accounts.call('sign-in/email', { email, password: PASSWORD }, browser);
const totp = (code: string, browser: Browser) => accounts.call('two-factor/verify-totp', { code }, browser);
const recovery = (code: string, browser: Browser) =>
  accounts.call('two-factor/verify-backup-code', { code }, browser);
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

test('until a code has confirmed it, a second factor asks nobody for anything', async () => {
  const person = await accounts.register();
  await accounts.confirm(person);
  const wrong = await accounts.call('two-factor/enable', { password: 'errada-1' }, person);
  expect([wrong.status, await codeOf(wrong)]).toEqual([400, 'INVALID_PASSWORD']);
  const started = await accounts.call('two-factor/enable', { password: PASSWORD }, person);
  const { totpURI, backupCodes } = (await started.json()) as { totpURI: string; backupCodes: string[] };
  expect(totpURI).toMatch(/^otpauth:\/\/totp\/Fulgor:/);
  expect(new Set(backupCodes)).toHaveProperty('size', 10);
  expect((await totp('000000', person)).status).toBe(401);
  expect((await accounts.sessionOf(person))?.hasSecondFactor).toBe(false);
  const elsewhere = new Map<string, string>();
  await password(person.email, { jar: elsewhere });
  expect(await accounts.sessionOf({ jar: elsewhere })).not.toBeNull();
  const row = await shop.ctx.db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  // Neither the secret nor a code can be read out of the database.
  const secret = new URL(totpURI).searchParams.get('secret')!;
  expect(JSON.stringify(row)).not.toContain(secret);
  for (const code of backupCodes) expect(JSON.stringify(row)).not.toContain(code);
});

// shows: threat 65
test('an address that nobody confirmed has no second factor, and its owner takes the account back', async () => {
  const stranger = await accounts.register();
  const refused = await accounts.call('two-factor/enable', { password: PASSWORD }, stranger);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    {
      code: 'EMAIL_NOT_CONFIRMED',
      error: { message: 'Confirme seu e-mail antes de ativar a verificação em duas etapas.' },
    },
  ]);
  const factors = shop.ctx.db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', stranger.userId);
  expect(await factors.execute()).toEqual([]);
  await accounts.confirm(stranger);
  expect((await accounts.call('two-factor/enable', { password: PASSWORD }, stranger)).status).toBe(200);
});

test('the password alone signs nobody in; the code does, once', async () => {
  const person = await accounts.register();
  const { uri } = await accounts.protect(person);
  const jar = new Map<string, string>();
  const asked = await password(person.email, { jar });
  expect(await asked.json()).toMatchObject({ twoFactorRedirect: true });
  expect(await accounts.sessionOf({ jar })).toBeNull();
  expect(await codeOf(await totp('000000', { jar }))).toBe('INVALID_CODE');
  const code = totpCode(uri, 1);
  const entered = await totp(code, { jar });
  expect(entered.status).toBe(200);
  expect(await entered.text()).not.toContain('"token"');
  expect(await accounts.sessionOf({ jar })).toMatchObject({
    hasSecondFactor: true,
    user: { id: person.userId },
  });

  // Read over a shoulder, the same code opens nothing.
  const thief = new Map<string, string>();
  await password(person.email, { jar: thief });
  const again = await totp(code, { jar: thief });
  expect([again.status, await codeOf(again)]).toEqual([401, 'CODE_ALREADY_USED']);
  expect(await accounts.sessionOf({ jar: thief })).toBeNull();
});

test('a recovery code works once, and new ones end the old', async () => {
  const person = await accounts.register();
  const { codes } = await accounts.protect(person);
  const enter = async (code: string) => {
    const jar = new Map<string, string>();
    await password(person.email, { jar });
    const { status } = await recovery(code, { jar });
    return [status, (await accounts.sessionOf({ jar })) !== null];
  };
  expect(await enter(codes[0]!)).toEqual([200, true]);
  expect(await enter(codes[0]!)).toEqual([401, false]);
  const renewed = await accounts.call('two-factor/generate-backup-codes', { password: PASSWORD }, person);
  const { backupCodes } = (await renewed.json()) as { backupCodes: string[] };
  expect(await enter(codes[1]!)).toEqual([401, false]);
  expect(await enter(backupCodes[0]!)).toEqual([200, true]);
});

test('codes are not guessed: few from one place, few in all, and a recovery code still opens', async () => {
  const person = await accounts.register();
  const { uri, codes } = await accounts.protect(person);
  let reached = 0;
  for (let n = 0; n < 60; n++) {
    const thief = { jar: new Map<string, string>(), ip: `203.0.113.${n}` };
    await password(person.email, thief);
    if ((await totp(String(n).padStart(6, '0'), thief)).status === 401) reached++;
  }
  expect(reached).toBeLessThan(40);
  const here = { jar: new Map<string, string>(), ip: '198.51.100.1' };
  await password(person.email, here);
  const refused = await totp(totpCode(uri, 1), here);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(((await refused.json()) as { message: string }).message).toContain('código de recuperação');
  expect((await recovery(codes[0]!, here)).status).toBe(200);

  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const jar = new Map<string, string>();
    await password(person.email, { jar });
    statuses.push((await recovery(`aaaaa-aaaa${n}`, { jar })).status);
  }
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
});

test('no device is let in without the code next time, whatever the body asks for', async () => {
  const person = await accounts.register();
  const { uri } = await accounts.protect(person);
  const jar = new Map<string, string>();
  await password(person.email, { jar });
  await accounts.call('two-factor/verify-totp', { code: totpCode(uri, 1), trustDevice: true }, { jar });
  expect(await accounts.sessionOf({ jar })).not.toBeNull();
  const asked = await password(person.email, { jar });
  expect(await asked.json()).toMatchObject({ twoFactorRedirect: true });
});

test('switching it on ends the sessions that never showed a code; both are written down', async () => {
  const person = await accounts.register();
  const other = { jar: new Map<string, string>() };
  await password(person.email, other);
  await accounts.protect(person);
  expect(await accounts.sessionOf(other)).toBeNull();
  expect((await accounts.sessionOf(person))?.hasSecondFactor).toBe(true);
  const wrong = await accounts.call('two-factor/disable', { password: 'errada-1' }, person);
  expect(wrong.status).toBe(400);
  expect((await accounts.sessionOf(person))?.hasSecondFactor).toBe(true);
  expect((await accounts.call('two-factor/disable', { password: PASSWORD }, person)).status).toBe(200);
  expect((await accounts.sessionOf(person))?.hasSecondFactor).toBe(false);
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('subject_id', '=', person.userId)
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'second_factor.enabled', actor_user_id: person.userId },
    { action: 'second_factor.disabled', actor_user_id: person.userId },
  ]);
});

test('where the operator asks for it, staff without a second factor are not staff, from one request to the next', async () => {
  const person = await accounts.register();
  await makeStaff(shop, person.email);
  expect(await accounts.sessionOf(person)).toMatchObject({ role: 'owner', owesSecondFactor: false });
  shop.ctx.settings.requireStaffSecondFactor = true;
  try {
    expect(await accounts.sessionOf(person)).toMatchObject({ role: null, owesSecondFactor: true });
    await accounts.protect(person);
    expect(await accounts.sessionOf(person)).toMatchObject({ role: 'owner', owesSecondFactor: false });
    await accounts.call('two-factor/disable', { password: PASSWORD }, person);
    expect(await accounts.sessionOf(person)).toMatchObject({ role: null, owesSecondFactor: true });
    expect(await accounts.sessionOf(await accounts.register())).toMatchObject({
      role: null,
      owesSecondFactor: false,
    });
  } finally {
    shop.ctx.settings.requireStaffSecondFactor = false;
  }
});

test('the operator lets in who lost phone and codes: the factor is off, every session over, and the log knows', async () => {
  const person = await accounts.register();
  await accounts.protect(person);
  expect(await resetSecondFactor(shop.ctx, ' NINGUEM@exemplo.com ')).toEqual({
    ok: false,
    reason: 'unknown_account',
  });
  expect(await resetSecondFactor(shop.ctx, person.email.toUpperCase())).toEqual({ ok: true, changed: true });
  expect(await resetSecondFactor(shop.ctx, person.email)).toEqual({ ok: true, changed: false });
  expect(await accounts.sessionOf(person)).toBeNull();
  const jar = new Map<string, string>();
  await password(person.email, { jar });
  expect((await accounts.sessionOf({ jar }))?.hasSecondFactor).toBe(false);
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('subject_id', '=', person.userId)
    .where('action', '=', 'second_factor.reset')
    .execute();
  expect(log).toEqual([{ action: 'second_factor.reset', actor_user_id: null }]);
});

test('a person sees their own sessions, ends one or all others, and nobody else’s', async () => {
  const person = await accounts.register();
  const stranger = await accounts.register();
  const [second, third] = [{ jar: new Map<string, string>() }, { jar: new Map<string, string>() }];
  await password(person.email, second);
  await password(person.email, third);
  const ids = await Promise.all(
    [person, second, third].map(async (each) => (await accounts.sessionOf(each))!.id),
  );
  const currentId = ids[0]!;
  const list = () => listSessions(shop.ctx, { userId: person.userId, currentId });
  const listed = await list();
  expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(listed[0]).toMatchObject({ id: currentId, isCurrent: true, device: 'Aparelho desconhecido' });
  expect(listed[0]?.address).toBe('203.0.113.7');

  const foreign = (await accounts.sessionOf(stranger))!.id;
  expect(await endSessions(shop.ctx, { userId: person.userId, sessionId: foreign })).toBe(0);
  expect(await accounts.sessionOf(stranger)).not.toBeNull();
  expect(await endSessions(shop.ctx, { userId: person.userId, sessionId: ids[1]! })).toBe(1);
  expect(await accounts.sessionOf(second)).toBeNull();
  expect(await accounts.sessionOf(third)).not.toBeNull();
  const before = (await shop.events()).length;
  expect(await endSessions(shop.ctx, { userId: person.userId, exceptId: currentId })).toBe(1);
  expect(await accounts.sessionOf(third)).toBeNull();
  expect(await accounts.sessionOf(person)).not.toBeNull();
  const since = (await shop.events()).slice(before);
  expect(since.map(({ topic }) => topic)).toContain(`access:${person.userId}`);
});

test('"last seen" follows the person, and is not written at every page', async () => {
  const person = await accounts.register();
  const { id } = (await accounts.sessionOf(person))!;
  const row = () =>
    shop.ctx.db
      .selectFrom('sessions')
      .select(['last_seen_at', 'ip_address'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const first = await row();
  shop.passSeconds(240);
  await accounts.sessionOf(person);
  expect((await row()).last_seen_at).toEqual(first.last_seen_at);
  shop.passSeconds(120);
  await accounts.sessionOf(person);
  expect((await row()).last_seen_at.getTime()).toBeGreaterThan(first.last_seen_at.getTime());
});
