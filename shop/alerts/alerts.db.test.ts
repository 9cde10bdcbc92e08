import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loader as openAttention } from '#app/routes/admin/desk/attention.tsx';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import type { Mail } from '#shop/messages/mailer.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { startDiscordServer, type DiscordServer } from '#test/providers/discord-server.ts';
import { startTelegramServer, type TelegramServer } from '#test/providers/telegram-server.ts';
import { buy, customer } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { countAlarms } from './count-alarms.ts';
import { formatAge } from './describe-alarms.ts';
import { tellChannels } from './tell-channels.ts';

const OFF = {
  staffHours: null,
  alertEmails: [],
  discordWebhook: null,
  telegramBotToken: null,
  telegramChatId: null,
};
const PANEL = 'http://localhost:3000/admin';
const DESK = `${PANEL}/mesa`;

let shop: TestContext;
let clerk: string;
let discord: DiscordServer;
let telegram: TelegramServer;
let skin = 0;

beforeAll(async () => {
  [discord, telegram] = await Promise.all([startDiscordServer(), startTelegramServer()]);
  shop = await createTestContext({ outgoingAllow: [discord.host, telegram.host] });
  shop.stopClock();
  clerk = await createClerk(shop);
  Object.assign(shop.ctx.settings, { telegramUrl: telegram.url, discordHosts: [discord.host] });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([discord.close(), telegram.close()]);
});

const useDiscord = () => configure({ discordWebhook: discord.webhookUrl });
const useTelegram = (chat = telegram.chats.open, token = telegram.botToken) =>
  configure({ telegramBotToken: token, telegramChatId: chat });
function configure(settings: Partial<TestContext['ctx']['settings']>): void {
  Object.assign(shop.ctx.settings, OFF, settings);
}

/** Nothing waits, nobody was told anything, no channel is set. */
beforeEach(async () => {
  configure({});
  const { db } = shop.ctx;
  await db.updateTable('orders').set({ status: 'completed' }).where('status', '=', 'pending').execute();
  await db.deleteFrom('given_up_mails').execute();
  await db.deleteFrom('alarms').execute();
  await db
    .updateTable('alert_channels')
    .set({ told_alarm: 0, next_at: shop.ctx.now(), failing_since: null, failure: null })
    .execute();
  await shop.forget();
  for (const { requests, messages } of [discord, telegram]) requests.length = messages.length = 0;
});

const waiting = (): Promise<PaidOrder> => createPaidOrder(shop, buy(shop.ctx, [skin++ % 40]));
const deliver = ({ orderId, links }: PaidOrder) =>
  sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
async function pass(minutes: number): Promise<void> {
  shop.passSeconds(minutes * 60);
  await tellChannels(shop.ctx);
}
const giveUpMail = () =>
  shop.ctx.db
    .insertInto('given_up_mails')
    .values({
      id: randomUUID(),
      name: 'mail-account',
      data: null,
      since: shop.ctx.now(),
      given_up_at: shop.ctx.now(),
    })
    .execute();
async function failures() {
  const shown = await callRoute(openAttention, {
    path: '/admin/atencao',
    context: contextFor(shop.ctx, clerk),
  });
  if (!('failing' in shown)) throw new Error('It did not load.');
  return shown.failing.map(({ channel, failure }) => `${channel}: ${failure}`);
}

test('an order that waits is told once, is late once, and late again at twice the promise', async () => {
  configure({
    discordWebhook: discord.webhookUrl,
    telegramBotToken: telegram.botToken,
    telegramChatId: telegram.chats.open,
  });
  const order = await waiting();
  await pass(3);
  await pass(2);
  await pass(9);
  expect(discord.messages).toEqual([`1 pedido espera há 3 min.\n${DESK}`]);
  await pass(2);
  await pass(10);
  expect(discord.messages.slice(1)).toEqual([
    `1 pedido espera há 16 min.\n1 pedido atrasado há 1 min.\n${DESK}`,
  ]);
  await pass(5);
  await pass(60);
  expect(discord.messages.slice(2)).toEqual([
    `1 pedido espera há 31 min.\n1 pedido atrasado há 16 min.\n1 pedido passou do dobro do prazo.\n${DESK}`,
  ]);
  await deliver(order);
  await pass(1);
  expect(discord.messages).toHaveLength(3);
  expect(telegram.messages.map(({ text }) => text)).toEqual(discord.messages);
});

