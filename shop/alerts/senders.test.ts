import { expect, test } from 'vitest';
import type { OutwardContext, ShopSettings } from '#shop/context.ts';
import type { Mail } from '#shop/messages/mailer.ts';
import type { OutgoingAnswer, OutgoingCall } from '#shop/outgoing/outgoing-call.ts';
import { CHANNELS, type Channel } from './channel.ts';

const message = { id: 'alerta-7', lines: ['1 pedido espera há 3 min.', 'https://loja.exemplo/admin'] };
const settings = {
  brandName: 'Ana & <Bia>',
  alertEmails: ['a@exemplo.com'],
  discordWebhook: 'https://discord.com/api/webhooks/1/segredo',
  discordHosts: ['discord.com', 'outro.exemplo:443', 'porta.exemplo:80'],
  outgoingAllow: ['porta.exemplo:80'],
  telegramUrl: 'https://api.telegram.org',
  telegramBotToken: '7:segredo-_',
  telegramChatId: '-5',
};

/** A shop that answers what it is told, and what it was asked. */
function shopThat(
  answer: Partial<Extract<OutgoingAnswer, { ok: true }>>,
  changes: Partial<typeof settings> = {},
) {
  const calls: OutgoingCall[] = [];
  const mails: Mail[] = [];
  const quiet = { info() {}, warn() {}, error() {} };
  const ctx = {
    settings: { ...settings, ...changes },
    log: quiet,
    mailer: { send: async (mail: Mail) => void mails.push(mail) },
    callOutside: async (call: OutgoingCall) => {
      calls.push(call);
      return { ok: true, status: 200, headers: {}, text: '', url: call.url, ...answer };
    },
  } as unknown as OutwardContext;
  return { ctx, calls, mails };
}

test('Discord gets the text, and mentions nobody', async () => {
  const { ctx, calls } = shopThat({ status: 204 });
  expect(await CHANNELS.discord.send(ctx, message)).toEqual({ ok: true });
  expect(calls).toEqual([
    {
      url: settings.discordWebhook,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"content":"1 pedido espera há 3 min.\\nhttps://loja.exemplo/admin","allowed_mentions":{"parse":[]}}',
    },
  ]);
});

test('Telegram gets the text without a preview', async () => {
  const { ctx, calls } = shopThat({});
  expect(await CHANNELS.telegram.send(ctx, message)).toEqual({ ok: true });
  expect(calls).toEqual([
    {
      url: 'https://api.telegram.org/bot7:segredo-_/sendMessage',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"chat_id":"-5","text":"1 pedido espera há 3 min.\\nhttps://loja.exemplo/admin","link_preview_options":{"is_disabled":true}}',
    },
  ]);
});

test('a mail has the first line as its subject, and no markup of anybody', async () => {
  const { ctx, mails } = shopThat({});
  const lines = ['Teste da loja Ana & <Bia>.', 'Fim'];
  expect(await CHANNELS.email.send(ctx, { id: 'teste', lines })).toEqual({ ok: true });
  expect(mails).toEqual([
    {
      id: 'teste-0',
      to: 'a@exemplo.com',
      subject: '[Ana & <Bia>] Teste da loja Ana & <Bia>.',
      html: '<!doctype html><html lang="pt-BR"><body><p>Teste da loja Ana &amp; &lt;Bia&gt;.</p>\n<p>Fim</p></body></html>',
      text: 'Teste da loja Ana & <Bia>.\nFim',
    },
  ]);
});

test.each([
  ['https://outro.exemplo/x', true],
  ['http://porta.exemplo/x', true],
  ['https://porta.exemplo/x', false],
  ['https://outro.exemplo:8443/x', false],
  ['https://discord.com.exemplo.com/x', false],
  ['https://exemplo.com/discord.com', false],
  ['discord.com', false],
])('whether %s is Discord: %s', async (discordWebhook, isDiscord) => {
  const { ctx, calls } = shopThat({}, { discordWebhook });
  expect((await CHANNELS.discord.send(ctx, message)).ok).toBe(isDiscord);
  expect(calls).toHaveLength(isDiscord ? 1 : 0);
});

