import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmAddress } from '#shop/accounts/profile/confirm-address.ts';
import { grantStaff } from '#shop/accounts/staff/grant-staff.ts';
import { mailRescueJob } from '#jobs/mails/mail-rescue.ts';
import { listTickets } from '#shop/tickets/list-tickets.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { createMailer } from '#server/mailer.ts';
import { buy } from '#test/purchases.ts';
import { perform } from '#test/perform.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createGate } from '#test/faults/world/gate.ts';
import { startMailServer } from '#test/faults/world/mail-server.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { createClerk, makeStaff } from '#test/make-staff.ts';
import { createTestAuth, PASSWORD, type Person, type TestAuth } from '#test/visitor/auth.ts';
import { answerRescue, readRescue } from './answer-rescue.ts';
import { askRescue } from './ask-rescue.ts';
import { cancelRescue } from './cancel-rescue.ts';
import { carryOutRescues } from './carry-out-rescues.ts';
import { listRescues } from './list-rescues.ts';

const DAY = 24 * 3600;
let shop: TestContext;
let accounts: TestAuth;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  accounts = await createTestAuth(shop);
  clerk = await createClerk(shop, 'support');
});
afterAll(() => shop.close());
beforeEach(() => shop.forget());

const newAddress = () => `${randomUUID()}@exemplo.com`;
const reason = 'Mostrou o comprovante do Pix do pedido';
const ask = (email: string, newEmail: string, why = reason) =>
  perform(askRescue, shop.ctx, { actorUserId: clerk }, { email, newEmail, reason: why });
const signIn = async (email: string) =>
  (await accounts.call('sign-in/email', { email, password: PASSWORD })).status;
const addressOf = (person: Person) =>
  shop.ctx.db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
const stateOf = async (id: string) =>
  (await listRescues(shop.ctx, { cursor: null })).entries.find((each) => each.id === id)?.state;

/** Sends what waits in the queue, and answers each mail by its address and kind. */
async function openMails(rescueId: string) {
  for (const job of await shop.jobs()) {
    if (job.name === 'mail-rescue' && job.data.rescueId === rescueId) {
      await mailRescueJob.run(shop.ctx, job.data, randomUUID());
    }
  }
  const to = (address: string) => shop.mails.filter((mail) => mail.to === address);
  return {
    to,
    token: (address: string) => /\/troca-de-email\/([\w-]{22})\n/.exec(to(address)[0]?.text ?? '')?.[1] ?? '',
  };
}

async function askFor(person: Person, newEmail = newAddress()) {
  const asked = await ask(person.email, newEmail);
  if (!asked.ok) throw new Error(asked.reason);
  const mails = await openMails(asked.id);
  return {
    id: asked.id,
    dueAt: asked.validAt,
    newEmail,
    mails,
    stop: mails.token(person.email),
    confirm: mails.token(newEmail),
  };
}

