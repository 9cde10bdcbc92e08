import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { ACCESS, type Row } from '#test/e2e/authorization/access-table.ts';
import type { Resources } from '#test/e2e/authorization/resources.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
});
afterAll(() => shop.close());

/** Nobody's: whoever is not signed in is led away before anybody looks for it. */
const NOBODYS = new Proxy({} as Resources, { get: () => '0a1b2c3d-0000-4000-8000-000000000000' });
const TOKEN = 'x'.repeat(22);

function addressOf(route: string, { params }: Row): string {
  const values = params?.(NOBODYS) ?? {};
  return route.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? TOKEN);
}
/** As a browser asks without scripts, and as React Router asks for the data, with its own words in the query. */
const WAYS: { name: string; of: (address: string) => string }[] = [
  { name: 'its page', of: (address) => address },
  { name: 'its data', of: (address) => `${address}.data` },
  { name: 'the data of an index', of: (address) => `${address}.data?index` },
];
const needsSession = (access: string | undefined) => access === 'member' || access === 'owner';
const rows = Object.entries(ACCESS).filter(([route]) => !route.startsWith('/api/'));
const screens = rows
  .filter(([, row]) => row.kind === 'screen' && needsSession(row.methods.GET?.access))
  .map(([route, row]) => addressOf(route, row));
const forms = rows
  .filter(([, { methods }]) => methods.POST?.body && needsSession(methods.POST.access))
  .map(([route, row]) => ({ address: addressOf(route, row), row }));

/** What a person may be led to. */
const pages = rows
  .filter(([, row]) => row.kind === 'screen' && row.methods.GET)
  .map(([route]) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Where an answer leads: a page by its header, data in its text. */
async function leadsTo(answer: Response): Promise<string | null> {
  const text = await answer.text();
  return (
    answer.headers.get('location') ?? /"(\/[^"]*)"/.exec(/"redirect".*/s.exec(text)?.[0] ?? '')?.[1] ?? null
  );
}

test('the walk below has screens and forms to walk', () => {
  expect(screens.length).toBeGreaterThan(12);
  expect(forms.length).toBeGreaterThan(12);
});

// shows: threat 78
test.each(screens)(
  '%s: without a session it leads to the sign-in, and from there to the same page',
  async (address) => {
    for (const { name, of } of WAYS) {
      const to = await leadsTo(await app.ask(of(address)));
      expect(new URL(to ?? '', app.url).searchParams.get('voltar'), `${name} leads to ${to}`).toBe(
        // A download begins in the collection.
        address.startsWith('/dashboard/download-skin/') ? '/dashboard/colecao' : address,
      );
    }
  },
);

// shows: threat 78
test.each(forms)(
  '$address: a form that is sent after the session ended keeps what was typed, or leads to a page',
  async ({ address, row }) => {
    const given = row.methods.POST?.body?.(NOBODYS);
    const fields = given && 'form' in given ? given.form : {};
    for (const { name, of } of WAYS.slice(0, 2)) {
      const answer = await app.ask(of(address), {
        method: 'POST',
        headers: { Origin: app.url },
        body: new URLSearchParams(fields),
      });
      if (answer.status === 401) {
        // The dialogs of the profile open with scripts alone, which show what the data says.
        const isPage = row.kind === 'screen' && name === 'its page';
        if (isPage) expect(answer.headers.get('content-type')).toMatch(/html/);
        continue;
      }
      const to = new URL((await leadsTo(answer)) ?? `/?${answer.status}`, app.url);
      const back = to.searchParams.get('voltar');
      expect(back, `${name} leads to ${to.href}`).toMatch(/^\/(?!.*\.data)/);
      expect(
        pages.some((page) => page.test(back!)),
        back!,
      ).toBe(true);
    }
  },
);

test('what was written about a skin stands on the page again, with a way to sign in', async () => {
  const { championId, num } = shop.ctx.catalog.current().skins[0]!;
  const answer = await app.ask(`/loja/skin/${championId}/${num}`, {
    method: 'POST',
    headers: { Origin: app.url },
    body: new URLSearchParams({ do: 'reviews.save', stars: '4', text: 'Escrito durante uma hora.' }),
  });
  expect(answer.status).toBe(401);
  const page = await answer.text();
  expect(page).toContain('Escrito durante uma hora.</textarea>');
  expect(page).toContain('Sua sessão terminou. Seu texto foi mantido');
});

test('an address that is too long to come back to leads to the sign-in alone', async () => {
  const answer = await app.ask(`/dashboard/pedidos?x=${'%C3%A7'.repeat(200)}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth']);
});

// shows: threat 78
test('whoever signs in or up is where they were going', async () => {
  const { email } = await app.signUp('vera');
  for (const address of ['/pagamento-pix?orderId=x', '/dashboard/pedidos?paginas=2', `/presente/${TOKEN}`]) {
    for (const path of ['/auth', '/auth.data']) {
      const signIn = await app.ask(`${path}?${new URLSearchParams({ modo: 'login', voltar: address })}`, {
        method: 'POST',
        headers: { Origin: app.url },
        body: new URLSearchParams({ email, password: 'segredo1' }),
      });
      expect(await leadsTo(signIn)).toBe(address);
    }
  }
});

// shows: threat 84
test('an address that is a secret goes to no other site, whatever the page says', async () => {
  const secret = [
    ...rows
      .filter(([route, row]) => row.kind === 'screen' && route.includes(':token'))
      .map(([route, row]) => addressOf(route, row)),
    `/auth/nova-senha?token=${TOKEN}`,
  ];
  expect(secret.length).toBeGreaterThan(3);
  for (const address of secret) {
    const answer = await app.ask(address);
    expect(answer.headers.get('referrer-policy'), address).toBe('no-referrer');
    expect(await answer.text()).not.toMatch(/<meta[^>]+name="referrer"/);
  }
});

// shows: threat 84
test('a form of such a page works without scripts, and from nowhere else', async () => {
  const send = (headers: Record<string, string>) =>
    app.ask(`/pagar/${TOKEN}`, { method: 'POST', headers: { Origin: 'null', ...headers } });
  expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(404);
  for (const site of ['cross-site', 'same-site', 'none', '']) {
    expect((await send({ 'Sec-Fetch-Site': site })).status).toBe(403);
  }
});

test('a form of the profile without a screen of its own leads back to it, as a browser without scripts sends it', async () => {
  const { cookie } = await app.signUp('sem-scripts');
  const send = async (path: string, fields: Record<string, string>, Accept: string) => {
    const headers = { Origin: app.url, cookie, Accept };
    const answer = await app.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return `${answer.status} ${answer.headers.get('location')}`;
  };
  for (const [path, fields, to] of [
    ['/dashboard/perfil/sessoes', {}, '/dashboard/perfil#seguranca'],
    ['/dashboard/perfil/verificacao', { step: 'resend' }, '/dashboard/perfil?confirmacao=enviada#seguranca'],
  ] as const) {
    expect(await send(path, fields, 'text/html,*/*;q=0.8')).toBe(`303 ${to}`);
    expect(await send(`${path}.data`, fields, '*/*')).toBe('200 null');
  }
});
