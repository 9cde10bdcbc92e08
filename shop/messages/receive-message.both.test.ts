import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailMessageJob } from '#jobs/mails/mail-message.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { listMessages } from './list-messages.ts';
import { markMessage } from './mark-message.ts';
import { MESSAGE_WINDOW_SECONDS, receiveMessage, type NewMessage } from './receive-message.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('messages').execute();
  await shop.ctx.db.deleteFrom('rate_limits').execute();
});

const contact: NewMessage = {
  kind: 'contact',
  userId: null,
  clientAddress: '203.0.113.7',
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  subject: null,
  body: 'Olá! Como faço para trocar meu email?',
};
const send = (changes: Partial<NewMessage> = {}) => receiveMessage(shop.ctx, { ...contact, ...changes });
const stored = () => shop.ctx.db.selectFrom('messages').selectAll().orderBy('created_at').execute();
const mailJobs = async () => (await shop.jobs()).filter(({ name }) => name === 'mail-message');

// shows: spec 2.25
test('a message is kept as it was written, and its mail asked for', async () => {
  const before = (await mailJobs()).length;
  const result = await send({ name: '  Bruna\r\nTeste ', email: ' Bruna@Exemplo.com', body: 'um\r\ndois\n' });
  expect(result).toMatchObject({ ok: true, repeated: false });
  const [row] = await stored();
  expect(row).toMatchObject({
    kind: 'contact',
    user_id: null,
    name: 'Bruna Teste',
    email: 'bruna@exemplo.com',
    subject: null,
    body: 'um\ndois',
    read_at: null,
    done_at: null,
  });
  const jobs = await mailJobs();
  expect(jobs).toHaveLength(before + 1);
  expect(jobs.at(-1)?.data).toEqual({ messageId: row?.id });
});

test('no row without its mail: a queue that refuses takes the message back', async () => {
  const enqueue = () => Promise.reject(new Error('queue is down'));
  const broken = { ...shop.ctx, enqueue };
  await expect(receiveMessage(broken, contact)).rejects.toThrow('queue is down');
  expect(await stored()).toEqual([]);
});

test.each<[Partial<NewMessage>, string, string]>([
  [{ name: ' ' }, 'name', 'Preencha todos os campos'],
  [{ email: '' }, 'email', 'Preencha todos os campos'],
  [{ body: '\n\u200b\u0000\t' }, 'body', 'Preencha todos os campos'],
  [{ kind: 'support', subject: '' }, 'subject', 'Preencha todos os campos'],
  [{ email: 'bruna@exemplo' }, 'email', 'Email inválido'],
  [{ email: 'a@exemplo.com, b@exemplo.com' }, 'email', 'Email inválido'],
  [{ email: 'a@exemplo.com\r\nBcc: b@exemplo.com' }, 'email', 'Email inválido'],
  [{ email: `${'a'.repeat(60)}@${'b'.repeat(200)}.com` }, 'email', 'Email inválido'],
  [{ name: 'n'.repeat(121) }, 'name', 'O nome deve ter no máximo 120 caracteres'],
  [{ body: 'b'.repeat(5001) }, 'body', 'A mensagem deve ter no máximo 5000 caracteres'],
  [{ kind: 'support', subject: 's'.repeat(151) }, 'subject', 'O assunto deve ter no máximo 150 caracteres'],
])('%j is refused with a sentence, and nothing is kept', async (changes, field, sentence) => {
  expect(await send(changes)).toEqual({ ok: false, reason: 'invalid', fields: { [field]: sentence } });
  expect(await stored()).toEqual([]);
});

test('the longest of everything fits, in letters of every width', async () => {
  const name = 'ç'.repeat(120);
  expect(await send({ name, body: '🙂'.repeat(2500) })).toMatchObject({ ok: true });
  expect((await stored())[0]).toMatchObject({ name, body: '🙂'.repeat(2500) });
});

test('control characters are taken out before the database or a mail sees them', async () => {
  await send({ name: 'Bruna\u0000Teste\u0085', body: 'antes\u0000depois\u2028\tfim' });
  expect((await stored())[0]).toMatchObject({ name: 'Bruna Teste', body: 'antes depois \tfim' });
});

test('the same words sent again, or ten times at once, are one message', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => send()));
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(new Set(results.map((result) => (result.ok ? result.id : '')))).toHaveProperty('size', 1);
  expect(await stored()).toHaveLength(1);
});