test.each(['', 'segredo', '7:', '7:a/../../x', '7:a?b', 'a/7:b'])(
  'the path has no place for the token %j',
  async (telegramBotToken) => {
    const { ctx, calls } = shopThat({}, { telegramBotToken });
    expect(await CHANNELS.telegram.send(ctx, message)).toMatchObject({ ok: false });
    expect(calls).toEqual([]);
  },
);

test.each<['discord' | 'telegram', Parameters<typeof shopThat>[0], number | undefined]>([
  ['discord', { text: '{"retry_after":0.2}' }, 1],
  ['discord', { text: '<html>', headers: { 'retry-after': '40' } }, 40],
  ['discord', { text: '{"retry_after":"soon"}' }, undefined],
  ['discord', { text: '{"retry_after":-1}', headers: { 'retry-after': '-1' } }, undefined],
  ['discord', { text: '{"retry_after":86400}' }, 3600],
  ['telegram', { text: '{"parameters":{"retry_after":34}}' }, 34],
  ['telegram', { text: '{"parameters":{"retry_after":0}}' }, undefined],
  ['telegram', { text: '{"parameters":{"retry_after":"x"}}' }, undefined],
  ['telegram', { text: 'null' }, undefined],
])('%s asks for a pause: %j', async (channel, answer, seconds) => {
  const { ctx } = shopThat({ status: 429, ...answer });
  const failed = await CHANNELS[channel].send(ctx, message);
  expect(failed).toMatchObject({ ok: false, error: expect.stringContaining('pediu para esperar') });
  expect('retryAfterSeconds' in failed ? failed.retryAfterSeconds : undefined).toBe(seconds);
});

test.each<['discord' | 'telegram', Parameters<typeof shopThat>[0], string]>([
  ['discord', { status: 302 }, 'HTTP 302'],
  ['discord', { status: 401 }, 'não conhece este webhook'],
  ['discord', { status: 400 }, 'HTTP 400'],
  ['telegram', { status: 404 }, 'não conhece este bot'],
  ['telegram', { status: 400, text: '{"description":"Bad Request: message is too long"}' }, 'HTTP 400'],
  ['telegram', { status: 300 }, 'HTTP 300'],
])('%s refuses with %j', async (channel, answer, words) => {
  const { ctx } = shopThat(answer);
  expect(await CHANNELS[channel].send(ctx, message)).toEqual({
    ok: false,
    error: expect.stringContaining(words),
  });
});

test('a channel is used once everything that it needs is set', () => {
  const none = { alertEmails: [], discordWebhook: null, telegramBotToken: null, telegramChatId: null };
  expect(
    [
      ['email', none],
      ['email', { ...none, alertEmails: ['a@exemplo.com'] }],
      ['discord', none],
      ['discord', { ...none, discordWebhook: 'x' }],
      ['telegram', none],
      ['telegram', { ...none, telegramBotToken: 'x' }],
      ['telegram', { ...none, telegramChatId: 'x' }],
      ['telegram', { ...none, telegramBotToken: 'x', telegramChatId: 'x' }],
    ].map(([channel, values]) => CHANNELS[channel as Channel].isSet(values as ShopSettings)),
  ).toEqual([false, true, false, true, false, false, false, true]);
});

test.each([
  ['EAUTH', 'recusou o usuário ou a senha'],
  ['EENVELOPE', 'recusou um dos endereços'],
  ['ECONNECTION', 'não conseguiu falar'],
  ['ETIMEDOUT', 'não conseguiu falar'],
  ['EMESSAGE', 'não aceitou a mensagem'],
  [undefined, 'não aceitou a mensagem'],
])('a mail server that fails with %s', async (code, words) => {
  const { ctx } = shopThat({});
  ctx.mailer.send = () => Promise.reject(Object.assign(new Error('no'), code ? { code } : {}));
  expect(await CHANNELS.email.send(ctx, message)).toEqual({
    ok: false,
    error: expect.stringContaining(words),
  });
});