test('a confirmed address replaces the wrong one after a day, with sessions, orders and links to a password', async () => {
  const person = await accounts.register();
  const { orderId: own } = await createPaidOrder(shop, buy(shop.ctx, [0]), person.userId);
  const { orderId: other } = await createPaidOrder(shop, buy(shop.ctx, [1]), person.userId);
  const write = (id: string, email: string) =>
    shop.ctx.db.updateTable('orders').set({ customer_email: email }).where('id', '=', id).execute();
  await write(own, person.email);
  await write(other, 'mae@exemplo.com');
  await accounts.call('request-password-reset', { email: person.email });
  await shop.settled();

  const opened = await openTicket(shop.ctx, {
    userId: person.userId,
    subject: 'E-mail errado',
    text: 'Digitei meu e-mail errado.',
  });
  const findTickets = async (q: string) =>
    (await listTickets(shop.ctx, { q, cursor: null })).entries.map(({ id }) => id);

  const rescue = await askFor(person);
  const [toOld, toNew] = [rescue.mails.to(person.email), rescue.mails.to(rescue.newEmail)];
  expect(toOld).toMatchObject([{ subject: 'Pediram para trocar o e-mail da sua conta - Fulgor' }]);
  expect(toNew).toMatchObject([{ subject: 'Confirme seu novo e-mail - Fulgor' }]);
  // Either mailbox may be a stranger's: neither mail names the other address, or the person.
  expect(toOld[0]!.html + toOld[0]!.text).not.toContain(rescue.newEmail);
  expect(toNew[0]!.html + toNew[0]!.text).not.toContain(person.email);
  expect(toOld[0]!.text + toNew[0]!.text).not.toMatch(/Bruna/);
  expect(rescue.stop).not.toBe(rescue.confirm);

  expect(await answerRescue(shop.ctx, rescue.confirm)).toBe(true);
  expect(await answerRescue(shop.ctx, rescue.confirm)).toBe(false);
  shop.passSeconds(DAY - 60);
  await carryOutRescues(shop.ctx);
  expect(await addressOf(person)).toMatchObject({ email: person.email });
  expect(await accounts.sessionOf(person)).not.toBeNull();

  shop.passSeconds(120);
  await Promise.all([carryOutRescues(shop.ctx), carryOutRescues(shop.ctx)]);
  await carryOutRescues(shop.ctx);
  expect(await addressOf(person)).toEqual({ email: rescue.newEmail, email_verified: true });
  expect(await accounts.sessionOf(person)).toBeNull();
  expect(await signIn(person.email)).toBe(401);
  expect(await signIn(rescue.newEmail)).toBe(200);
  const orders = await shop.ctx.db
    .selectFrom('orders')
    .select(['id', 'customer_email'])
    .where('user_id', '=', person.userId)
    .execute();
  expect(new Map(orders.map((order) => [order.id, order.customer_email]))).toEqual(
    new Map([
      [own, rescue.newEmail],
      [other, 'mae@exemplo.com'],
    ]),
  );
  // Staff look for the person's threads by the address that they have now.
  expect(opened).toMatchObject({ ok: true });
  expect(await findTickets(rescue.newEmail)).toEqual(opened.ok ? [opened.id] : []);
  expect(await findTickets(person.email)).toEqual([]);
  expect((await openMails(rescue.id)).to(person.email).at(-1)?.subject).toMatch(
    /^O e-mail da sua conta foi trocado/,
  );
  expect((await openMails(rescue.id)).to(rescue.newEmail).at(-1)?.subject).toMatch(
    /^Seu e-mail novo já vale/,
  );

  // The link that waits in the old mailbox is dead; one for the new address works.
  const linkTo = async (address: string) => {
    const link = (await shop.jobs()).findLast(
      (job) => job.name === 'mail-account' && job.data.to === address && job.data.kind === 'reset-password',
    );
    return link?.name === 'mail-account' ? /reset-password\/([^?]+)/.exec(link.data.url)?.[1] : undefined;
  };
  const reset = async (token: string | undefined) =>
    (await accounts.call('reset-password', { newPassword: 'outra-senha-9', token })).status;
  expect(await reset(await linkTo(person.email))).toBe(400);
  // So is the one that confirmed the old address.
  const confirm = (await shop.jobs()).find(
    (job) => job.name === 'mail-account' && job.data.to === person.email && job.data.kind === 'confirm-email',
  );
  const token = confirm?.name === 'mail-account' ? confirm.data.url.split('/').at(-1)! : '';
  const { userId } = person;
  expect(await confirmAddress(shop.ctx, { userId, email: rescue.newEmail }, token)).toBe('not_yours');
  expect(await confirmAddress(shop.ctx, { userId, email: person.email }, token)).toBe('not_yours');
  // Whoever pressed the new address' link reads its mail, and need not hold the password: no staff yet.
  expect(await grantStaff(shop.ctx, { email: rescue.newEmail }, null)).toEqual({
    ok: false,
    reason: 'unproved_email',
  });
  await accounts.call('request-password-reset', { email: rescue.newEmail });
  await shop.settled();
  expect(await reset(await linkTo(rescue.newEmail))).toBe(200);
  const { entries } = await listRescues(shop.ctx, { cursor: null });
  expect(entries.filter(({ id }) => id === rescue.id)).toMatchObject([
    { state: 'done', oldEmail: person.email },
  ]);
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', person.userId)
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['rescue.asked', 'rescue.confirmed', 'rescue.done']);
  expect(JSON.stringify(log)).not.toContain('@');
});