test('five in ten minutes from one address, also when all come at once; then it waits', async () => {
  const results = await Promise.all(Array.from({ length: 9 }, (_, n) => send({ body: `Mensagem ${n}` })));
  expect(results.filter(({ ok }) => ok)).toHaveLength(5);
  expect(results.filter(({ ok }) => !ok)).toEqual(
    Array.from({ length: 4 }, () => ({
      ok: false,
      reason: 'too_many',
      retryAfterSeconds: MESSAGE_WINDOW_SECONDS,
    })),
  );
  expect(await stored()).toHaveLength(5);

  expect(await send({ email: 'outra@exemplo.com' })).toMatchObject({ ok: true });
  expect(await send({ email: 'BRUNA@exemplo.com', body: 'Mais uma' })).toMatchObject({ ok: false });
  shop.passSeconds(MESSAGE_WINDOW_SECONDS + 1);
  expect(await send({ body: 'Mais uma' })).toMatchObject({ ok: true });
});

test('an account is counted whatever address it writes from', async () => {
  const userId = await shop.createUser();
  for (let n = 0; n < 5; n++) await send({ userId, email: `n${n}@exemplo.com`, body: `Mensagem ${n}` });
  expect(await send({ userId, email: 'n9@exemplo.com', body: 'Seis' })).toEqual({
    ok: false,
    reason: 'too_many',
    retryAfterSeconds: MESSAGE_WINDOW_SECONDS,
  });
});

test('whoever writes with the address of somebody else shuts nobody out', async () => {
  for (let n = 0; n < 5; n++) await send({ email: 'vitima@exemplo.com', body: `Mensagem ${n}` });
  expect(await send({ email: 'vitima@exemplo.com', body: 'Mais uma' })).toMatchObject({ ok: false });
  const userId = await shop.createUser();
  expect(await send({ userId, email: 'vitima@exemplo.com', body: 'Socorro' })).toMatchObject({ ok: true });
});

test('a visitor who invents a new address for each message is stopped by where they write from', async () => {
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, n) => send({ email: `n${n}@exemplo.com`, body: `Mensagem ${n}` })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await stored()).toHaveLength(20);
  expect(await send({ email: 'x@exemplo.com' })).toMatchObject({ ok: false, reason: 'too_many' });
  expect(await send({ email: 'x@exemplo.com', clientAddress: '198.51.100.9' })).toMatchObject({ ok: true });
  shop.passSeconds(181);
  expect(await send({ email: 'y@exemplo.com' })).toMatchObject({ ok: true });
});

test('the mail goes to the team, and its answer to who wrote', async () => {
  const userId = await shop.createUser();
  const result = await send({
    kind: 'support',
    userId,
    subject: 'Não baixa\r\nBcc: x@y.zz',
    body: 'Socorro',
  });
  if (!result.ok) throw new Error(result.reason);
  await mailMessageJob.run(shop.ctx, { messageId: result.id }, 'job-1');
  expect(shop.mails.at(-1)).toMatchObject({
    to: 'suporte@localhost',
    replyTo: 'bruna@exemplo.com',
    subject: '[Fulgor] Não baixa Bcc: [link]',
  });
  const sent = shop.mails.length;
  await shop.ctx.db.deleteFrom('users').where('id', '=', userId).execute();
  expect(await stored()).toEqual([]);
  await mailMessageJob.run(shop.ctx, { messageId: result.id }, 'job-1');
  expect(shop.mails).toHaveLength(sent);
});

test('staff read the newest first, page by page, and mark what they have dealt with', async () => {
  const clerk = await shop.createUser('Equipe');
  for (let n = 0; n < 27; n++) {
    await send({ email: `n${n}@exemplo.com`, clientAddress: `203.0.113.${n}`, body: `Mensagem ${n}` });
    shop.passSeconds(1);
  }
  const first = await listMessages(shop.ctx, { cursor: null });
  const second = await listMessages(shop.ctx, { cursor: first.nextCursor });
  expect([...first.entries, ...second.entries].map(({ body }) => body)).toEqual(
    Array.from({ length: 27 }, (_, n) => `Mensagem ${26 - n}`),
  );
  expect(second.nextCursor).toBeNull();

  const id = first.entries[0]!.id;
  const state = async () => {
    const { isRead, isDone } = (await listMessages(shop.ctx, { cursor: null })).entries[0]!;
    return { isRead, isDone };
  };
  expect(await state()).toEqual({ isRead: false, isDone: false });
  await markMessage(shop.ctx, { actorUserId: clerk, messageId: id, mark: 'done' });
  expect(await state()).toEqual({ isRead: true, isDone: true });
  await markMessage(shop.ctx, { actorUserId: clerk, messageId: id, mark: 'open' });
  expect(await state()).toEqual({ isRead: true, isDone: false });
  await markMessage(shop.ctx, { actorUserId: clerk, messageId: id, mark: 'unread' });
  expect(await state()).toEqual({ isRead: false, isDone: false });
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['message.done', 'message.reopened']);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await markMessage(shop.ctx, { actorUserId: clerk, messageId: nobody, mark: 'read' })).toEqual({
    ok: false,
    reason: 'not_found',
  });
});
