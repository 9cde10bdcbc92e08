import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTicketJob } from '#jobs/mails/mail-ticket.ts';
import type { Mail } from '#shop/messages/mailer.ts';
import { createMailer } from '#server/mailer.ts';
import { createGate } from '#test/faults/world/gate.ts';
import { startMailServer } from '#test/faults/world/mail-server.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, customer, skinsOf } from '#test/purchases.ts';

let shop: TestContext;
let clerk: string;
let colleague: string;
let bought: PaidOrder;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  clerk = await createClerk(shop, 'support');
  colleague = await createClerk(shop);
  await shop.ctx.db.updateTable('users').set({ name: 'Ana' }).where('id', '=', clerk).execute();
  bought = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  await sendLinks(shop.ctx, { actorUserId: colleague, orderId: bought.orderId, links: bought.links });
});
afterAll(() => shop.close());

const [open, listOwn] = ['POST /api/tickets', 'GET /api/tickets'];
const [readOwn, reply] = ['GET /api/tickets/:id', 'POST /api/tickets/:id/replies'];
const [listAny, readAny] = ['GET /api/admin/tickets', 'GET /api/admin/tickets/:id'];
const answer = 'POST /api/admin/tickets/:id/replies';
const setState = 'POST /api/admin/tickets/:id/state';

async function ask(
  call: string,
  userId: string | null,
  { body, id = '', query = '' }: { body?: object; id?: string; query?: string } = {},
) {
  const given = await callApi(shop.ctx, userId, call.replace(':id', id) + query, body);
  return { ...given, cursor: given.headers.get('x-next-cursor') };
}
const skin = (position: number) => {
  const { sku, championId, skinNum } = skinsOf(shop.ctx, position)[0]!;
  return { sku, champion_id: championId, skin_num: skinNum };
};
/** Sends the mail of the newest message. null: it goes to nobody. */
async function lastMail(): Promise<Mail | null> {
  const { data } = (await shop.jobs()).findLast(({ name }) => name === 'mail-ticket') ?? {};
  shop.mails.length = 0;
  await mailTicketJob.run(shop.ctx, data as { replyId: string }, 'job');
  return shop.mails[0] ?? null;
}

test('a thread knows order, skin and the version that was downloaded; both sides write, and each is told', async () => {
  const { userId, orderId } = bought;
  const about = skin(0);
  const [entry] = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', userId)
    .where('sku', '=', about.sku)
    .execute();
  const browser = { address: '203.0.113.7', userAgent: null };
  await recordDownload(shop.ctx, { userId, entryId: entry!.id, ...browser });
  await shop.settled();
  await shop.ctx.db.updateTable('skin_files').set({ version: 3 }).where('sku', '=', about.sku).execute();
  const opened = await ask(open, userId, {
    body: { subject: ' Não\nbaixa ', text: 'O Arquivo não ábre\r\nsocorro', order_id: orderId, ...about },
  });
  expect(opened).toMatchObject({
    status: 201,
    body: {
      state: 'open',
      subject: 'Não baixa',
      order_id: orderId,
      ...about,
      file_version: 1,
      replies: [{ from: 'customer', text: 'O Arquivo não ábre\nsocorro' }],
    },
  });
  const { id } = opened.body;
  const told = (await lastMail())!;
  expect(told).toMatchObject({ to: 'suporte@localhost', subject: '[Fulgor] Não baixa' });
  expect(told.text).toContain(`/admin/atendimento/${id}`);
  expect(told.text).toContain(`Pedido: #${orderId.slice(0, 8)}`);

  const read = await ask(readAny, clerk, { id });
  expect(read.body).toMatchObject({ current_file_version: 3, file_version: 1, mailed_to: customer.email });
  expect(await ask(answer, clerk, { id, body: { text: 'Tente de novo.' } })).toMatchObject({
    status: 201,
    body: { state: 'answered', replies: [{}, { from: 'staff', author: 'Ana', text: 'Tente de novo.' }] },
  });
  const answered = (await lastMail())!;
  expect(answered).toMatchObject({ to: customer.email, subject: 'Resposta da Fulgor: Não baixa' });
  expect(answered.text).toContain('Tente de novo.');
  expect(answered.text).toContain(`/dashboard/suporte/${id}`);
  expect(answered.text + answered.html).not.toContain('Ana');

  // The customer reads no name of the staff.
  const own = await ask(readOwn, userId, { id });
  expect(own.body.replies.at(-1)).toEqual({
    from: 'staff',
    text: 'Tente de novo.',
    created_at: expect.any(String) as string,
  });
  expect(JSON.stringify(own.body)).not.toContain('Ana');

  expect(await ask(setState, clerk, { id, body: { state: 'solved' } })).toMatchObject({
    body: { state: 'solved' },
  });
  expect(await ask(reply, userId, { id, body: { text: 'Ainda não' } })).toMatchObject({
    status: 201,
    body: { state: 'open' },
  });
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['ticket.answered', 'ticket.solved']);
  const events = (await shop.events()).filter(({ event }) => event === 'staff-tickets');
  expect(events.map(({ data }) => (data as { status: string }).status)).toEqual([
    'open',
    'answered',
    'solved',
    'open',
  ]);
});

