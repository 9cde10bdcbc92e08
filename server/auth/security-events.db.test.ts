import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSessions } from '#shop/accounts/sessions/end-sessions.ts';
import { createTestAuth, PASSWORD, type Browser, type TestAuth } from '#test/visitor/auth.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { totpCode } from '#test/visitor/totp.ts';
import { createLog } from '../config/log.ts';

let shop: TestContext;
let accounts: TestAuth;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  shop.logLines.length = 0;
});

const events = () => shop.logLines.filter(({ event }) => event.startsWith('security.'));
const names = () => events().map(({ event }) => event.replace('security.', ''));

const signIn = (email: string, password: string, browser: Browser = {}) =>
  accounts.call('sign-in/email', { email, password }, browser);

// shows: threat 24
test('who got in, who did not and who left stands in the log, by account and not by name', async () => {
  const { email, jar, userId } = await accounts.register();
  await signIn(email, 'errada-1');
  await signIn(email.toUpperCase(), PASSWORD, { jar });
  await signIn('ninguem@exemplo.com', PASSWORD, { ip: '198.51.100.9' });
  await accounts.call('sign-out', {}, { jar });

  expect(names()).toEqual(['sign_up', 'sign_in_refused', 'sign_in', 'sign_in_refused', 'sign_out']);
  const [signedUp, wrong, right, stranger, left] = events().map(({ fields }) => fields ?? {});
  expect([signedUp?.accountId, right?.accountId, left?.accountId]).toEqual([userId, userId, userId]);
  expect(wrong).toMatchObject({
    status: 401,
    reason: 'INVALID_EMAIL_OR_PASSWORD',
    requestId: 'test-request',
  });
  // A failure names no account, and can be laid beside those of the same person and place.
  expect([wrong?.person, wrong?.place]).toEqual([right?.person, right?.place]);
  expect(stranger?.person).not.toBe(wrong?.person);
  expect(stranger?.place).not.toBe(wrong?.place);
});

// shows: threat 42
test('no line of them names anybody, once written and masked', async () => {
  const { email, jar } = await accounts.register();
  await signIn(email, 'errada-1', { ip: '198.51.100.9' });
  await accounts.call('request-password-reset', { email });
  await accounts.call('change-password', { currentPassword: PASSWORD, newPassword: 'segredo2' }, { jar });
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) });
  for (const { event, fields } of events()) log.warn(event, fields);
  expect(lines.length).toBe(4);
  for (const line of lines) {
    expect(line).not.toMatch(/@|exemplo|198\.51|203\.0|segredo|errada/);
    // The pseudonyms themselves survive the mask.
    expect(JSON.parse(line)).toMatchObject({ place: expect.stringMatching(/^[0-9a-f]{32}$/) });
  }
});

test('a new password, asked for, refused, changed or recovered, is an event', async () => {
  const { email, jar, userId } = await accounts.register();
  await accounts.call('change-password', { currentPassword: 'errada-1', newPassword: 'segredo2' }, { jar });
  await accounts.call('change-password', { currentPassword: PASSWORD, newPassword: 'segredo2' }, { jar });
  await accounts.call('request-password-reset', { email });
  await shop.settled();
  const links = (await shop.jobs()).flatMap((job) =>
    job.name === 'mail-account' && job.data.to === email && job.data.kind === 'reset-password'
      ? [job.data.url]
      : [],
  );
  const token = /reset-password\/([^?]+)/.exec(links.at(-1) ?? '')?.[1];
  await accounts.call('reset-password', { newPassword: 'segredo3', token });
  await accounts.call('reset-password', { newPassword: 'segredo3', token });
  expect(names()).toEqual([
    'sign_up',
    'password_change_refused',
    'password_change',
    'password_reset_link',
    'password_reset',
    'password_reset_refused',
  ]);
  expect(events().map(({ fields }) => fields?.accountId)).toEqual([
    userId,
    userId,
    userId,
    undefined,
    userId,
    undefined,
  ]);
});

test('a second factor switched on, used, failed and switched off is an event, and so is a session ended', async () => {
  const { email, jar, userId } = await accounts.register();
  await accounts.confirm({ userId });
  const started = await accounts.call('two-factor/enable', { password: PASSWORD }, { jar });
  const { totpURI, backupCodes } = (await started.json()) as { totpURI: string; backupCodes: string[] };
  await accounts.call('two-factor/verify-totp', { code: totpCode(totpURI) }, { jar });
  await accounts.call('two-factor/verify-totp', { code: totpCode(totpURI) }, { jar });
  await accounts.call('two-factor/verify-totp', { code: '000000' }, { jar });
  const phone = new Map<string, string>();
  await signIn(email, PASSWORD, { jar: phone });
  await accounts.call('two-factor/verify-totp', { code: '000000' }, { jar: phone });
  await accounts.call('two-factor/verify-backup-code', { code: backupCodes[0] }, { jar: phone });
  await endSessions(shop.ctx, { userId, exceptId: randomUUID() });
  expect(names()).toEqual([
    'sign_up',
    'second_factor_setup',
    'second_factor_switched_on',
    'second_factor_confirmed',
    'second_factor_confirmed_refused',
    'sign_in',
    'sign_in_code_refused',
    'sign_in_code',
    'sessions_ended',
  ]);
  expect(events()[5]?.fields).toMatchObject({ owes: 'code' });
  expect(events()[6]?.fields).toMatchObject({ accountId: userId, reason: 'INVALID_CODE' });
  expect(events()[8]?.fields).toEqual({ accountId: userId, count: 2 });
});
