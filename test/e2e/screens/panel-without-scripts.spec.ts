import type { Page } from '@playwright/test';
import pg from 'pg';
import { FORMS } from '#app/doors/forms.ts';
import { forgeZip } from '#test/forge-zip.ts';
import {
  ask,
  asJson,
  createResources,
  signInPerson,
  signUpPerson,
  type Person,
  type Resources,
} from '../authorization/resources.ts';
import { createPostgresDatabase, expect, startShop, test, type RunningShop } from '../shop.ts';
import { confirmAddress, signIn, signUp } from '../steps.ts';

/** The first sells; the others are there to be arranged, and nobody asks them. */
const THREE_PROVIDERS = {
  PIX_GATEWAY: 'simulator,abacatepay,mercadopago',
  ABACATEPAY_URL: 'http://127.0.0.1:9',
  ABACATEPAY_API_KEY: 'chave-de-teste',
  ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook-de-teste',
  MERCADOPAGO_URL: 'http://127.0.0.1:9',
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-token-de-teste',
  MERCADOPAGO_WEBHOOK_SECRET: 'segredo-do-webhook-de-teste',
};

test(
  'each form of the panel is there without scripts, and no button of its screens does nothing',
  { tag: '@release' },
  async ({ catalogServer, browser, visitor }) => {
    test.setTimeout(300_000);
    const url = await createPostgresDatabase();
    const shop = await startShop('postgres', {
      CATALOG_URL: catalogServer.url,
      DATABASE_URL: url,
      ...THREE_PROVIDERS,
    });
    const clerk = await visitor();
    const made = await stock(shop, clerk);
    await trouble(url, made);
    await signIn(clerk, shop, shop.staff);
    await askAsAssistant(clerk, shop);
    const storageState = await clerk.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState });
    const page = await context.newPage();
    // Of two reviews one is hidden.
    await page.goto(`${shop.url}/admin/avaliacoes`);
    const review = page.getByRole('article').first();
    await review.getByText('Ocultar da loja').click();
    await review.getByLabel('Motivo').fill('Fala de outra loja.');
    await review.getByRole('button', { name: 'Ocultar' }).click();

    const missing: string[] = [];
    const dead = new Set<string>();
    for (const [path, calls] of Object.entries(FORMS).filter(([screen]) => screen.startsWith('/admin'))) {
      const wanted = new Set(calls.map(({ does }) => does.id));
      // A delivery that may still be taken back, for some seconds.
      if (path === '/admin/mesa') await deliver(page, shop);
      for (const opened of placesOf(path, made)) await walk(page, shop.url + opened, { wanted, dead });
      missing.push(...[...wanted].map((id) => `${path} ${id}`));
    }
    expect(missing).toEqual([]);
    expect([...dead]).toEqual([]);
    await enterOrder(page, shop, made);
    await deliverMarked(page, shop);
    await sendLinks(page, shop);
    await keepView(page, shop);
    await context.close();
    await shop.stop();
  },
);