test('the second promise is counted while staff are there, as the first', async () => {
  useDiscord();
  // Wednesday, 21:40 in São Paulo; the shop closes at 22:00 and opens at nine.
  const WEEK = 7 * 86_400;
  const wednesday = Date.UTC(2026, 10, 26, 0, 40) / 1000;
  const now = shop.ctx.now().getTime() / 1000;
  shop.passSeconds((((wednesday - now) % WEEK) + WEEK) % WEEK);
  configure({
    discordWebhook: discord.webhookUrl,
    staffHours: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '22:00' },
  });
  await waiting();
  const kinds = async () => {
    await tellChannels(shop.ctx);
    const rows = await shop.ctx.db.selectFrom('alarms').select('kind').orderBy('kind').execute();
    return rows.map(({ kind }) => kind.replace('order_', ''));
  };
  shop.passSeconds(14 * 60);
  expect(await kinds()).toEqual(['waits']);
  shop.passSeconds(60);
  expect(await kinds()).toEqual(['late', 'waits']);
  // 22:30, and 09:09 of the next day.
  for (const seconds of [35 * 60, (10 * 60 + 39) * 60]) {
    shop.passSeconds(seconds);
    expect(await kinds()).toEqual(['late', 'waits']);
  }
  shop.passSeconds(60);
  expect(await kinds()).toEqual(['late', 'very_late', 'waits']);
});

test('at most one message a minute, which tells everything that came meanwhile', async () => {
  useDiscord();
  await waiting();
  await pass(0);
  const second = await waiting();
  await waiting();
  shop.passSeconds(59);
  await tellChannels(shop.ctx);
  expect(discord.messages).toEqual([`1 pedido espera há menos de 1 min.\n${DESK}`]);
  await deliver(second);
  shop.passSeconds(1);
  await tellChannels(shop.ctx);
  expect(discord.messages.slice(1)).toEqual([`2 pedidos esperam, o mais antigo há 1 min.\n${DESK}`]);
});

test('an order that was delivered before anybody could be told is no news', async () => {
  useDiscord();
  await deliver(await waiting());
  await pass(5);
  expect(discord.messages).toEqual([]);
});

test('a shop without a channel counts what waits, and no more once it is delivered', async () => {
  const counted = async () => (await countAlarms(shop.ctx)).find(({ kind }) => kind === 'order_waits')?.count;
  const order = await waiting();
  await pass(1);
  expect(await counted()).toBe(1);
  await deliver(order);
  await pass(1);
  expect(await counted()).toBe(0);
});

test('a given-up mail is told; each channel has its own count of what it told', async () => {
  useDiscord();
  await giveUpMail();
  await pass(1);
  useTelegram();
  await giveUpMail();
  await pass(1);
  configure({ discordWebhook: discord.webhookUrl, alertEmails: ['a@exemplo.com', 'b@exemplo.com'] });
  await pass(1);
  expect(discord.messages).toEqual([
    `1 e-mail não saiu: veja em Atenção.\n${PANEL}`,
    `2 e-mails não saíram: veja em Atenção.\n${PANEL}`,
  ]);
  expect(telegram.messages).toEqual([
    { chatId: telegram.chats.open, text: `2 e-mails não saíram: veja em Atenção.\n${PANEL}` },
  ]);
  expect(shop.mails.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^alerta-\d+-0$/),
    expect.stringMatching(/^alerta-\d+-1$/),
  ]);
  expect(shop.mails.map(({ to, subject, text }) => [to, subject, text])).toEqual(
    ['a@exemplo.com', 'b@exemplo.com'].map((to) => [
      to,
      '[Fulgor] 2 e-mails não saíram: veja em Atenção.',
      `2 e-mails não saíram: veja em Atenção.\n${PANEL}`,
    ]),
  );
});

test('an opened dispute is told once, and no more once it is decided', async () => {
  useDiscord();
  const { orderId } = await waiting();
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await shop.ctx.db.updateTable('orders').set({ status: 'completed' }).where('id', '=', orderId).execute();
  await shop.ctx.simulator?.dispute(id, 'open');
  await checkCharge(shop.ctx, id, { evenIfPaid: true });
  await pass(2);
  await pass(2);
  expect(discord.messages).toEqual([`1 contestação aberta: veja o prazo em Atenção.\n${PANEL}`]);
  await shop.ctx.simulator?.dispute(id, 'won');
  await checkCharge(shop.ctx, id, { evenIfPaid: true });
  await pass(2);
  expect(discord.messages).toHaveLength(1);
  expect(await shop.ctx.db.selectFrom('alarms').selectAll().execute()).toEqual([]);
});

