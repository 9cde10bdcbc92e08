import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile';

let shop: TestContext;
let app: OpenApp;
let person: { cookie: string; id: string; email: string };
let page: string;
beforeAll(async () => {
  shop = await createTestContext();
  shop.ctx.settings.installLink = 'ltk://install?url={url}&name={name}&source={brand}';
  app = await openApp(shop);
  person = await app.signUp('bruna');
  const clerk = await shop.createUser('Equipe');
  const fileId = await storeTestFile(shop, clerk, 'pacote.zip');
  await saveSkinFile(shop.ctx, {
    actorUserId: clerk,
    sku: skinsOf(shop.ctx, 0)[0]!.sku,
    fileId,
    auto: true,
  });
  await createPaidOrder(shop, buy(shop.ctx, [0]), person.id);
  const entry = await shop.ctx.db.selectFrom('user_collection').select('id').executeTakeFirstOrThrow();
  page = `/dashboard/instalar/${entry.id}`;
});
afterAll(() => shop.close());

async function ask(path: string, { fields, phone = false }: { fields?: object; phone?: boolean } = {}) {
  const answer = await app.ask(path, {
    method: fields ? 'POST' : 'GET',
    headers: { Cookie: person.cookie, Origin: app.url, ...(phone && { 'user-agent': PHONE }) },
    ...(fields && { body: new URLSearchParams({ ...fields }) }),
  });
  return { status: answer.status, text: await answer.text() };
}
const mails = async () =>
  (await shop.jobs()).flatMap(({ name, data }) =>
    name === 'mail-account' && data.kind === 'open-collection' ? [data] : [],
  );

test('without scripts a press is answered by a page with the link, and by the shop of nobody else', async () => {
  const collectionId = page.split('/').at(-1);
  const pressed = await ask(page, { fields: { do: 'collection.install', collectionId } });
  expect(pressed.status).toBe(200);
  expect(pressed.text).toContain('href="ltk://install?url=http%3A%2F%2Flocalhost%3A3000%2Fi%2F');
  expect(pressed.text).toContain('Não abriu?');
  person = await app.signUp('outra').then((other) => ({ ...person, cookie: other.cookie }));
  expect((await ask(page)).status).toBe(404);
  shop.ctx.settings.installLink = null;
});

test('a phone sends the collection to the computer, by mail to a proved address alone, and not often', async () => {
  const installLink = 'ltk://install?url={url}';
  shop.ctx.settings.installLink = installLink;
  const { id: userId, cookie, email } = await app.signUp('carla');
  await shop.ctx.db.updateTable('grants').set({ owner_id: userId }).execute();
  person = { id: userId, cookie, email };
  const asked = { fields: { do: 'collection.mail' }, phone: true };
  expect((await ask('/dashboard/colecao')).text).toContain('Instalar no LTK Manager');
  expect((await ask('/dashboard/colecao', { phone: true })).text).toContain('Abra no computador');
  expect((await ask(page, { phone: true })).text).toContain('confirme antes o seu endereço no perfil');
  expect((await ask(page, asked)).status).toBe(409);
  expect(await mails()).toEqual([]);
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  const answers = [await ask(page, asked), await ask(page, asked), await ask(page, asked)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[0]!.text).toContain(`Enviado para ${email}.`);
  expect(await mails()).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: 'open-collection',
      to: email,
      name: 'carla',
      url: 'http://localhost:3000/dashboard/colecao',
    })),
  );
  shop.ctx.settings.installLink = null;
  expect((await ask('/dashboard/colecao')).text).not.toContain('Instalar no');
  expect((await ask(page)).status).toBe(404);
});
