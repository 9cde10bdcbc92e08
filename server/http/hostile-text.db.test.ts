import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { listAddresses } from '#test/sources/list-addresses.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { skinsOf } from '#test/purchases.ts';

/**
 * Each has an element or attribute of its own name: found unescaped in a page, it shows which field let it through.
 */
const PAYLOADS = [
  '<x-veneno>',
  '"><x-veneno onload=alert(1)>',
  `'><x-veneno>`,
  '</script><x-veneno>',
  '</title></textarea></style><x-veneno>',
  '<!--<script><x-veneno>',
  '<svg><x-veneno>',
  '\\u003cx-veneno\\u003e"};alert(1);//',
  '${alert(1)}{{x-veneno}}<x-veneno>',
  '" onmouseover="veneno()" x="',
  '<x-veneno\u2028>',
];

let shop: TestContext;
let app: OpenApp;
type Person = Awaited<ReturnType<OpenApp['signUp']>>;
let clerk: Person;
const victims: { payload: string; person: Person; orderId: string }[] = [];

const json = (person: Person, body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { Cookie: person.cookie, Origin: app.url, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const form = (person: Person, fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { Cookie: person.cookie, Origin: app.url },
  body: new URLSearchParams(fields),
});
async function taken(answer: Response | Promise<Response>, label: string): Promise<any> {
  const { status } = await answer;
  const text = await (await answer).text();
  expect(status, `${label}: ${text.slice(0, 300)}`).toBeLessThan(400);
  return text.startsWith('{') ? JSON.parse(text) : null;
}

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  clerk = await app.signUp('equipe');
  await makeStaff(shop, clerk.email);
  for (const [index, payload] of PAYLOADS.entries()) {
    const person = await app.signUp(`pessoa-${index}`);
    // Past every check of the way in, as an older release or a hand in the database could have left it.
    await shop.ctx.db.updateTable('users').set({ name: payload }).where('id', '=', person.id).execute();
    await shop.ctx.db
      .updateTable('profiles')
      .set({ display_name: payload })
      .where('id', '=', person.id)
      .execute();
    const [skin] = skinsOf(shop.ctx, index);
    const bought = await taken(
      app.ask(
        '/api/create-pix-payment',
        json(person, {
          skinData: { ...skin, skinName: payload, championName: payload },
          description: payload,
          metadata: { externalId: payload },
          customer: { name: 'Bruna', email: person.email, cellphone: '11987654321', taxId: '52998224725' },
        }),
      ),
      'purchase',
    );
    await shop.ctx.db
      .updateTable('orders')
      .set({ customer_name: payload, description: payload })
      .where('id', '=', bought.order.id)
      .execute();
    await shop.simulator.pay(bought.payment.id);
    await taken(app.ask(`/api/payments/${bought.payment.id}`, form(person, {})), 'check');
    victims.push({ payload, person, orderId: bought.order.id });
    const [linked] = skinsOf(shop.ctx, PAYLOADS.length + index);
    await taken(
      app.ask(
        '/api/admin/products',
        json(clerk, {
          name: payload,
          champion: payload,
          description: payload,
          price: 15,
          image_url: `https://fotos.exemplo.com/${encodeURIComponent(payload)}`,
          champion_id: linked!.championId,
          skin_num: linked!.skinNum,
        }),
      ),
      'product',
    );
    await taken(
      app.ask(
        '/contato',
        form(person, { name: payload, email: person.email, message: `Olá ${payload}`, subject: payload }),
      ),
      'message',
    );
    await shop.ctx.db.deleteFrom('rate_limits').execute();
  }
}, 180_000);
afterAll(() => shop.close());

const digestOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** What of the page a browser would run or open that we did not write. */
function breakouts(html: string, policy: string): string[] {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '-';
  const found = [
    ...html.matchAll(
      /<x-veneno[^>]*>?|" onmouseover="|<svg><|(?:href|src|action)="\s*(?:javascript|data:text)[^"]*"/gi,
    ),
  ];
  const scripts = [...html.matchAll(/(<script[^>]*>)([^]*?)<\/script>/g)]
    .map(([, tag = '', text = '']) => ({ tag, text }))
    // Data that no browser runs; what is in it cannot leave it, or it would be found above.
    .filter(({ tag }) => tag !== '<script type="application/ld+json">')
    .filter(({ tag, text }) => !tag.includes(`nonce="${nonce}"`) && !policy.includes(digestOf(text)));
  return [...found.map(([text]) => text), ...scripts.map(({ tag }) => tag)];
}

// The offline page is one file for everybody, under a policy of its own.
const screens = [...new Set(listAddresses().map(({ path }) => path))].filter(
  (path) => !/^\/(?:api|webhooks|img|uploads|sem-conexao)\b/.test(path),
);

/** What a person is shown at an address, in which nothing of a payload may have broken out. */
async function look(
  who: Person,
  path: string,
): Promise<{ isPage: boolean; isTold: boolean; found: string[] }> {
  const answer = await app.ask(path, { headers: { Cookie: who.cookie } });
  const html = await answer.text();
  if (!answer.headers.get('content-type')?.startsWith('text/html'))
    return { isPage: false, isTold: false, found: [] };
  const found = breakouts(html, answer.headers.get('content-security-policy') ?? '').map(
    (text) => `${path}: ${text}`,
  );
  return { isPage: true, isTold: html.includes('veneno'), found };
}

async function lookAt(visits: [who: Person, path: string][]) {
  const seen = [];
  for (const [who, path] of visits) seen.push(await look(who, path));
  const pages = seen.filter(({ isPage }) => isPage);
  return {
    pages: pages.length,
    told: pages.filter(({ isTold }) => isTold).length,
    found: pages.flatMap(({ found }) => found).slice(0, 10),
  };
}

const fill = (path: string, orderId: string) => {
  const [skin] = skinsOf(shop.ctx, 0);
  const params: Record<string, string> = {
    championId: skin!.championId,
    skinNum: String(skin!.skinNum),
    id: orderId,
  };
  return path.replaceAll(/:(\w+)|\*/g, (_, name?: string) => params[name ?? ''] ?? 'nada');
};

// shows: threat 27
test(
  'hostile names and texts stay text on every screen of the customer and of the staff',
  { tags: 'release', timeout: 120_000 },
  async () => {
    const seen = await lookAt(
      victims.flatMap(({ person, orderId }): [Person, string][] => [
        ...screens
          .filter((path) => !path.startsWith('/admin'))
          .map((path): [Person, string] => [person, fill(path, orderId)]),
        [clerk, fill('/admin/pedidos/:id', orderId)],
      ]),
    );
    const staff = await lookAt(
      screens
        .filter((path) => path.startsWith('/admin'))
        .map((path) => [clerk, fill(path, victims[0]!.orderId)]),
    );
    expect([...seen.found, ...staff.found]).toEqual([]);
    // The texts did get onto the screens.
    expect(seen.told).toBeGreaterThan(100);
    expect(staff.told).toBeGreaterThanOrEqual(3);
  },
);

// shows: threat 27
test('hostile text in an address stays text where a screen repeats it', async () => {
  const seen = await lookAt(
    victims.flatMap(({ payload, person, orderId }): [Person, string][] => {
      const echo = encodeURIComponent(payload);
      return [
        [person, `/loja?q=${echo}&campeao=${echo}&ordem=${echo}&pagina=${echo}`],
        [person, `/pagamento-pix?amount=15&description=${echo}`],
        [person, `/pagamento-pix?orderId=${orderId}&amount=${echo}&description=${echo}`],
        [clerk, `/admin?q=${echo}&status=${echo}`],
        [{ ...person, cookie: '' }, `/auth?voltar=${echo}&modo=${echo}`],
        [{ ...person, cookie: '' }, `/auth/nova-senha?token=${echo}&error=${echo}`],
        [person, `/loja/skin/${echo}/1`],
        [person, `/${echo}`],
      ];
    }),
  );
  expect(seen.found).toEqual([]);
  expect(seen.told).toBeGreaterThan(40);
});