test('a thread that nobody answers for a working day is told, and no more once it is answered', async () => {
  const opened = await openTicket(shop.ctx, {
    userId: await shop.createUser(),
    subject: 'Segredo de Bruna',
    text: 'Não abre',
  });
  if (!opened.ok) throw new Error(opened.reason);
  // 20 hours of two days of ten: it waits for the second evening.
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '19:00' };
  configure({ discordWebhook: discord.webhookUrl, staffHours: always });
  await pass(9 * 60);
  expect(discord.messages).toEqual([]);
  useDiscord();
  await pass(15 * 60 - 1);
  expect(discord.messages).toEqual([]);
  await pass(1);
  expect(discord.messages).toEqual([`1 atendimento sem resposta há 1 dia.\n${PANEL}`]);
  await answerTicket(shop.ctx, { actorUserId: clerk, ticketId: opened.id, text: 'Tente de novo.' });
  await pass(5);
  expect(await countAlarms(shop.ctx)).toContainEqual({ kind: 'ticket_waits', count: 0, oldest: null });
});

test('no channel reads who bought, where they live, or what their document is', async () => {
  configure({ ...OFF, discordWebhook: discord.webhookUrl, alertEmails: ['equipe@exemplo.com'] });
  const { userId, orderId } = await waiting();
  await pass(20);
  const said = JSON.stringify([discord.requests.map(({ text }) => text), shop.mails]);
  expect(said).toContain('atrasado');
  for (const word of [customer.name, customer.email, customer.taxId, customer.cellphone, userId, orderId])
    expect(said).not.toContain(word);
});

test('of several processes one tells', async () => {
  useDiscord();
  await waiting();
  await Promise.all(Array.from({ length: 8 }, () => tellChannels(shop.ctx)));
  expect(discord.messages).toHaveLength(1);
});

test('a process that dies after it sent lets the message come once more, and not a third time', async () => {
  useDiscord();
  await waiting();
  await pass(0);
  await shop.ctx.db
    .updateTable('alert_channels')
    .set({ told_alarm: 0, next_at: new Date(shop.ctx.now().getTime() + 120_000) })
    .where('channel', '=', 'discord')
    .execute();
  await pass(1);
  expect(discord.messages).toHaveLength(1);
  await pass(1);
  await pass(10);
  expect(discord.messages).toHaveLength(2);
});

test('a channel that fails is an entry in Atenção until it works again; the message is not lost', async () => {
  useTelegram();
  await waiting();
  await shop.forget();
  const heard = async () => (await shop.events()).filter(({ event }) => event === 'attention').length;
  telegram.failNext({ status: 502 });
  await pass(0);
  expect(await failures()).toEqual(['telegram: O Telegram não aceitou a mensagem (HTTP 502).']);
  expect(await heard()).toBe(1);
  shop.passSeconds(30);
  await tellChannels(shop.ctx);
  expect(telegram.requests).toHaveLength(1);
  shop.passSeconds(30);
  await tellChannels(shop.ctx);
  expect(telegram.messages).toHaveLength(1);
  expect(await failures()).toEqual([]);
  expect(await heard()).toBe(2);
});

test('the longer a channel fails, the rarer the tries; one that is no longer set is no entry', async () => {
  configure({ discordWebhook: `${discord.url}/api/webhooks/1/a` });
  await waiting();
  for (let minute = 0; minute < 120; minute++) await pass(1);
  // After one, two, four minutes, then every half of the time that it fails, and at last every quarter of an hour.
  expect(discord.requests.length).toBeGreaterThan(10);
  expect(discord.requests.length).toBeLessThan(20);
  expect(await failures()).toEqual([expect.stringContaining('não conhece este webhook')]);
  configure({});
  expect(await failures()).toEqual([]);
});

test.each(['discord', 'telegram'] as const)('%s is asked again when it said so', async (name) => {
  if (name === 'discord') useDiscord();
  else useTelegram();
  const server = name === 'discord' ? discord : telegram;
  await waiting();
  server.failNext({ status: 429 });
  await pass(0);
  shop.passSeconds(92);
  await tellChannels(shop.ctx);
  expect(server.messages).toHaveLength(0);
  shop.passSeconds(2);
  await tellChannels(shop.ctx);
  expect(server.messages).toHaveLength(1);
});

test('a mail server that takes one address of two was told; the other one is an entry', async () => {
  configure({ alertEmails: ['a@exemplo.com', 'b@exemplo.com'] });
  const { send } = shop.ctx.mailer;
  shop.ctx.mailer.send = async (mail: Mail) => {
    if (mail.to.startsWith('b@')) throw Object.assign(new Error('550'), { code: 'EENVELOPE' });
    await send(mail);
  };
  await waiting();
  await pass(0);
  await pass(10);
  shop.ctx.mailer.send = send;
  expect(shop.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    'a@exemplo.com [Fulgor] 1 pedido espera há menos de 1 min.',
  ]);
  expect(await failures()).toEqual([
    'email: O servidor de e-mail recusou um dos endereços de quem recebe, ou o remetente.',
  ]);
});

