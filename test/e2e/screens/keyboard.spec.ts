import { randomUUID } from 'node:crypto';
import { activate, hearAnnouncements, tabTo, typeInto } from '../keyboard.ts';
import { expect, test } from '../shop.ts';
import { BUYER, openWhole } from '../steps.ts';

test.describe.configure({ timeout: 180_000 });

const times = (said: string[], text: string) => said.filter((each) => each.includes(text)).length;

test(
  'with the keyboard alone: a newcomer buys a skin, staff deliver it, and each is told',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    const announced = await hearAnnouncements(page);
    const email = `teclado-${randomUUID().slice(0, 8)}@exemplo.com`;

    // The first stop leads past the header.
    await openWhole(page, `${shop.url}/auth?modo=cadastro`);
    const tabs = page.getByRole('tab');
    await tabTo(page, tabs.nth(0));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Cadastro' })).toHaveAttribute('aria-selected', 'true');
    await typeInto(page, page.getByRole('textbox', { name: 'Nome de exibição' }), BUYER.name);
    await typeInto(page, page.getByRole('textbox', { name: 'Email' }), email);
    await typeInto(page, page.getByLabel('Senha', { exact: true }), 'segredo1');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cadastro realizado!')).toBeVisible();

    await openWhole(page, `${shop.url}/`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await activate(page, page.getByRole('link', { name: 'Explorar Skins' }));
    await page.waitForURL('**/loja');
    await typeInto(page, page.getByRole('searchbox', { name: 'Pesquisar por skin ou campeão' }), 'estopim');
    await page.waitForURL('**/loja?q=estopim');
    const card = page.getByRole('region', { name: 'Skins' }).getByRole('link').first();
    await expect(card).toHaveAccessibleName(/Estopim.*R\$\s15,00.*Obter Skin/);
    await activate(page, card);
    await page.waitForURL('**/loja/skin/Ziggs/*');
    // The address is the skin's while the store is still fading out.
    await expect(page.getByRole('button', { name: 'Comprar agora' })).toBeVisible();
    const skin = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

    const cart = page.getByRole('banner').getByRole('link', { name: 'Carrinho' });
    await activate(page, page.getByRole('button', { name: 'Adicionar ao carrinho' }), 'Space');
    await expect(cart).toHaveAccessibleName('Carrinho, 1 item');
    await expect.poll(async () => times(await announced(), 'Adicionado ao carrinho!')).toBe(1);

    await page.keyboard.press('Shift+Tab');
    await activate(page, page.getByRole('button', { name: 'Comprar agora' }));
    const dialog = page.getByRole('dialog', { name: 'Pagamento por PIX' });
    await expect(dialog).toHaveAccessibleDescription('Informe os dados de quem vai pagar.');
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await typeInto(page, dialog.getByRole('textbox', { name: 'Celular' }), '11');
    await page.keyboard.press('Enter');
    // A refused form leads to the first field to mend, whose message is its description.
    await expect(dialog.getByRole('textbox', { name: 'Celular' })).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'Celular' })).toHaveAccessibleDescription(
      'Telefone inválido',
    );
    await typeInto(page, dialog.getByRole('textbox', { name: 'Celular' }), BUYER.cellphone);
    await typeInto(page, dialog.getByRole('textbox', { name: 'CPF ou CNPJ' }), BUYER.taxId);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Copiar código PIX' })).toBeFocused();
    await expect(dialog.getByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
    expect(times(await announced(), 'Aguardando pagamento...')).toBe(1);
    expect(times(await announced(), 'QR Code gerado!')).toBe(1);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Código copiado!')).toBeVisible();
    expect(times(await announced(), 'Código copiado!')).toBe(1);

    await activate(page, dialog.getByRole('button', { name: 'Simular pagamento' }), 'Space');
    await expect(dialog.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    expect(times(await announced(), 'Pagamento Confirmado!')).toBe(1);
    await page.waitForURL('**/dashboard/pedidos');
    expect(times(await announced(), 'Pagamento confirmado!')).toBe(1);

    const clerk = await visitor({ width: 1280 });
    const toldStaff = await hearAnnouncements(clerk);
    await openWhole(clerk, `${shop.url}/auth`);
    await typeInto(clerk, clerk.getByRole('textbox', { name: 'Email' }), shop.staff.email);
    await typeInto(clerk, clerk.getByLabel('Senha', { exact: true }), shop.staff.password);
    await clerk.keyboard.press('Enter');
    await expect(clerk.getByText('Login realizado!')).toBeVisible();
    await activate(clerk, clerk.getByRole('link', { name: 'STAFF' }));
    await expect(clerk.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
    await typeInto(clerk, clerk.getByRole('searchbox', { name: /número do pedido, nome ou email/ }), email);
    const row = clerk.getByRole('row').filter({ hasText: email });
    await expect(clerk.getByRole('row')).toHaveCount(2);
    await activate(clerk, row.getByRole('button', { name: /^Enviar Links do pedido #[0-9a-f]{8}$/ }));
    const links = clerk.getByRole('dialog', { name: 'Enviar Links de Download' });
    await expect(links.getByRole('textbox', { name: `Link de download de ${skin}` })).toBeFocused();
    await clerk.keyboard.type('https://arquivos.exemplo.com/ziggs.zip');
    await activate(clerk, links.getByRole('button', { name: 'Enviar Links e Concluir' }));
    await expect(clerk.getByText('Links enviados!')).toBeVisible();
    expect(times(await toldStaff(), 'Links enviados!')).toBe(1);
    await expect(page.getByText('Recebido')).toBeVisible();
    // Toasts have come and gone, the dialog has closed: nothing was said again.
    for (const text of [
      'QR Code gerado!',
      'Código copiado!',
      'Aguardando pagamento...',
      'Pagamento confirmado!',
    ]) {
      expect(times(await announced(), text), text).toBe(1);
    }
  },
);