test('over SMTP each of its seven mails arrives with its text and its page, both with where to go', async () => {
  const person = await accounts.register();
  const rescue = await askFor(person);
  const server = await startMailServer({ slots: 1, watch: () => ({ kind: 'go' }), gate: createGate() });
  try {
    const mailer = createMailer({
      smtpUrl: server.urlOf(0),
      from: 'loja@exemplo.com',
      directory: shop.directory,
      appUrl: 'https://loja.exemplo.com',
    });
    const [toOld, toNew] = [person.email, rescue.newEmail];
    for (const [kind, state, to, words, path] of [
      ['asked-old', 'waiting', toOld, 'Não fui eu: parar a troca', `/troca-de-email/${rescue.stop}`],
      ['asked-new', 'waiting', toNew, 'Confirmar e-mail', `/troca-de-email/${rescue.confirm}`],
      ['stopped-new', 'stopped', toNew, 'Nada mudou na conta.', '/contato'],
      ['dropped-old', 'refused', toOld, 'Nada mudou na conta.', '/contato'],
      ['dropped-new', 'cancelled', toNew, 'Nada mudou na conta.', '/contato'],
      ['done-old', 'done', toOld, 'não recebe mais as mensagens dela', '/contato'],
      ['done-new', 'done', toNew, 'Entre na sua conta com este endereço', '/auth'],
    ] as const) {
      const ended_at = state === 'waiting' ? null : shop.ctx.now();
      await shop.ctx.db
        .updateTable('email_rescues')
        .set({ state, ended_at, confirmed_at: ended_at })
        .where('id', '=', rescue.id)
        .execute();
      await mailRescueJob.run({ ...shop.ctx, mailer }, { rescueId: rescue.id, kind }, kind);
      const mail = server.received.at(-1)!;
      expect(mail).toMatchObject({ messageId: `<${kind}@loja.exemplo.com>`, to });
      const [text = '', page = ''] = mail.text.split('Content-Type: text/html');
      expect(text).toContain('Content-Type: text/plain');
      expect(page).toContain('prefers-color-scheme: dark');
      for (const part of [text, page]) {
        expect(part).toContain(words);
        expect(part).toContain(`http://localhost:3000${path}`);
      }
    }
  } finally {
    await server.close();
  }
});

test('the old address stops it, also after the new one confirmed and after its day', async () => {
  const person = await accounts.register();
  const rescue = await askFor(person);
  await answerRescue(shop.ctx, rescue.confirm);
  shop.passSeconds(2 * DAY);
  // To look at either link changes nothing: mail scanners open both.
  expect(await readRescue(shop.ctx, rescue.stop)).toMatchObject({ kind: 'stop', state: 'waiting' });
  expect(await readRescue(shop.ctx, rescue.confirm)).toMatchObject({ kind: 'confirm', isConfirmed: true });
  expect(await answerRescue(shop.ctx, rescue.stop)).toBe(true);
  expect(await answerRescue(shop.ctx, rescue.stop)).toBe(false);
  expect(await answerRescue(shop.ctx, rescue.confirm)).toBe(false);
  await carryOutRescues(shop.ctx);
  expect(await addressOf(person)).toMatchObject({ email: person.email });
  expect(await stateOf(rescue.id)).toBe('stopped');
  expect((await openMails(rescue.id)).to(rescue.newEmail).at(-1)?.subject).toMatch(
    /^A troca de e-mail foi parada/,
  );
  for (const token of ['', 'x', 'A'.repeat(22), rescue.id]) {
    expect(await readRescue(shop.ctx, token)).toBeNull();
    expect(await answerRescue(shop.ctx, token)).toBe(false);
  }
});

