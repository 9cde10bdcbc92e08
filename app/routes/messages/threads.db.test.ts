import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerForm } from '#app/doors/answer-form.ts';
import { noteRoute } from '#app/request-context.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { readEvidence } from '#shop/orders/read-evidence.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { fillReadyAnswer, listReadyAnswers } from '#shop/tickets/ready-answers.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { postForm } from '#test/visitor/post-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as collection } from '../dashboard/collection.tsx';
import { loader as showPicture } from '#app/endpoints/files/ticket-picture.ts';
import { loader as exportData } from '#app/endpoints/api/export.ts';
import { forgetTickets } from '#shop/retention/forget-tickets.ts';
import { action as support, loader as supportScreen } from '../dashboard/support/support.tsx';
import { action as writeOn, loader as threadScreen } from '../dashboard/support/thread.tsx';
import { action as works, loader as causes } from '../dashboard/support/works.tsx';
import { loader as ticketScreen } from '../admin/tickets/ticket.tsx';
import { loader as ticketList } from '../admin/tickets/tickets.tsx';

let shop: TestContext;
let clerk: string;
let colleague: string;
let bought: PaidOrder;
let entryId: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop, 'support');
  colleague = await createClerk(shop);
  bought = await createPaidOrder(shop, buy(shop.ctx, [0]));
  await sendLinks(shop.ctx, { actorUserId: colleague, orderId: bought.orderId, links: bought.links });
  ({ id: entryId } = await shop.ctx.db.selectFrom('user_collection').select('id').executeTakeFirstOrThrow());
});
afterAll(() => shop.close());

interface Given {
  userId?: string | null;
  params?: Record<string, string>;
  fields?: Record<string, string>;
  /** As it is sent beside the fields. */
  picture?: Buffer;
  query?: string;
  /** Of the screen whose form it is. */
  route?: string;
}

/** What a screen's loader or action answers, with its status. */
async function ask(
  handler: (args: never) => unknown,
  { userId = bought.userId, params = {}, fields, picture, query = '', route }: Given,
): Promise<{ status: number; body: any }> {
  const request = picture
    ? await postPicture(fields ?? {}, picture)
    : fields
      ? postForm('/x', fields)
      : new Request(`http://localhost:3000/x${query}`);
  const context = contextFor(shop.ctx, userId);
  if (route) noteRoute(context, route);
  const given = (await callRoute(handler as never, { request, params, context })) as any;
  return given?.type === 'DataWithResponseInit'
    ? { status: given.init?.status ?? 200, body: given.data }
    : { status: 200, body: given };
}
/** With its length, as a browser sends it. */
async function postPicture(fields: Record<string, string>, picture: Buffer): Promise<Request> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('picture', new File([new Uint8Array(picture)], 'print.png', { type: 'image/png' }));
  const { headers, body } = new Response(form);
  const bytes = await new Response(body).arrayBuffer();
  return new Request('http://localhost:3000/x', {
    method: 'POST',
    headers: {
      'content-type': headers.get('content-type') ?? '',
      'content-length': String(bytes.byteLength),
    },
    body: bytes,
  });
}
/** A form of the staff's, of one thread or of the ready answers. */
const staffForm = (route: string, userId: string | null, fields: Record<string, string>) =>
  ask(answerForm, { userId, fields, route: `/admin/atendimento/${route}` });
const asksWhetherItWorks = async () =>
  (await ask(collection, {})).body.skins[0].asksWhetherItWorks as boolean;
async function download(): Promise<void> {
  const { userId } = bought;
  await recordDownload(shop.ctx, { userId, entryId, address: '203.0.113.7', userAgent: null });
  await shop.settled();
}

test("'Funcionou?' is asked after a download, closed by 'Sim', and asked again for another version", async () => {
  expect(await asksWhetherItWorks()).toBe(false);
  await download();
  expect(await asksWhetherItWorks()).toBe(true);
  const params = { collectionId: entryId };
  const stranger = await shop.createUser();
  await expect(ask(works, { userId: stranger, params, fields: {} })).rejects.toMatchObject({
    init: { status: 404 },
  });
  expect((await ask(causes, { userId: stranger, params })).status).toBe(404);
  expect(await asksWhetherItWorks()).toBe(true);
  expect((await ask(works, { params, fields: {} })).body).toEqual({ worked: true });
  expect(await asksWhetherItWorks()).toBe(false);
  await download();
  expect(await asksWhetherItWorks()).toBe(false);
  await shop.ctx.db.updateTable('skin_files').set({ version: 2 }).execute();
  expect((await ask(causes, { params })).body.entry).toMatchObject({ version: 1, hasNewer: true });
  await download();
  expect(await asksWhetherItWorks()).toBe(true);
});