/** What waits for a person to confirm it. */
async function askAsAssistant(page: Page, shop: RunningShop): Promise<void> {
  const made = await page.request.post(`${shop.url}/api/admin/api-keys`, {
    headers: { Origin: shop.url },
    data: { name: 'Assistente', scopes: ['requests:write'] },
  });
  const { key } = (await made.json()) as { key: string };
  const asked = await fetch(`${shop.url}/api/v1/requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      operation: 'coupons.create',
      input: { body: { code: 'PEDIDO', percent: 5 } },
      reason: 'x',
    }),
  });
  expect(asked.status).toBe(202);
}

async function deliver(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(`${shop.url}/admin/mesa`);
  await page.locator('[data-desk-row]').first().click();
  await page.getByLabel('Link de download').fill('nada');
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Use um link completo, começando com https://')).toBeVisible();
  await page.getByLabel('Link de download').fill('https://arquivos.exemplo.com/sem-scripts.zip');
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByRole('button', { name: /^Desfazer/ })).toBeVisible();
}

/** A sale that was paid elsewhere, of a skin that the shop has sold before. */
async function enterOrder(page: Page, shop: RunningShop, { buyer }: Stocked): Promise<void> {
  await page.goto(`${shop.url}/admin`);
  await page.getByRole('button', { name: 'Lançar pedido' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(buyer);
  await dialog.getByLabel('Skins').fill('Lux');
  await dialog.getByLabel('Motivo').fill('Pago no balcão');
  const send = dialog.getByRole('button', { name: 'Lançar pedido' });
  await send.click();
  await expect(page.getByText('Escreva cada skin como no endereço dela na loja: Ahri/3.')).toBeVisible();
  await dialog.getByLabel('Skins').fill(`Lux/1\n${shop.url}/loja/skin/Lux/2`);
  await send.click();
  await expect(dialog).toHaveCount(0);
}

async function deliverMarked(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(`${shop.url}/admin`);
  await page
    .getByRole('checkbox', { name: /^Marcar o pedido/ })
    .first()
    .check();
  await page.getByRole('button', { name: /^Entregar/ }).click();
  const results = page.getByRole('dialog', { name: 'Entrega dos pedidos marcados' });
  await expect(results.getByText('0 de 1 pedido entregue')).toBeVisible();
  await expect(results.getByText(/^Falta o arquivo de/)).toBeVisible();
}

async function sendLinks(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(`${shop.url}/admin`);
  const links = 'https://arquivos.exemplo.com/';
  const send = page.getByRole('button', { name: 'Enviar Links e Concluir' });
  await page
    .getByRole('button', { name: /^Enviar Links/ })
    .first()
    .click();
  const fields = page.getByRole('dialog').getByRole('textbox');
  await fields.first().fill('nada');
  await send.click();
  await expect(page.getByText('Falta o link de pelo menos uma skin.')).toBeVisible();
  await expect(fields.first()).toHaveValue('nada');
  await fields.last().fill(`${links}dois.zip`);
  await send.click();
  await expect(page.getByText('Link inválido.')).toBeVisible();
  await fields.first().fill(`${links}um.zip`);
  await send.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Ver Links/ })
    .first()
    .click();
  await expect(fields.first()).toHaveValue(`${links}um.zip`);
  await page
    .getByRole('button', { name: /^Substituir link/ })
    .first()
    .click();
  await page.getByLabel('Novo link').fill('nada');
  const replace = page.getByRole('button', { name: 'Confirmar substituição' });
  await replace.click();
  await expect(page.getByText('Use um link completo, começando com https://')).toBeVisible();
  await page.getByLabel('Novo link').fill(`${links}tres.zip`);
  await replace.click();
  await page
    .getByRole('button', { name: /^Ver Links/ })
    .first()
    .click();
  await expect(fields.first()).toHaveValue(`${links}tres.zip`);
}

async function keepView(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(`${shop.url}/admin?status=completed`);
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Salvar' });
  await save.click();
  await expect(page.getByText('Dê um nome de até 40 letras.')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Nome').fill('Entregues');
  await save.click();
  await expect(page.getByRole('link', { name: 'Entregues' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Apagar a visão Entregues' }).click();
  await expect(page.getByRole('link', { name: 'Entregues' })).toHaveCount(0);
}

/** Something of each kind, so that each form has what it is about. */
type Stocked = Resources & { buyer: string };

async function stock(shop: RunningShop, page: Page): Promise<Stocked> {
  const member = await signUp(page, shop);
  await confirmAddress(page, shop, member.email);
  const staff = await signInPerson(shop, shop.staff);
  const buyer = await signUpPerson(shop, 'quem-compra');
  const other = await signUpPerson(shop, 'quem-tambem-compra');
  const made = await createResources(shop, buyer, staff);
  const goods = new FormData();
  goods.set('file', new File(['group,name,id\nEspadas,Espada,espada-1\n'], 'pacotes.csv'));
  await ask(shop, staff, '/api/admin/catalogs', { method: 'POST', body: goods });
  await ask(shop, staff, `/api/admin/webhooks/${made.hookId}/ping`, { method: 'POST' });
  await ask(shop, staff, '/api/admin/api-keys', asJson({ name: 'Planilha', scopes: ['orders:read'] }));
  await createResources(shop, other, staff);
  // What is paid and in no doubt, for the desk.
  await createResources(shop, buyer, staff);
  const send = async (who: Person, path: string, body: unknown, method?: string) => {
    const answer = await ask(shop, who, path, asJson(body, method));
    expect(answer.ok, path).toBe(true);
  };
  for (const person of [buyer, other]) {
    const answer = await ask(shop, person, '/api/collection');
    const [owned] = (await answer.json()) as { champion_id: string; skin_num: number }[];
    const { champion_id, skin_num } = owned!;
    await send(person, `/api/reviews/${champion_id}/${skin_num}`, { stars: 5, text: 'Boa.' }, 'PUT');
    const scope = { skins: [[champion_id, skin_num]] };
    if (person === other) await send(staff, '/api/admin/patch', { scope, state: 'updating' });
  }
  const order = ['simulator', 'abacatepay', 'mercadopago'];
  await send(staff, '/api/admin/settings', { pix_gateways: { order, paused: ['mercadopago'] } }, 'PUT');
  await moveIn(shop, staff);
  // The shop finds a program in it.
  const suspicious = new FormData();
  const packed = forgeZip([{ name: 'instalar.exe', content: 'MZ' }]);
  suspicious.set('file', new File([new Uint8Array(packed)], 'suspeito.zip'));
  const kept = await ask(shop, staff, '/api/admin/files', { method: 'POST', body: suspicious });
  const { id: file_id } = (await kept.json()) as { id: string };
  await send(staff, '/api/admin/skin-files/Zyra/1', { file_id, auto: false }, 'PUT');
  const message = new URLSearchParams({ name: 'Rui', email: buyer.email, message: 'Vocês vendem chaves?' });
  expect((await ask(shop, null, '/contato', { method: 'POST', body: message })).ok).toBe(true);
  const address = { email: buyer.email, new_email: `novo-${buyer.email}` };
  await send(staff, '/api/admin/rescue', { ...address, reason: 'Mostrou o recibo.' });
  await send(buyer, `/api/orders/${made.deliveredOrderId}/withdrawal`, {});
  await send(staff, '/api/admin/views', { name: 'A enviar', query: 'status=pending' });
  await send(staff, '/api/admin/coupons', { code: `SEM${buyer.id.slice(0, 6)}`, percent: 10 });
  await send(staff, '/api/admin/stock/Zyra/2', { keys: 'UMA-CHAVE-0001' });
  await send(staff, '/api/admin/staff', { email: member.email, role: 'entrega' });
  return { ...made, buyer: member.email };
}

/** Of two tables of another shop, one came in, and one is looked at. */
async function moveIn(shop: RunningShop, staff: Person): Promise<void> {
  for (const isRun of [true, false]) {
    const table = new FormData();
    table.set('kind', 'columns');
    table.set('columns', JSON.stringify({ email: 'quem', product: 'o que' }));
    table.set('file', new File([`quem,o que\nana@exemplo.com,Coisa ${isRun}\n`], 'tabela.csv'));
    const answer = await ask(shop, staff, '/api/admin/imports', { method: 'POST', body: table });
    const { id } = (await answer.json()) as { id: string };
    if (!isRun) return;
    const run = await ask(shop, staff, `/api/admin/imports/${id}/run`, { method: 'POST' });
    expect(run.status).toBe(202);
    const state = async () => {
      const shown = await ask(shop, staff, `/api/admin/imports/${id}`);
      return ((await shown.json()) as { state: string }).state;
    };
    await expect.poll(state).toBe('done');
  }
}

/** What waits for a decision about money, as a provider would have caused it. */
async function trouble(url: string, { paidOrderId, deliveredOrderId }: Resources): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const doubt = `doubted_cents = 900, doubted_at = now()`;
  await database.query(`update charges set status = 'held', ${doubt} where order_id = $1`, [paidOrderId]);
  await database.query(`update charges set charged_back_cents = 100, ${doubt} where order_id = $1`, [
    deliveredOrderId,
  ]);
  await database.query(
    `insert into refunds (charge_id, order_id, amount_cents, reason, status, created_at)
     select id, order_id, 100, 'staff', 'due', now() from charges where order_id = $1`,
    [deliveredOrderId],
  );
  await database.query(
    `insert into disputes (order_id, charge_id, gateway, gateway_dispute_id, opened_at, reason, state, decided_at)
     select order_id, id, gateway, 'perdida', now(), 'MED_FRAUDE', 'lost', now() from charges where order_id = $1`,
    [deliveredOrderId],
  );
  // A skin that is sold ahead, and a version of the game that nobody has answered for.
  await database.query(`insert into preorders (sku, until) values ('lol:Ahri:1', '2999-12-31')`);
  await database.query(
    `insert into patch_drafts (version, noticed_at, state) values ('99.1.1', now(), 'open')`,
  );
  // Of a month that may be closed, with a difference in it.
  await database.query(`update charges set paid_at = now() - interval '40 days' where order_id = $1`, [
    deliveredOrderId,
  ]);
  await database.query(
    `insert into differences (key, day, gateway, kind, against, charge_id, amount_cents, other_cents, found_at)
     select 'x', to_char(now() - interval '40 days', 'YYYY-MM-DD'), gateway, 'only_shop', 'provider', id, 1500, 1500,
       now() from charges where order_id = $1`,
    [deliveredOrderId],
  );
  await database.query(
    `insert into given_up_mails (id, name, data, since, given_up_at)
     values (gen_random_uuid(), 'mail-refund', '{}', now(), now())`,
  );
  await database.end();
}

const placesOf = (path: string, made: Resources): string[] =>
  path.startsWith('/admin/pedidos/')
    ? [made.orderId, made.paidOrderId, made.deliveredOrderId].map((id) => path.replace(/:\w+/, id))
    : [path.replace(':hookId', made.hookId).replace(/:\w+/, made.ticketId)];

/** Opens a screen and what its links and buttons open, until each wanted form stood there with a button that sends it. */
async function walk(
  page: Page,
  first: string,
  { wanted, dead }: { wanted: Set<string>; dead: Set<string> },
): Promise<void> {
  const addresses = new Set([first]);
  for (const address of addresses) {
    if (wanted.size === 0 || addresses.size > 120) return;
    await page.goto(address);
    const { forms, buttons, openers } = await page.evaluate(readScreen);
    for (const id of forms) wanted.delete(id);
    for (const button of buttons) dead.add(`${new URL(first).pathname} ${button}`);
    for (const opener of openers) addresses.add(opener);
  }
}

/** In the page: what its forms do, the buttons that need scripts, and the addresses that show more of the same screen. */
function readScreen() {
  // Also one beside the form, which names it.
  const sends = (form: HTMLFormElement) =>
    [...form.elements].find((part) => part.matches('button:not([type=button]):enabled')) as
      | HTMLButtonElement
      | undefined;
  const all = [...document.querySelectorAll('form')];
  const opened = all.flatMap((form) => {
    if (form.method !== 'get') return [];
    const query = new URLSearchParams(new FormData(form, sends(form)) as never);
    return [`${form.action.split('?')[0]}?${query}`];
  });
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')].map(({ href }) => href);
  return {
    forms: all.flatMap((form) =>
      form.method === 'post' && sends(form) ? new FormData(form).getAll('do').map(String) : [],
    ),
    buttons: [...document.querySelectorAll<HTMLButtonElement>('button[type=button]:enabled')]
      .filter((button) => button.checkVisibility())
      .map((button) => button.innerText.trim()),
    openers: [...opened, ...links].filter((href) => {
      const { pathname, search } = new URL(href);
      return pathname === location.pathname && search !== '';
    }),
  };
}