test('a new address that nobody reads locks nobody out: without its confirmation nothing changes', async () => {
  const person = await accounts.register();
  const rescue = await askFor(person);
  shop.passSeconds(6 * DAY);
  await carryOutRescues(shop.ctx);
  expect(await stateOf(rescue.id)).toBe('waiting');
  shop.passSeconds(2 * DAY);
  await carryOutRescues(shop.ctx);
  expect(await stateOf(rescue.id)).toBe('expired');
  expect(await answerRescue(shop.ctx, rescue.confirm)).toBe(false);
  expect(await addressOf(person)).toMatchObject({ email: person.email });
  expect(await signIn(person.email)).toBe(200);
});

test('what cannot be is refused with its reason', async () => {
  const [person, neighbour] = [await accounts.register(), await accounts.register()];
  const free = newAddress();
  const why = async (...asked: Parameters<typeof ask>) => {
    const result = await ask(...asked);
    return result.ok ? 'ok' : result.reason;
  };
  expect(await why(newAddress(), free)).toBe('unknown_account');
  expect(await why(person.email, person.email.toUpperCase())).toBe('same_email');
  expect(await why(person.email, neighbour.email)).toBe('email_taken');
  expect(await why(`${clerk}@exemplo.com`, free)).toBe('staff');
  expect(await ask(person.email, 'ana@localhost', 'curto')).toEqual({
    ok: false,
    reason: 'invalid',
    fields: { newEmail: expect.any(String), reason: expect.any(String) },
  });
  expect(await why(` ${person.email.toUpperCase()} `, free)).toBe('ok');
  expect(await why(person.email, newAddress())).toBe('already_open');
  expect(await why(neighbour.email, free)).toBe('address_open');
  const { entries } = await listRescues(shop.ctx, { cursor: null });
  const id = entries.find(({ oldEmail }) => oldEmail === person.email)!.id;
  expect(await cancelRescue(shop.ctx, { rescueId: id, actorUserId: clerk })).toMatchObject({ ok: true });
  expect(await cancelRescue(shop.ctx, { rescueId: id, actorUserId: clerk })).toMatchObject({ ok: false });
  // Nobody has confirmed the new address, so only the old one hears the end.
  const { to } = await openMails(id);
  expect(to(person.email).at(-1)?.subject).toMatch(/^A troca de e-mail não aconteceu/);
  expect(to(free)).toEqual([]);
  expect(await why(neighbour.email, free)).toBe('ok');
});

test('what came between is looked at on the day: an account with the new address, or a role', async () => {
  const [person, climber] = [await accounts.register(), await accounts.register()];
  const [first, second] = [await askFor(person), await askFor(climber)];
  await answerRescue(shop.ctx, first.confirm);
  await answerRescue(shop.ctx, second.confirm);
  await accounts.call('sign-up/email', { email: first.newEmail, password: PASSWORD, name: 'Ana' });
  await makeStaff(shop, climber.email, 'delivery');
  shop.passSeconds(DAY);
  await carryOutRescues(shop.ctx);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['refused', 'refused']);
  expect(await addressOf(person)).toMatchObject({ email: person.email });
  expect(await addressOf(climber)).toMatchObject({ email: climber.email });
  const { to } = await openMails(first.id);
  for (const address of [person.email, first.newEmail])
    expect(to(address).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^A troca de e-mail não aconteceu/),
      text: expect.stringContaining('Nada mudou na conta.'),
    });
});
