import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { findMissing } from '../../scripts/install/find-engines.mjs';
import { expect, test as base, type RunningShop } from '../e2e/shop.ts';
import { BUYER, newAccount } from '../e2e/steps.ts';
import { openRoom, type Room } from './engine.ts';
import { startFirefox } from './start-firefox.ts';
import { startWebKit } from './start-webkit.ts';
import { Visitor } from './visitor.ts';

const START = { 'webkit2gtk-driver': startWebKit, 'firefox-esr': startFirefox };

export interface EngineOptions {
  engine: keyof typeof START;
  width: number;
}

const test = base.extend<EngineOptions & { room: Room; person: Visitor }>({
  engine: ['firefox-esr', { option: true }],
  width: [390, { option: true }],
  room: async ({ engine }, use) => {
    const missing = findMissing(engine) as string[];
    test.info().skip(missing.length > 0, `missing: ${missing.join(', ')}`);
    const room = await openRoom();
    await use(room);
    await room.leave();
  },
  person: async ({ engine, width, room, shop }, use) => {
    const browser = await START[engine](room, width);
    test.info().annotations.push({ type: 'engine', description: browser.name });
    await use(new Visitor(browser, shop.url));
    await browser.close();
  },
});

test('a purchase, a gift, the desk by keyboard and a download', async ({ shop, room, person }) => {
  const [buyer, friend] = [newAccount(), newAccount()];
  const names = { bought: '', given: '' };

  await test.step('from the first page to the green screen, with the account made on the way', async () => {
    await person.open('/');
    await person.keep('first-page');
    await person.click('link', 'Explorar Skins');
    names.bought = await openSkin(person, 'tarvok', "Tar'Vok");
    await person.keep('skin');
    await person.click('button', 'Comprar agora');
    await signUp(person, buyer);
    await person.at(/\/loja\/skin\//);
    await person.click('button', 'Comprar agora');
    await pay(person, buyer.email);
  });

  await test.step('another as a gift', async () => {
    await person.open('/loja');
    names.given = await openSkin(person, 'valente', 'Valente');
    await person.click('button', 'Comprar agora');
    await person.click('switch', 'É um presente');
    await person.fill('E-mail de quem recebe', friend.email);
    await person.fill('Mensagem (opcional)', 'Feliz aniversário!');
    await pay(person, buyer.email, 'gift-');
    await person.see(`Presente para ${friend.email}`);
    await signOut(person, BUYER.name);
  });

  const content = Buffer.alloc(300_000, 'fulgor');
  await test.step('the desk by keyboard: a link for one, a file for the other', async () => {
    await signIn(person, shop.staff);
    await person.open('/admin/mesa');
    await person.press('j', 'j', 'k', 'Enter');
    await person.see('Link de download');
    // What is due first stands first.
    expect(await person.read('[data-desk-row]')).toContain(names.bought);
    await person.keep('desk');
    const file = join(room.home, 'pacote.zip');
    writeFileSync(file, content);
    await person.engine.choose('[data-desk-key] input[type=file]', file);
    await person.see('Já está na loja.');
    await person.press('Enter');
    await person.see('Desfazer');
    await person.press('Enter');
    await person.see('Link de download');
    await person.type('https://arquivos.exemplo.com/presente.zip');
    await person.press('Enter');
    await person.see('Tudo entregue');
    await person.keep('desk-done');
    await signOut(person, 'Equipe');
  });

  await test.step('the gift is opened from its mail by a new account', async () => {
    await person.open(await readGiftLink(shop, friend.email));
    await person.see('deu uma skin para você!');
    await person.see('Feliz aniversário!');
    await person.keep('gift');
    await person.click('link', 'Criar conta ou entrar para abrir');
    await signUp(person, friend);
    await person.click('button', 'Abrir meu presente');
    await person.at(/\/dashboard\/colecao$/);
    await person.see(names.given);
    await signOut(person, BUYER.name);
  });

  await test.step('the collection, and the download of what was delivered', async () => {
    await signIn(person, buyer);
    await person.open('/dashboard/colecao');
    await person.see(names.bought);
    await person.keep('collection');
    await person.click('link', `Baixar Skin ${names.bought}`);
    const kept = () => {
      try {
        return readFileSync(join(room.downloads, 'pacote.zip')).equals(content);
      } catch {
        return false;
      }
    };
    await expect.poll(kept, 'the whole file lies among the downloads').toBe(true);
  });
});

async function openSkin(person: Visitor, search: string, champion: string): Promise<string> {
  await person.fill('Pesquisar por skin ou campeão', search);
  await expect.poll(() => person.read('main ul > li')).toContain(champion);
  await person.keep('store');
  await person.click('link', champion);
  await person.at(/^\/loja\/skin\//);
  await person.see('Comprar agora');
  return person.read('h1');
}

async function signUp(person: Visitor, account: { email: string; password: string }): Promise<void> {
  await person.at(/^\/auth$/);
  await person.click('tab', 'Cadastro');
  await person.fill('Nome de exibição', BUYER.name);
  await person.fill('Email', account.email);
  await person.fill('Senha', account.password);
  await person.click('button', 'Criar conta');
}

async function signIn(person: Visitor, account: { email: string; password: string }): Promise<void> {
  await person.open('/auth');
  await person.fill('Email', account.email);
  await person.fill('Senha', account.password);
  await person.press('Enter');
  await person.see('Login realizado!');
}

async function signOut(person: Visitor, name: string): Promise<void> {
  await person.open('/');
  await person.click('button', name);
  await person.click('button', 'Sair');
  await person.see('Logout realizado!');
}

async function pay(person: Visitor, email: string, screen = ''): Promise<void> {
  await person.fill('Nome completo', BUYER.name);
  await person.fill('Email', email);
  await person.fill('Celular', BUYER.cellphone);
  await person.fill('CPF', BUYER.taxId);
  await person.click('button', 'Gerar');
  await person.see('Aguardando pagamento...');
  await person.find('image', 'QR Code do PIX');
  await person.keep(`${screen}payment`);
  await person.click('button', 'Simular pagamento');
  await person.see('Pagamento Confirmado!');
  await person.keep(`${screen}green-screen`);
  await person.at(/\/dashboard\/pedidos$/);
}

async function readGiftLink(shop: RunningShop, email: string): Promise<string> {
  const link = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => /\/presente\/[\w-]{22}/.exec(mail)?.[0] ?? [])[0];
  await expect.poll(link).toBeTruthy();
  return link() ?? '';
}