test('nobody reads or writes in another person’s thread, nor about their order', async () => {
  const { body: mine } = await ask(open, bought.userId, { body: { subject: 'Meu', text: 'Segredo' } });
  const stranger = await shop.createUser();
  expect((await ask(readOwn, stranger, { id: mine.id })).status).toBe(404);
  expect((await ask(reply, stranger, { id: mine.id, body: { text: 'oi' } })).status).toBe(404);
  // Staff write as staff: the customer's own address is the customer's.
  expect((await ask(readOwn, clerk, { id: mine.id })).status).toBe(404);
  expect((await ask(listOwn, stranger)).body).toEqual([]);
  for (const about of [
    { order_id: bought.orderId },
    { order_id: 'x' },
    { champion_id: 'Ninguem', skin_num: 1 },
  ]) {
    const refused = await ask(open, stranger, { body: { subject: 'x', text: 'y', ...about } });
    expect([refused.status, refused.body.error.code]).toEqual([
      422,
      'order_id' in about ? 'unknown_order' : 'unknown_skin',
    ]);
  }
  const other = { subject: 'x', text: 'y', order_id: bought.orderId, ...skin(7) };
  expect((await ask(open, bought.userId, { body: other })).body.error.code).toBe('unknown_skin');
  for (const userId of [null, stranger, await createClerk(shop, 'delivery')]) {
    expect((await ask(listAny, userId)).status).toBe(userId ? 403 : 401);
    expect((await ask(readAny, userId, { id: mine.id })).status).toBe(userId ? 403 : 401);
    expect((await ask(answer, userId, { id: mine.id, body: { text: 'x' } })).status).toBe(userId ? 403 : 401);
  }
});

test('of two clerks the second one hears of the first answer before anything is sent', async () => {
  const { body: ticket } = await ask(open, bought.userId, { body: { subject: 'Dois', text: 'Alguém?' } });
  const { id } = ticket;
  const seen = (await ask(readAny, clerk, { id })).body.replies.at(-1).id as string;
  const both = await Promise.all([
    ask(answer, clerk, { id, body: { text: 'Eu!', seen } }),
    ask(answer, colleague, { id, body: { text: 'Eu também!', seen } }),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  expect((await ask(readAny, clerk, { id })).body.replies).toHaveLength(2);

  const { body: late } = await ask(open, bought.userId, { body: { subject: 'Tarde', text: 'Alguém aí?' } });
  const first = (await ask(readAny, colleague, { id: late.id })).body.replies.at(-1).id as string;
  await ask(answer, clerk, { id: late.id, body: { text: 'Sim.', seen: first } });
  shop.passSeconds(61);
  await ask(reply, bought.userId, { id: late.id, body: { text: 'Obrigada' } });
  const refused = await ask(answer, colleague, { id: late.id, body: { text: 'Oi?', seen: first } });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'answered_meanwhile' } } });
  expect(refused.body.error.message).toContain('Respondido há 1 min por Ana.');
  const now = (await ask(readAny, colleague, { id: late.id })).body.replies.at(-1).id as string;
  const solved = { text: 'Oi?', seen: now, state: 'solved' };
  expect(await ask(answer, colleague, { id: late.id, body: solved })).toMatchObject({
    status: 201,
    body: { state: 'solved' },
  });
  for (const odd of ['\u0000', 'x'])
    expect((await ask(answer, colleague, { id: late.id, body: { text: 'Oi!', seen: odd } })).status).toBe(
      400,
    );
  // A double click is one answer.
  expect((await ask(answer, colleague, { id: late.id, body: solved })).status).toBe(200);
});