test('an address that is refused for an hour holds up no mail to the other one', async () => {
  configure({ alertEmails: ['a@exemplo.com', 'b@exemplo.com'] });
  const { send } = shop.ctx.mailer;
  shop.ctx.mailer.send = async (mail: Mail) => {
    if (mail.to.startsWith('b@')) throw Object.assign(new Error('550'), { code: 'EENVELOPE' });
    await send(mail);
  };
  for (const minutes of [0, 60, 1]) {
    await waiting();
    await pass(minutes);
  }
  shop.ctx.mailer.send = send;
  expect(shop.mails).toHaveLength(3);
});

async function pressTest(channel: string, userId: string | null = clerk) {
  const { status, body } = await callApi(shop.ctx, userId, `POST /api/admin/channels/${channel}/test`);
  return [status, body] as [number, { ok?: boolean; error?: unknown }];
}

test('the test button says that it worked, and the entry in Atenção goes', async () => {
  useDiscord();
  await waiting();
  discord.failNext({ status: 500 });
  await pass(0);
  expect(await failures()).toHaveLength(1);
  expect(await pressTest('discord')).toEqual([200, { ok: true }]);
  expect(await failures()).toEqual([]);
  expect(discord.messages).toEqual(['Teste dos avisos da loja Fulgor. Se você lê isto, o canal funciona.']);
  // What it could not tell follows at once.
  await pass(0);
  expect(discord.messages).toHaveLength(2);
});

const forgetTries = () => shop.ctx.db.deleteFrom('rate_limits').execute();

test.each<[string, string, () => unknown, string]>([
  ['discord', 'not set', () => configure({}), 'ainda não está configurado'],
  [
    'discord',
    'another host',
    () => configure({ discordWebhook: 'https://exemplo.com/api/webhooks/1/a' }),
    'não é o endereço de um webhook do Discord',
  ],
  [
    'discord',
    'a host that only begins like it',
    () => configure({ discordWebhook: `http://${discord.host}1/api/webhooks/1/a` }),
    'não é o endereço de um webhook do Discord',
  ],
  [
    'discord',
    'half an address',
    () => configure({ discordWebhook: discord.webhookUrl.slice(0, -4) }),
    'não conhece este webhook',
  ],
  [
    'discord',
    'an unknown webhook',
    () => configure({ discordWebhook: `${discord.url}/api/webhooks/1/a` }),
    'não conhece este webhook',
  ],
  [
    'discord',
    'limited',
    () => {
      useDiscord();
      discord.failNext({ status: 429 });
    },
    'pediu para esperar',
  ],
  [
    'discord',
    'away',
    () => {
      useDiscord();
      discord.failNext('dropAfterApply');
    },
    'a conexão foi recusada ou caiu',
  ],
  ['telegram', 'no token', () => useTelegram(undefined, '../../x'), 'não é o token de um bot'],
  ['telegram', 'another token', () => useTelegram(undefined, '1:abc'), 'não conhece este bot'],
  ['telegram', 'another conversation', () => useTelegram('-5'), 'não encontrou essa conversa'],
  ['telegram', 'thrown out', () => useTelegram(telegram.chats.kicked), 'não pode escrever nessa conversa'],
  ['telegram', 'a supergroup by now', () => useTelegram(telegram.chats.migrated), 'Use -1001000000003.'],
  [
    'telegram',
    'an inner network',
    () => {
      useTelegram();
      shop.ctx.settings.telegramUrl = 'https://127.0.0.1:1';
    },
    'rede interna',
  ],
  ['email', 'nobody', () => configure({}), 'ainda não está configurado'],
])('the test of %s says what went wrong: %s', async (channel, _case, arrange, sentence) => {
  await forgetTries();
  arrange();
  const [status, { ok, error }] = await pressTest(channel);
  shop.ctx.settings.telegramUrl = telegram.url;
  expect([status, ok, error]).toEqual([200, false, expect.stringContaining(sentence)]);
  expect(JSON.stringify([error, shop.logLines])).not.toMatch(/segredo/);
});

test('only whoever may change settings may test, a channel that exists, and not without an end', async () => {
  await forgetTries();
  const buyer = await shop.createUser();
  expect((await pressTest('discord', null))[0]).toBe(401);
  expect((await pressTest('discord', buyer))[0]).toBe(403);
  expect((await pressTest('sms'))[0]).toBe(404);
  configure({ alertEmails: ['equipe@exemplo.com'] });
  const answers = [];
  for (let times = 0; times < 6; times++) answers.push((await pressTest('email'))[0]);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  expect(shop.mails).toHaveLength(5);
});

test.each([
  [0, 'menos de 1 min'],
  [-5000, 'menos de 1 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [80 * 60_000, '1 h 20 min'],
  [24 * 3_600_000, '1 dia'],
  [75 * 3_600_000, '3 dias'],
])('%i ms are told as %s', (milliseconds, words) => {
  expect(formatAge(milliseconds)).toBe(words);
});
