import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShopContext } from '#shop/context.ts';
import { listOwnTickets } from '#shop/tickets/list-tickets.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { postForm } from '#test/visitor/post-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { answerForm } from '#app/doors/answer-form.ts';
import { noteRoute } from '#app/request-context.ts';
import { loader as readAll } from '../admin/people/messages.tsx';
import { action as askSupport } from '../dashboard/support/support.tsx';
import { action as contact } from '../pages/contact.tsx';
import type { MessageAnswer } from './message-answer.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('messages').execute();
});

type Action = (args: never) => Promise<{ data: MessageAnswer; init: ResponseInit | null }>;

async function send(
  action: Action,
  fields: Record<string, string>,
  { userId = null, ctx = shop.ctx }: { userId?: string | null; ctx?: ShopContext } = {},
): Promise<{ status: number; answer: MessageAnswer }> {
  const request = postForm('/contato', fields);
  const result = await callRoute(action, { request, context: contextFor(ctx, userId) });
  return { status: result.init?.status ?? 200, answer: result.data };
}

const filled = { name: 'Bruna', email: 'bruna@exemplo.com', message: 'Olá, tudo bem?' };
const threadsOf = async (userId: string) =>
  (await listOwnTickets(shop.ctx, { userId, cursor: null })).entries.map(({ subject }) => subject);
const stored = () => shop.ctx.db.selectFrom('messages').selectAll().execute();

test('a visitor writes, and the form may be cleared', async () => {
  expect(await send(contact, filled)).toEqual({
    status: 200,
    answer: { sent: true, failure: undefined, typed: {} },
  });
  expect(await stored()).toMatchObject([
    { kind: 'contact', user_id: null, name: 'Bruna', email: 'bruna@exemplo.com', body: 'Olá, tudo bem?' },
  ]);
});

test.each([
  ['name', 'Preencha todos os campos'],
  ['email', 'Preencha todos os campos'],
  ['message', 'Preencha todos os campos'],
])('without %s nothing is stored, and the rest of the text is kept', async (field, description) => {
  const { status, answer } = await send(contact, { ...filled, [field]: '' });
  expect(status).toBe(422);
  expect(answer).toMatchObject({
    sent: false,
    failure: { title: 'Mensagem não enviada', description, field },
    typed: { ...filled, [field]: '' },
  });
  expect(await stored()).toEqual([]);
});

test('a database that fails is logged and told, and the text is kept', async () => {
  const ctx = { ...shop.ctx, transaction: () => Promise.reject(new Error('gone')) };
  const { status, answer } = await send(contact, filled, { ctx });
  expect(status).toBe(503);
  expect(answer.failure?.description).toContain('Não foi possível enviar sua mensagem');
  expect(answer.failure?.description).toContain('suporte@localhost');
  expect(answer.typed).toMatchObject(filled);
  expect(shop.logLines.some(({ level, event }) => level === 'error' && event === 'message.failed')).toBe(
    true,
  );
});

test('the sixth message in ten minutes is told to wait', async () => {
  for (let n = 0; n < 5; n++) await send(contact, { ...filled, message: `Mensagem ${n}` });
  const { status, answer } = await send(contact, { ...filled, message: 'Mais uma' });
  expect(status).toBe(429);
  expect(answer.failure?.description).toContain('Espere 10 minutos');
  expect(answer.typed.message).toBe('Mais uma');
});

test('a body that is no form is a bad request', async () => {
  const request = new Request('http://localhost:3000/contato', { method: 'POST', body: '{}' });
  await expect(callRoute(contact, { request, context: contextFor(shop.ctx, null) })).rejects.toMatchObject({
    init: { status: 400 },
  });
});

test('support knows who writes, whatever the form claims', async () => {
  const userId = await shop.createUser();
  const fields = {
    subject: 'Não baixa',
    message: 'O link não abre',
    name: 'Outra',
    email: 'outra@exemplo.com',
  };
  expect((await send(askSupport, fields, { userId })).answer.sent).toBe(true);
  expect(await threadsOf(userId)).toEqual(['Não baixa']);
  expect(await stored()).toEqual([]);
  const { status, answer } = await send(askSupport, { subject: '', message: 'x' }, { userId });
  expect([status, answer.failure?.field]).toEqual([422, 'subject']);
});

test('the contact form of a signed-in person opens a thread, unless the answer is wanted elsewhere', async () => {
  const userId = await shop.createUser();
  const own = { name: 'Qualquer', email: ` ${userId}@Exemplo.com`, message: 'Primeira linha\nsegunda' };
  expect((await send(contact, own, { userId })).answer).toMatchObject({ sent: true, isThread: true });
  expect(await threadsOf(userId)).toEqual(['Primeira linha']);
  expect(await stored()).toEqual([]);
  expect((await send(contact, { ...own, message: '\u200b\nsó a segunda' }, { userId })).answer.sent).toBe(
    true,
  );
  expect(await threadsOf(userId)).toContain('Contato');
  expect((await send(contact, { ...own, message: '' }, { userId })).answer).toMatchObject({
    failure: { description: 'Preencha todos os campos', field: 'message' },
    typed: { name: 'Qualquer' },
  });
  expect((await send(contact, filled, { userId })).answer.sent).toBe(true);
  expect(await stored()).toMatchObject([{ kind: 'contact', user_id: userId, email: 'bruna@exemplo.com' }]);
  expect(await threadsOf(userId)).toHaveLength(2);
});

test('a session that ended meanwhile takes no text away', async () => {
  const { status, answer } = await send(askSupport, { subject: 'Assunto', message: 'Texto longo' });
  expect(status).toBe(401);
  expect(answer.failure?.description).toContain('Sua sessão terminou');
  expect(answer.typed).toEqual({ subject: 'Assunto', message: 'Texto longo' });
  expect(await stored()).toEqual([]);
});

test('staff read and mark; nobody else does either', async () => {
  await send(contact, filled);
  const [message] = await stored();
  const read = (userId: string | null) =>
    callRoute(readAll, { path: '/admin/mensagens', context: contextFor(shop.ctx, userId) });
  const markAs = (userId: string | null, fields: Record<string, string>) => {
    const context = contextFor(shop.ctx, userId);
    noteRoute(context, '/admin/mensagens');
    return callRoute(answerForm, { request: postForm('/admin/mensagens', fields), context });
  };
  const done = { do: 'messages.mark', messageId: message!.id, mark: 'done' };

  expect((await markAs(null, done)).data).toMatchObject({ ok: false, status: 401, typed: done });
  const stranger = await shop.createUser();
  for (const userId of [null, stranger]) {
    for (const attempt of [() => read(userId), () => markAs(stranger, done)]) {
      const refusal = await attempt().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(refusal).toBeInstanceOf(Response);
      expect((refusal as Response).headers.get('location')).toBe('/');
    }
  }
  expect((await stored())[0]?.done_at).toBeNull();

  await markAs(clerk, done);
  expect(await read(clerk)).toMatchObject({
    entries: [{ id: message!.id, body: 'Olá, tudo bem?', isRead: true, isDone: true }],
    nextPage: null,
  });
  for (const wrong of [{ messageId: 'x' }, { mark: 'gone' }]) {
    expect((await markAs(clerk, { ...done, ...wrong })).data).toMatchObject({ ok: false, status: 422 });
  }
  await expect(markAs(clerk, {})).rejects.toMatchObject({ init: { status: 404 } });
});