test('what the customer wrote meanwhile waits on, whether the clerk answers or solves', async () => {
  shop.passSeconds(3600);
  const { body: ticket } = await ask(open, bought.userId, { body: { subject: 'Cruzou', text: 'Alguém?' } });
  const { id } = ticket;
  const read = async () => (await ask(readAny, clerk, { id })).body;
  const seen = (await read()).replies.at(-1).id as string;
  const waits = async () =>
    (
      await shop.ctx.db
        .selectFrom('tickets')
        .select('waits_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).waits_since;
  const since = await waits();
  shop.passSeconds(5);
  await ask(reply, bought.userId, { id, body: { text: 'E agora outra coisa.' } });

  for (const state of ['solved', 'answered']) {
    const refused = await ask(setState, clerk, { id, body: { state, seen } });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'asked_meanwhile' } } });
    expect(refused.body.error.message).toContain('O cliente escreveu de novo: leia antes de resolver.');
  }
  expect((await read()).state).toBe('open');
  const sent = await ask(answer, clerk, { id, body: { text: 'Pronto.', seen, state: 'solved' } });
  expect(sent).toMatchObject({ status: 201, body: { state: 'open' } });
  expect(sent.body.replies).toHaveLength(3);
  expect(await waits()).toEqual(since);

  const now = (await read()).replies.at(-1).id as string;
  expect(await ask(setState, clerk, { id, body: { state: 'solved', seen: now } })).toMatchObject({
    body: { state: 'solved' },
  });
  expect(await waits()).toBeNull();
});

