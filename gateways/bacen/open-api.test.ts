import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { manageWebhook, webhookAddress } from './manage-webhook.ts';
import { openApi, type BankSettings } from './open-api.ts';

let bank: ScriptedProvider;
beforeEach(async () => void (bank = await startScriptedProvider()));
afterEach(() => bank.close());

const newSettings = (changes: Partial<BankSettings> = {}): BankSettings => ({
  baseUrl: `${bank.url}/v2`,
  tokenUrl: `${bank.url}/oauth/token`,
  clientId: 'id',
  clientSecret: 'secret',
  tokenStyle: 'basic',
  scopes: 'cob.read pix.read',
  certificate: null,
  ca: null,
  extraQuery: { app: 'a&b' },
  extraHeaders: { 'x-app': 'c' },
  ...changes,
});
const newApi = (changes: Partial<BankSettings> = {}) => openApi(newSettings(changes));
const token = ok({ access_token: 'token-1', expires_in: 600 });

describe('the token', () => {
  const form = 'application/x-www-form-urlencoded';
  const grant = 'grant_type=client_credentials';

  test.each([
    [{}, form, `${grant}&scope=cob.read+pix.read`],
    [{ scopes: '' }, form, grant],
    [
      { tokenStyle: 'json' },
      'application/json',
      { grant_type: 'client_credentials', scope: 'cob.read pix.read' },
    ],
    [{ tokenStyle: 'body', scopes: '' }, form, `${grant}&client_id=id&client_secret=secret`],
  ] as const)('is asked for with %j', async (changes, type, body) => {
    bank.say(token);
    expect(await newApi(changes).token.get()).toBe('token-1');
    expect(bank.asked()).toEqual(['POST /oauth/token']);
    expect(bank.requests[0]).toMatchObject({
      query: {},
      body,
      headers: { accept: 'application/json', 'content-type': type },
    });
    const isInBody = 'tokenStyle' in changes && changes.tokenStyle === 'body';
    expect(bank.requests[0]?.headers.authorization).toBe(isInBody ? undefined : `Basic ${btoa('id:secret')}`);
  });

  test.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [300, false],
    [429, true],
    [500, true],
    [503, true],
  ])('answered %i leaves the charge untouched; trying again helps: %s', async (status, retryable) => {
    bank.say({ status, body: {} });
    await expect(newApi().token.get()).rejects.toMatchObject({
      outcome: 'not_applied',
      retryable,
      message: expect.stringContaining(`POST token answered ${status}`),
    });
  });

  test.each([
    {},
    { access_token: '' },
    { access_token: 'a b' },
    { access_token: 'a\n' },
    { access_token: 'aé' },
  ])('that is none (%j) is never sent', async (body) => {
    bank.say(ok(body));
    await expect(newApi().token.get()).rejects.toMatchObject({
      outcome: 'not_applied',
      retryable: true,
      message: expect.stringContaining('BACEN_PIX_TOKEN_URL'),
    });
  });

  test.each([400, 401, 403])('refused with %i points at the credentials', async (status) => {
    bank.say({ status, body: {} });
    await expect(newApi().token.get()).rejects.toThrow('BACEN_PIX_CLIENT_ID');
  });

  test('cannot be had where nobody listens, and the cause is kept', async () => {
    const api = newApi({ tokenUrl: 'http://127.0.0.1:9/oauth' });
    await expect(api.token.get()).rejects.toMatchObject({
      outcome: 'not_applied',
      retryable: true,
      message: expect.stringMatching(/POST token failed .*BACEN_PIX_CERT/),
      cause: expect.objectContaining({ message: expect.stringContaining('POST token: ') }),
    });
  });

  test.each([600, '600', 'soon', 0, -5, undefined])(
    'that lives for %s is kept for the next call',
    async (expires_in) => {
      bank.say(ok({ access_token: 'token-1', expires_in }));
      const api = newApi();
      expect([await api.token.get(), await api.token.get()]).toEqual(['token-1', 'token-1']);
      expect(bank.asked()).toHaveLength(1);
    },
  );
});

test('a bank has ten seconds, or what is set', () => {
  expect(newApi().timeoutMs).toBe(10_000);
  expect(newApi({ timeoutMs: 5 }).timeoutMs).toBe(5);
});

describe('the webhook of a key', () => {
  const url = 'https://loja.test/webhooks/bacen?token=t';
  const path = '/v2/webhook/%2B5511987654321';
  const newManager = () => manageWebhook(newSettings(), '+5511987654321');

  test('is registered and removed at its own address, with what the bank asks for', async () => {
    bank.say(token, ok({ webhookUrl: url }), { status: 204, body: undefined });
    const manager = newManager();
    expect(await manager.register(url)).toEqual({ ok: true });
    expect(await manager.remove()).toEqual({ ok: true });
    expect(bank.asked()).toEqual(['POST /oauth/token', `PUT ${path}`, `DELETE ${path}`]);
    expect(bank.requests[1]).toMatchObject({
      body: { webhookUrl: url },
      query: { app: 'a&b' },
      headers: { 'x-app': 'c', authorization: 'Bearer token-1', 'content-type': 'application/json' },
    });
    expect(bank.requests[2]?.body).toBe('');
  });

  test('refused or not there is said so', async () => {
    const refused = { status: 400, body: { detail: 'não responde' } };
    bank.say(token, refused, { status: 404, body: {} });
    const manager = newManager();
    expect(await manager.register(url)).toEqual({ ok: false, detail: 'não responde' });
    expect(await manager.remove()).toEqual({ ok: false, detail: 'NaoEncontrado' });
  });

  test('is shown with its moment, where the bank tells one', async () => {
    const registeredAt = new Date('2026-11-22T12:00:00Z');
    bank.say(
      token,
      ok({ webhookUrl: url, criacao: registeredAt.toISOString() }),
      ok({ webhookUrl: url }),
      ok({ webhookUrl: url, criacao: 'ontem' }),
      { status: 404, body: {} },
      ok({}),
    );
    const manager = newManager();
    expect(await manager.show()).toEqual({ webhookUrl: url, registeredAt });
    expect(await manager.show()).toEqual({ webhookUrl: url, registeredAt: null });
    expect(await manager.show()).toEqual({ webhookUrl: url, registeredAt: null });
    expect(await manager.show()).toBeNull();
    await expect(manager.show()).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
    expect(bank.asked().slice(1)).toEqual(Array.from({ length: 5 }, () => `GET ${path}`));
  });

  test('has the secret in its query or its path', () => {
    const address = (place: 'query' | 'path') => webhookAddress('https://loja.test', 'a/b&c', place);
    expect(address('query')).toBe('https://loja.test/webhooks/bacen?token=a%2Fb%26c&ignorar=');
    expect(address('path')).toBe('https://loja.test/webhooks/bacen/a%2Fb%26c');
  });
});