test('the form knows what does not work, and both sides go on in the thread', async () => {
  const { body: screen } = await ask(supportScreen, { query: `?item=${entryId}` });
  expect(screen.about.words).toContain(`Pedido #${bought.orderId.slice(0, 8)} · arquivo versão 2`);
  const stranger = await shop.createUser();
  expect((await ask(supportScreen, { userId: stranger, query: `?item=${entryId}` })).body.about).toBeNull();
  const fields = { subject: 'Não abre', message: 'Nada acontece', item: entryId };
  expect((await ask(support, { fields })).body).toMatchObject({ sent: true });
  const [ticket] = (await ask(supportScreen, {})).body.entries;
  expect(ticket).toMatchObject({ subject: 'Não abre', state: 'open', orderId: bought.orderId });
  const params = { id: ticket.id as string };
  expect((await ask(threadScreen, { userId: stranger, params })).status).toBe(404);
  expect((await ask(writeOn, { userId: stranger, params, fields: { message: 'oi' } })).status).toBe(404);
  // Another person's thing in the form is left out, and the message counts.
  expect((await ask(support, { userId: stranger, fields })).body.sent).toBe(true);
  expect((await ask(supportScreen, { userId: stranger })).body.entries[0].orderId).toBeNull();

  const list = (await ask(ticketList, { userId: clerk })).body;
  expect(list.entries.map(({ subject }: { subject: string }) => subject)).toEqual(['Não abre', 'Não abre']);
  expect(list.counts).toEqual({ open: 2, answered: 0, solved: 0 });
  const ready = (await listReadyAnswers(shop.ctx))[0]!;
  const opened = (await ask(ticketScreen, { userId: clerk, params, query: `?resposta=${ready.id}` })).body;
  expect(opened.ticket).toMatchObject({
    fileVersion: 2,
    file: { version: 2 },
    customer: { id: bought.userId },
  });
  expect(opened.prefill).toContain('Bruna');
  const seen = opened.ticket.replies.at(-1).id as string;

  const typed = { do: 'tickets.answer', ticketId: params.id, text: 'Uma resposta longa' };
  const answer = (as: string | null, fields: Record<string, string>) => staffForm(':id', as, fields);
  const gone = await answer(null, { ...typed, seen });
  expect(gone).toMatchObject({ status: 401, body: { ok: false, typed } });
  await answerTicket(shop.ctx, { actorUserId: colleague, ticketId: params.id, text: 'Já vi.' });
  const second = await answer(clerk, { ...typed, seen });
  expect(second).toMatchObject({ status: 409, body: { ok: false, typed } });
  expect(second.body.message).toContain('Respondido há menos de 1 min por Equipe.');
  const now = (await ask(ticketScreen, { userId: clerk, params })).body.ticket.replies.at(-1).id as string;
  expect((await answer(clerk, { ...typed, seen: now, state: 'solved' })).body.ok).toBe(true);
  expect((await ask(threadScreen, { params })).body.ticket.state).toBe('solved');
  expect((await ask(writeOn, { params, fields: { message: '' } })).body.failure.field).toBe('message');
  expect((await ask(writeOn, { params, fields: { message: 'Voltou' } })).body.sent).toBe(true);
  const mark = { do: 'tickets.set_state', ticketId: params.id, state: 'solved' };
  expect((await answer(clerk, mark)).body).toMatchObject({ ok: true, do: mark.do });
  const { state, replies } = (await ask(threadScreen, { params })).body.ticket;
  expect([state, replies.length]).toEqual(['solved', 4]);
});

test('staff keep answers ready, whose words in braces become those of the thread', async () => {
  const send = (does: string, fields: Record<string, string>, userId = clerk) =>
    staffForm('respostas', userId, { do: `ready_answers.${does}`, ...fields });
  expect((await send('create', { title: ' Sem link ', body: 'Olá, {nome}!' })).body.ok).toBe(true);
  const made = (await listReadyAnswers(shop.ctx)).find(({ title }) => title === 'Sem link')!;
  expect((await send('update', { answerId: made.id, title: '', body: 'x' })).body).toMatchObject({
    fields: { title: 'Dê um nome à resposta' },
    typed: { title: '', body: 'x' },
  });
  const mended = { answerId: made.id, title: 'Sem link', body: 'Oi, {nome}! {skin}' };
  expect((await send('update', mended)).body.ok).toBe(true);
  expect(
    fillReadyAnswer('Oi, {nome}! Seu {pedido} da {skin}.', {
      name: ' Ana $& Lima',
      orderId: null,
      skin: '$1',
    }),
  ).toBe('Oi, Ana! Seu da $1.');
  expect(fillReadyAnswer('Oi, {nome}!', { name: '', orderId: null, skin: null })).toBe('Oi!');
  await send('delete', { answerId: made.id });
  expect((await listReadyAnswers(shop.ctx)).map(({ id }) => id)).not.toContain(made.id);
  // What was typed into one that a colleague deleted is there to be saved as a new one.
  expect(await send('update', mended)).toMatchObject({ status: 422, body: { ok: false, typed: mended } });
  const courier = await createClerk(shop, 'delivery');
  expect((await send('create', { title: 'x', body: 'y' }, courier)).status).toBe(403);
});

