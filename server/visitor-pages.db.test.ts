import { gunzipSync } from 'node:zlib';
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProduct } from '#shop/products/save-product.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { openApp, type OpenApp } from '#test/open-app.ts';

type Person = Awaited<ReturnType<OpenApp['signUp']>>;

let shop: TestContext;
let app: OpenApp;
/** What was rendered since the test began: for whom, and from what. */
let rendered: { cookie: string | null; isForNobody: boolean; html: string }[] = [];
let people: Record<'customer' | 'nameless' | 'hostile' | 'pictured' | 'staff' | 'emoji', Person>;

beforeAll(async () => {
  shop = await createTestContext();
  const { live, catalog, inBackground } = shop.ctx;
  live.subscribe('catalog', () => inBackground('reload_catalog', () => catalog.reload()));
  app = await openApp(shop);
  const { answer } = app.screens;
  app.screens.answer = async (request, about, known) => {
    const given = await answer(request, about, known);
    const html = await given.response.clone().text();
    rendered.push({ cookie: request.headers.get('cookie'), isForNobody: known !== undefined, html });
    return given;
  };
  const signUp = async (person: string, name = person) => {
    const made = await app.signUp(person);
    await shop.ctx.db.updateTable('users').set({ name }).where('id', '=', made.id).execute();
    return made;
  };
  people = {
    customer: await signUp('bruna', 'Bruna Cliente'),
    nameless: await signUp('sem-nome', ''),
    hostile: await signUp('hostil', ` </script><!--"'&<b>$&\u2028\\`),
    emoji: await signUp('figura', '🦊 Íris'),
    pictured: await signUp('retratada'),
    staff: await signUp('equipe'),
  };
  await makeStaff(shop, people.staff.email);
  await shop.ctx.db
    .updateTable('profiles')
    .set({ avatar_key: 'uploads/retrato' })
    .where('id', '=', people.pictured.id)
    .execute();
});
afterAll(() => shop.close());
beforeEach(() => void (rendered = []));

const PAGES = ['/loja', '/', '/sobre-nos', '/contato', '/carreiras'];

const ask = (person: Person, path = '/loja', headers: Record<string, string> = {}) =>
  app.ask(path, { headers: { Cookie: person.cookie, ...headers } });

const nonceOf = (answer: Response) =>
  /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';

/** The same page without the shortcut, allowed to run the same scripts. */
async function render(person: Person, path: string, nonce: string): Promise<string> {
  const request = new Request(app.url + path, { headers: { Cookie: person.cookie } });
  const { response } = await app.screens.answer(request, { requestId: 'teste', nonce, ip: '203.0.113.7' });
  return response.text();
}

test('each visitor gets the bytes that React writes for them', async () => {
  for (const path of PAGES) {
    for (const [kind, person] of Object.entries(people)) {
      // The second answer is of what the first has left.
      await ask(person, path);
      rendered = [];
      const answer = await ask(person, path);
      const html = await answer.text();
      expect(rendered, `${kind}, ${path}`).toEqual([]);
      expect(html.includes(person.email), `${kind}, ${path}`).toBe(true);
      expect(html, `${kind}, ${path}`).toBe(await render(person, path, nonceOf(answer)));
    }
  }
});

let colours = 0;
/** What was kept goes with the catalogue that it was made from: each page is rendered anew. */
async function changeCatalog(): Promise<void> {
  const [skin] = shop.ctx.catalog.current().skins;
  if (!skin) throw new Error('The catalogue is empty.');
  const color = `#00000${++colours}`;
  await shop.ctx.db
    .insertInto('splash_colors')
    .values({ champion_id: skin.championId, skin_num: skin.num, color })
    .onConflict((conflict) => conflict.columns(['champion_id', 'skin_num']).doUpdateSet({ color }))
    .execute();
  await shop.ctx.catalog.reload();
}

test('what is kept was rendered for nobody: no cookie, no name, no address of anybody', async () => {
  await changeCatalog();
  for (const person of Object.values(people)) await ask(person);
  expect(rendered.length).toBeGreaterThan(2);
  for (const { cookie, isForNobody, html } of rendered) {
    expect([cookie, isForNobody]).toEqual([null, true]);
    expect(html).not.toMatch(/exemplo\.com|Bruna|hostil|Íris|retratada|uploads\/retrato/);
  }
});