test('the same words about another order or skin, or after the first was solved, are a thread of their own', async () => {
  shop.passSeconds(3600);
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const make = async (more = {}) => {
    const { body } = await ask(open, bought.userId, {
      body: { subject: 'Igual', text: 'Não abre', ...more },
    });
    return body.id as string;
  };
  const ids = [
    await make(),
    await make({ order_id: bought.orderId }),
    await make(skin(0)),
    await make(skin(1)),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(await make({ order_id: bought.orderId })).toBe(ids[1]);
  await ask(setState, clerk, { id: ids[0]!, body: { state: 'solved' } });
  expect(ids).not.toContain(await make());
});

test('staff find threads by words, e-mail and order, and see first who waits longest', async () => {
  const bruno = await shop.createUser('Bruno Ávila');
  const paid = await createPaidOrder(shop, buy(shop.ctx, [4]), bruno);
  const make = async (subject: string, text: string, more = {}) => {
    shop.passSeconds(1);
    return (await ask(open, bruno, { body: { subject, text, ...more } })).body.id as string;
  };
  const ids = [
    await make('Primeira', `Palavra rara: zzyzx ${'a'.repeat(3000)}`),
    await make('Segunda', 'Sobre a devolução', { order_id: paid.orderId }),
  ];
  const found = async (query: string) =>
    (await ask(listAny, clerk, { query })).body.map(({ id }: { id: string }) => id) as string[];
  expect(await found('?q=zzyzx')).toEqual([ids[0]]);
  expect(await found('?q=DEVOLUC')).toEqual([ids[1]]);
  expect(await found('?q=primeira+zzyzx')).toEqual([ids[0]]);
  expect(await found('?q=primeira+devolucao')).toEqual([]);
  expect(await found(`?q=${bruno}@exemplo.com`)).toEqual([ids[1], ids[0]]);
  expect(await found(`?q=%23${paid.orderId.slice(0, 8)}`)).toEqual([ids[1]]);
  expect(await found('?q=avila&state=open')).toEqual(ids);
  shop.passSeconds(1);
  await ask(answer, clerk, { id: ids[0]!, body: { text: 'Pronto.' } });
  expect(await found('?q=avila&state=open')).toEqual([ids[1]]);
  expect(await found('?q=avila&state=answered')).toEqual([ids[0]]);
  expect(await found('?q=avila')).toEqual(ids);
  expect(await found("?q='%20\\%20!")).toBeInstanceOf(Array);
  expect((await ask(listAny, clerk, { query: '?state=gone' })).status).toBe(400);

  const many = await shop.createUser('Muitas');
  for (let n = 0; n < 27; n++) {
    await shop.ctx.db.deleteFrom('rate_limits').execute();
    await ask(open, many, { body: { subject: `n${n}`, text: 'muitas' } });
    shop.passSeconds(1);
  }
  const first = await ask(listAny, clerk, { query: '?q=muitas&state=open' });
  const second = await ask(listAny, clerk, { query: `?q=muitas&state=open&cursor=${first.cursor}` });
  expect([...first.body, ...second.body].map(({ subject }) => subject)).toEqual(
    Array.from({ length: 27 }, (_, n) => `n${n}`),
  );
  const newest = await ask(listOwn, many);
  expect(newest.body[0].subject).toBe('n26');
  expect((await ask(listOwn, many, { query: `?cursor=${newest.cursor}` })).body).toHaveLength(2);
});

test('a person writes often, and not without an end', async () => {
  const userId = await shop.createUser();
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    statuses.push((await ask(open, userId, { body: { subject: 'x', text: `y${n}` } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  const same = { subject: 'Duas', text: 'vezes' };
  shop.passSeconds(6 * 8640);
  const both = await Promise.all([ask(open, userId, { body: same }), ask(open, userId, { body: same })]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 201]);
  expect((await ask(open, userId, { body: { subject: '', text: '\u0000' } })).body.error.fields).toEqual({
    subject: 'Preencha todos os campos',
    text: 'Preencha todos os campos',
  });
});

test('an address that nobody confirmed and no money came for is told by the shop alone', async () => {
  const userId = await shop.createUser();
  const { body } = await ask(open, userId, { body: { subject: 'Dúvida', text: 'Posso trocar?' } });
  expect((await ask(readAny, clerk, { id: body.id })).body.mailed_to).toBeNull();
  expect((await lastMail())?.to).toBe('suporte@localhost');
  await ask(answer, clerk, { id: body.id, body: { text: 'Pode.' } });
  expect(await lastMail()).toBeNull();
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  await ask(answer, clerk, { id: body.id, body: { text: 'Claro que pode.' } });
  expect((await lastMail())?.to).toBe(`${userId}@exemplo.com`);
});

test('over SMTP an answer arrives with its text and its page', async () => {
  const { body } = await ask(open, bought.userId, { body: { subject: 'Por SMTP', text: 'Chegou?' } });
  await ask(answer, clerk, { id: body.id, body: { text: 'Chegou sim.' } });
  const { data } = (await shop.jobs()).findLast(({ name }) => name === 'mail-ticket') ?? {};
  const server = await startMailServer({ slots: 1, watch: () => ({ kind: 'go' }), gate: createGate() });
  try {
    const mailer = createMailer({
      smtpUrl: server.urlOf(0),
      from: 'loja@exemplo.com',
      directory: shop.directory,
      appUrl: 'https://loja.exemplo.com',
    });
    await mailTicketJob.run({ ...shop.ctx, mailer }, data as { replyId: string }, 'job-smtp');
    const [mail] = server.received;
    expect(mail).toMatchObject({ to: customer.email, subject: 'Resposta da Fulgor: Por SMTP' });
    expect(mail!.text).toContain('text/plain');
    expect(mail!.text).toContain('prefers-color-scheme: dark');
    expect(mail!.text.match(/Chegou sim\./g)!.length).toBeGreaterThanOrEqual(2);
  } finally {
    await server.close();
  }
});