test('what was said is evidence of a sale, and goes with the account', async () => {
  const evidence = await readEvidence(shop.ctx, { actorUserId: clerk, orderId: bought.orderId });
  expect(evidence?.messages.map(({ from, subject, text }) => [from, subject, text])).toEqual([
    ['customer', 'Não abre', 'Nada acontece'],
    ['staff', 'Não abre', 'Já vi.'],
    ['staff', 'Não abre', 'Uma resposta longa'],
    ['customer', 'Não abre', 'Voltou'],
  ]);
  expect(await deleteAccount(shop.ctx, bought.userId)).toEqual({ ok: true });
  const left = await shop.ctx.db.selectFrom('ticket_replies').select('body').execute();
  expect(left).toEqual([{ body: 'Nada acontece' }]);
});

test('a picture comes with a message, drawn anew, for its writer and the staff alone, and goes with the account or the thread', async () => {
  const print = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#ffb020' } })
    .withExif({ IFD0: { Copyright: 'segredo-no-exif' } })
    .jpeg({ quality: 100 })
    .toBuffer();
  const userId = await shop.createUser();
  const write = (message: string, picture?: Buffer) =>
    ask(support, { userId, fields: { subject: 'Não abre', message }, ...(picture && { picture }) });
  const keys = async () => {
    const replies = shop.ctx.db.selectFrom('ticket_replies').select(['id', 'picture_key']);
    return replies.where('author_id', '=', userId).orderBy('created_at').execute();
  };
  const look = async (as: string | null, id: string) =>
    (await ask(showPicture, { userId: as, params: { id } })).body as Response;

  expect((await write('Assim', print)).body).toMatchObject({ sent: true });
  const [first] = await keys();
  const shown = await look(userId, first!.id);
  expect(shown.headers.get('cache-control')).toBe('private, no-store');
  const drawn = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
  expect(drawn.includes('segredo-no-exif')).toBe(false);
  expect((await look(clerk, first!.id)).status).toBe(200);
  const courier = await createClerk(shop, 'delivery');
  for (const stranger of [await shop.createUser(), courier])
    expect((await look(stranger, first!.id)).status).toBe(404);
  expect((await look(null, first!.id)).status).toBe(401);
  const [{ id }] = (await ask(supportScreen, { userId })).body.entries;
  const thread = async () => (await ask(threadScreen, { userId, params: { id } })).body.ticket.replies;
  expect(await thread()).toMatchObject([{ text: 'Assim', hasPicture: true }]);

  // Of a form that is too long to be read for nobody in particular the words come back.
  const fields = { subject: 'Não abre', message: 'Um texto longo', item: entryId };
  expect(await ask(support, { userId: null, fields, picture: Buffer.alloc(200_000, 'x') })).toMatchObject({
    status: 401,
    body: { sent: false, typed: { subject: 'Não abre', message: 'Um texto longo' } },
  });

  // Nor one that is no form at all.
  const context = contextFor(shop.ctx, null);
  for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'multipart/form-data']) {
    let taken = 0;
    const body = new ReadableStream({
      pull: (stream) => {
        taken += 1;
        stream.enqueue(new Uint8Array(64 * 1024));
        if (taken > 100) stream.close();
      },
    });
    const headers = { 'content-type': type, 'content-length': '6500000' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const request = new Request('http://localhost:3000/x', init as RequestInit);
    expect(await callRoute(support as never, { request, params: {}, context })).toMatchObject({
      init: { status: 401 },
    });
    expect(taken).toBeLessThan(10);
  }

  // What is no picture stops the message, which stays in the form.
  const refused = await write('Outra', Buffer.from('<svg/>'));
  expect(refused).toMatchObject({ status: 422, body: { sent: false, typed: { message: 'Outra' } } });
  expect(refused.body.failure).toMatchObject({ field: 'picture' });
  expect(await keys()).toHaveLength(1);

  // A storage that is away takes no message away, and the same words bring the picture after it.
  const { write: store } = shop.ctx.files as { write?: (key: string, content: Buffer) => Promise<void> };
  Object.assign(shop.ctx.files, { write: () => Promise.reject(new Error('storage away')) });
  const told = await write('Mais uma', print);
  Object.assign(shop.ctx.files, { write: store });
  expect(told.body.sent).toBe(true);
  expect(told.body.notice).toContain('Sua mensagem chegou, mas não conseguimos guardar a imagem.');
  expect((await keys())[1]!.picture_key).toBeNull();
  expect((await write('Mais uma', print)).body.notice).toBeUndefined();
  const [, second] = await keys();
  expect(await keys()).toHaveLength(2);
  expect(second!.picture_key).not.toBeNull();

  const zip = Buffer.from(await ((await ask(exportData, { userId })).body as Response).arrayBuffer());
  for (const { picture_key } of [first!, second!])
    expect(zip.includes(`imagens/${picture_key}.webp`)).toBe(true);

  await shop.ctx.db
    .updateTable('tickets')
    .set({ changed_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(await forgetTickets(shop.ctx, new Date(1), 10)).toBe(1);
  expect(await shop.ctx.files.read(first!.picture_key!)).toBeNull();
  expect((await deleteAccount(shop.ctx, userId)).ok).toBe(true);
  expect(await shop.ctx.files.read(second!.picture_key!)).toBeNull();
});
