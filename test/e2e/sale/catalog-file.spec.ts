import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { writeZip } from '#app/endpoints/files/write-zip.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { activate, tabTo, typeInto } from '../keyboard.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';
import { buyBySimulation, scriptsToRun, signIn, signUp } from '../steps.ts';

const TABLE = `group;name;id;price;rarity;picture
Espadas;Espada de gelo;espada-gelo;19,90;rara;gelo.png
Espadas;Espada de fogo;espada-fogo;;;
Escudos;Escudo do norte;escudo-norte;30,00;;
`;

let folder: string;
test.beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fulgor-goods-'))));
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function save(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function pictured(table: string): Promise<Buffer> {
  const picture = await sharp({ create: { width: 1215, height: 717, channels: 3, background: '#3b6ea5' } })
    .png()
    .toBuffer();
  return writeZip([
    { name: 'catalog.csv', content: Buffer.from(table) },
    { name: 'gelo.png', content: picture },
  ]);
}

/** Without a dialog of the system, which no test can type into. */
async function send(page: Page, path: string, name = 'Enviar e conferir'): Promise<void> {
  const form = page.locator('form', { has: page.getByRole('button', { name, exact: true }) });
  await form.getByLabel('Arquivo CSV, JSON ou ZIP').setInputFiles(path);
  await activate(page, form.getByRole('button', { name, exact: true }));
  await page.waitForURL(/\/admin\/catalogo\?/);
}

const card = (page: Page, name: string) => page.getByRole('article', { name });

async function openPanel(visitor: () => Promise<Page>, shop: RunningShop): Promise<Page> {
  const owner = await visitor();
  await signIn(owner, shop, shop.staff);
  await owner.goto(`${shop.url}/admin/catalogo`);
  await scriptsToRun(owner);
  return owner;
}

test(
  'a catalogue of a file stands beside the other: found, bought, delivered, reviewed, refunded',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
    try {
      const owner = await openPanel(() => visitor({ width: 1440 }), shop);
      await send(owner, await save('Arsenal.csv', `${TABLE}Espadas;;sem-nome;0,50;;\n`));
      const mine = card(owner, 'Arsenal');
      await expect(mine).toContainText('Linha 5, name: Falta o nome.');
      await expect(mine).toContainText('Linha 2, picture: Esta imagem não está no ZIP');
      await expect(mine.getByRole('button', { name: 'Publicar' })).toHaveCount(0);
      if (database === 'embedded') expect(await inspectScreen(owner, 'Catálogo com problemas')).toEqual([]);

      await mine.getByText('Trocar o arquivo').click();
      await send(owner, await save('Arsenal.zip', await pictured(TABLE)), 'Conferir');
      await expect(mine).toContainText('3 itens em 2 grupos. Nenhum problema.');
      await activate(owner, mine.getByRole('button', { name: 'Publicar' }));
      await expect(mine).toContainText('À venda.');
      await mine.getByText('Nomes', { exact: true }).click();
      await typeInto(owner, mine.getByLabel('Um grupo é'), 'Arma');
      await typeInto(owner, mine.getByLabel('Vários são'), 'Armas');
      await activate(owner, mine.getByRole('button', { name: 'Salvar nomes' }));
      await expect(owner.getByText('Nomes salvos').first()).toBeVisible();

      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await buyer.goto(`${shop.url}/loja`);
      await expect(buyer.getByRole('combobox', { name: 'Grupo' }).locator('option').first()).toHaveText(
        'Qualquer grupo',
      );
      await buyer.goto(`${shop.url}/loja?q=espada+gelo`);
      await expect(buyer.getByRole('main').getByText('R$ 19,90')).toBeVisible();
      expect(await buyBySimulation(buyer, shop, email, 'espada gelo')).toBe('Espada de gelo');
      await buyer.goto(`${shop.url}/loja/skin/file:arsenal/espada-gelo`);
      await expect(buyer.getByText('Arma: Espadas')).toBeVisible();
      await expect(buyer.getByText('Raridade: rara')).toBeVisible();
      const picture = buyer.locator('main img').first();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(100);
      expect(await picture.getAttribute('src')).toContain('/img/file:arsenal_espada-gelo');

      await owner.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
      await owner
        .getByRole('button', { name: /Enviar Links/ })
        .first()
        .click();
      await owner
        .getByRole('dialog')
        .getByRole('textbox')
        .first()
        .fill('https://arquivos.exemplo.com/espada.zip');
      await owner.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
      await expect(owner.getByText('Links enviados!')).toBeVisible();
      await buyer.goto(`${shop.url}/loja/skin/file:arsenal/espada-gelo`);
      await scriptsToRun(buyer);
      const reviews = buyer.getByRole('region', { name: 'Avaliações' });
      await activate(buyer, reviews.getByRole('radio', { name: '1 estrela' }), 'Space');
      await buyer.keyboard.press('ArrowRight');
      await activate(buyer, reviews.getByRole('button', { name: 'Publicar avaliação' }));
      await expect(reviews.getByRole('status')).toHaveText('Avaliação salva. Obrigado!');

      // It goes, and what was sold stays sold.
      await owner.goto(`${shop.url}/admin/catalogo`);
      await scriptsToRun(owner);
      await mine.getByText('Remover', { exact: true }).click();
      await activate(owner, mine.getByRole('button', { name: 'Remover Arsenal' }));
      await expect(mine).toHaveCount(0);
      expect((await buyer.goto(`${shop.url}/loja/skin/file:arsenal/espada-gelo`))?.status()).toBe(404);
      await buyer.goto(`${shop.url}/dashboard/colecao`);
      await expect(buyer.getByText('Espada de gelo').first()).toBeVisible();
      await expect
        .poll(() =>
          buyer
            .locator('main img')
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBeGreaterThan(100);

      await owner.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
      await owner
        .getByRole('link', { name: /^Pedido #/ })
        .first()
        .click();
      const number =
        /Pedido #(\S+)/.exec(
          (await owner.getByRole('heading', { name: /^Pedido #/ }).textContent()) ?? '',
        )?.[1] ?? '';
      await owner
        .getByRole('button', { name: /^(Reembolsar|Devolver)/ })
        .first()
        .click();
      const dialog = owner.getByRole('dialog');
      await dialog.getByLabel('Motivo').fill('O cliente desistiu da compra.');
      await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
      await dialog.getByLabel(/Para confirmar/).fill(number);
      await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
      await expect(dialog).toBeHidden();
      await expect(owner.getByText('R$ 19,90').first()).toBeVisible();
      await expect
        .poll(() =>
          shop.mails().some((mail) => mail.includes(`To: ${email}`) && mail.includes('Espada de gelo')),
        )
        .toBe(true);
    } finally {
      await shop.stop();
    }
  },
);

test(
  "a new shop is on sale with its owner's own goods within ten minutes, by keyboard",
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    const beganAt = Date.now();
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
    try {
      const owner = await visitor({ width: 360 });
      await owner.goto(`${shop.url}/auth`);
      await scriptsToRun(owner);
      await typeInto(owner, owner.getByLabel('Email'), shop.staff.email);
      await typeInto(owner, owner.getByLabel('Senha', { exact: true }), shop.staff.password);
      await activate(owner, owner.getByRole('button', { name: 'Entrar' }));
      await expect(owner.getByText('Login realizado!')).toBeVisible();

      await owner.goto(`${shop.url}/admin`);
      await scriptsToRun(owner);
      await activate(owner, owner.locator('summary', { hasText: 'Primeiros passos' }));
      await activate(owner, owner.getByRole('link', { name: 'Escolher os produtos' }));
      await owner.waitForURL(/\/admin\/catalogo/);
      await scriptsToRun(owner);
      if (database === 'embedded') expect(await inspectScreen(owner, 'Catálogo')).toEqual([]);
      await owner.setViewportSize({ width: 360, height: 740 });
      await send(owner, await save('Pacotes.zip', await pictured(TABLE)));
      const mine = card(owner, 'Pacotes');
      await activate(owner, mine.getByRole('button', { name: 'Publicar' }));
      await expect(mine).toContainText('À venda.');

      // Only the own goods.
      await owner.goto(`${shop.url}/admin/catalogo`);
      await scriptsToRun(owner);
      const onSale = owner.getByRole('region', { name: 'À venda' });
      await tabTo(owner, onSale.getByRole('checkbox', { name: 'Skins de campeões' }));
      await owner.keyboard.press('Space');
      await activate(owner, onSale.getByRole('button', { name: 'Salvar' }));
      await expect(owner.getByText('Catálogos à venda salvos').first()).toBeVisible();

      await owner.goto(`${shop.url}/admin`);
      await scriptsToRun(owner);
      // It is as it was left: open.
      await activate(owner, owner.getByRole('link', { name: 'Dar um nome' }));
      await owner.waitForURL(/\/admin\/configuracoes/);
      await scriptsToRun(owner);
      await typeInto(owner, owner.getByLabel('Nome da loja'), 'Arsenal da Bia');
      await owner.keyboard.press('Enter');
      await expect(owner.getByText(/salvas|salvos/i).first()).toBeVisible();

      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await buyer.goto(`${shop.url}/loja`);
      await expect(buyer.getByRole('main').getByRole('listitem')).toHaveCount(3);
      await expect(buyer).toHaveTitle(/Arsenal da Bia/);
      expect(await buyBySimulation(buyer, shop, email, 'escudo')).toBe('Escudo do norte');
      const seconds = Math.round((Date.now() - beganAt) / 1000);
      test.info().annotations.push({ type: 'from the start to the first sale', description: `${seconds} s` });

      // Nothing but keys.
      const headers = { Origin: shop.url, 'content-type': 'text/plain' };
      for (const id of ['espada-gelo', 'espada-fogo', 'escudo-norte']) {
        const address = `${shop.url}/api/admin/stock/file:pacotes:${id}`;
        expect((await owner.request.post(address, { headers, data: `CHAVE-${id}` })).status()).toBe(200);
      }
      expect(await buyBySimulation(buyer, shop, email, 'fogo')).toBe('Espada de fogo');
      await buyer.goto(`${shop.url}/dashboard/colecao`);
      await buyer.getByRole('link', { name: 'Ver chave de Espada de fogo' }).click();
      await expect(buyer.getByLabel('Sua chave', { exact: true })).toHaveValue('CHAVE-espada-fogo');
      await buyer.goto(`${shop.url}/loja`);
      await expect(buyer.getByText('Sem estoque')).toHaveCount(1);
    } finally {
      await shop.stop();
    }
  },
);

test(
  'the forms of the catalogue work without scripts',
  { tag: '@release' },
  async ({ database, catalogServer, browser, visitor }) => {
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
    try {
      const owner = await visitor();
      await signIn(owner, shop, shop.staff);
      const context = await browser.newContext({
        javaScriptEnabled: false,
        storageState: await owner.context().storageState(),
      });
      const page = await context.newPage();
      await page.goto(`${shop.url}/admin/catalogo`);
      await send(page, await save('Armas.csv', TABLE.replace('gelo.png', '')));
      await card(page, 'Armas').getByRole('button', { name: 'Publicar' }).click();
      await expect(card(page, 'Armas')).toContainText('À venda.');
      await page.getByRole('checkbox', { name: 'Skins de campeões' }).uncheck();
      await page.getByRole('checkbox', { name: 'Armas' }).uncheck();
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await expect(page.getByRole('alert').first()).toContainText('Deixe ao menos um catálogo à venda');
      await card(page, 'Armas').getByText('Remover', { exact: true }).click();
      await card(page, 'Armas').getByRole('button', { name: 'Remover Armas' }).click();
      await expect(card(page, 'Armas')).toHaveCount(0);
      await context.close();
    } finally {
      await shop.stop();
    }
  },
);