test('its headers are those of a page that is rendered, with a nonce of its own', async () => {
  const [quick, again, whole] = [
    await ask(people.customer),
    await ask(people.customer),
    await ask(people.customer, '/loja?veneno=1'),
  ];
  const own = new Set(['content-length', 'content-security-policy', 'x-request-id']);
  const shared = ({ headers }: Response) =>
    [...headers].filter(([name]) => !own.has(name)).toSorted(([one], [other]) => one.localeCompare(other));
  expect(shared(quick)).toEqual(shared(whole));
  for (const name of ['content-security-policy', 'x-request-id']) {
    expect(quick.headers.get(name), name).not.toBe(again.headers.get(name));
    expect(quick.headers.get(name)?.replaceAll(/nonce-[^']+|[0-9a-f-]{36}/g, ''), name).toBe(
      whole.headers.get(name)?.replaceAll(/nonce-[^']+|[0-9a-f-]{36}/g, ''),
    );
  }
  expect(await quick.text()).toContain(`<script nonce="${nonceOf(quick)}">`);
});

test('who reads gzip gets the same page as gzip', async () => {
  const zipped = await ask(people.customer, '/loja', { 'Accept-Encoding': 'gzip, br' });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await zipped.arrayBuffer());
  expect(zipped.headers.get('content-length')).toBe(String(bytes.length));
  const html = gunzipSync(bytes).toString();
  expect(html).toBe(await render(people.customer, '/loja', nonceOf(zipped)));
});

test('a name that stands in the shop’s data too is read as it is', async () => {
  const [champion] = shop.ctx.catalog.current().champions;
  const { id, email } = people.nameless;
  const rename = (name: string) =>
    shop.ctx.db.updateTable('users').set({ name }).where('id', '=', id).execute();
  await rename(champion?.name ?? '');
  const html = await (await ask(people.nameless)).text();
  const [, text = ''] = /c\.enqueue\((".*?[^\\])\);c\.close\(\)/.exec(html) ?? [];
  const stream = new Blob([JSON.parse(text) as string]).stream();
  const { value } = await decode(stream, globalThis as never);
  expect(value).toMatchObject({
    loaderData: {
      root: { session: { name: champion?.name, email, isStaff: false, avatar: null } },
      'routes/store/store': {
        champions: shop.ctx.catalog.current().champions.map(({ id, name }) => ({ id, name })),
      },
    },
  });
  await rename('');
});

test('a name that is changed, staff that is made and a session that is ended show in the next page', async () => {
  const person = await app.signUp('passageira');
  const read = async () => (await ask(person)).text();
  expect(await read()).not.toContain('STAFF');
  await shop.ctx.db.updateTable('users').set({ name: 'Outra' }).where('id', '=', person.id).execute();
  await makeStaff(shop, person.email);
  expect(await read()).toMatch(/STAFF.*>Outra</s);
  await shop.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  expect(await read()).toContain('Fazer Login');
});

test('a skin that is taken off sale is so in the next page', async () => {
  const read = async () => (await ask(people.customer)).text();
  expect(await read()).not.toContain('Indisponível');
  const { championId, num } = shop.ctx.catalog.current().skins[0]!;
  const product = {
    name: 'Produto',
    price_cents: 1500,
    champion_id: championId,
    skin_num: num,
    is_active: false,
  };
  await createProduct(shop.ctx, { actorUserId: people.staff.id, product });
  await expect.poll(read).toContain('Indisponível');
});

test('all else is rendered for who asks', async () => {
  const { championId, num } = shop.ctx.catalog.current().skins[0]!;
  for (const path of [
    `/loja/skin/${championId}/${num}`,
    '/loja?q=dragao',
    '/loja?pagina=2',
    '/dashboard',
    '/carrinho',
  ]) {
    rendered = [];
    await ask(people.customer, path);
    expect(rendered, path).toMatchObject([{ cookie: people.customer.cookie, isForNobody: false }]);
  }
  rendered = [];
  await app.ask('/loja', { method: 'HEAD', headers: { Cookie: people.customer.cookie } });
  expect(rendered).toMatchObject([{ isForNobody: false }]);
});

test('a page that looks at who exactly it is for is not kept', async () => {
  await changeCatalog();
  const { answer } = app.screens;
  app.screens.answer = async (request, about, known) => {
    if (known) expect(known.user.id).toBeDefined();
    return answer(request, about, known);
  };
  try {
    for (let times = 0; times < 2; times++) {
      rendered = [];
      expect(await (await ask(people.customer)).text()).toContain(people.customer.email);
      expect(rendered).toMatchObject([{ isForNobody: false }]);
    }
    expect(shop.logLines.some(({ event }) => event === 'page.render_failed')).toBe(true);
  } finally {
    app.screens.answer = answer;
  }
});
