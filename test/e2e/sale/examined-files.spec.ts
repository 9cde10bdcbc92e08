import { forgeZip } from '#test/forge-zip.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { buy, panelEntry, signIn, signUp } from '../steps.ts';

const CHAMPION = 'Zyra';

test(
  'a file in which the shop found a program waits for a person, and the page says what was looked at',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 360 });
    await signIn(clerk, shop, shop.staff);
    const page = `${shop.url}/loja/skin/${CHAMPION}/1`;
    await clerk.goto(page);
    const name = await clerk.getByRole('heading', { level: 1 }).innerText();
    await clerk.goto(`${shop.url}/admin/arquivos?${new URLSearchParams({ q: name })}`);
    const row = clerk.getByRole('listitem').filter({ hasText: name }).first();
    const give = async (fileName: string, entries: Parameters<typeof forgeZip>[0]) => {
      await row.getByRole('button', { name: /^(Informar|Trocar) arquivo/ }).click();
      const dialog = clerk.getByRole('dialog', { name: 'Arquivo da skin' });
      await dialog
        .getByLabel('Arquivo', { exact: true })
        .setInputFiles({ name: fileName, mimeType: 'application/zip', buffer: forgeZip(entries) });
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await expect(clerk.getByText('Arquivo salvo')).toBeVisible();
      await expect(row).toContainText(fileName);
    };
    const skin = { name: 'WAD/Zyra.wad.client', content: 'RW' };
    await give('suspeito.zip', [skin, { name: 'instalar.exe', content: 'MZ' }]);
    await expect(row).toContainText('Precisa ser olhado');
    await expect(row).toContainText('Programa ou script: instalar.exe.');
    await row.getByRole('switch', { name: /Entregar sozinha/ }).click();
    await expect(row).toContainText('Parada até alguém olhar o arquivo.');

    const buyer = await visitor({ width: 360 });
    const { email } = await signUp(buyer, shop);
    await buyer.goto(page);
    await expect(buyer.getByText(/Conferido/)).toHaveCount(0);
    await buy(buyer, shop, email, CHAMPION);
    await buyer.goto(`${shop.url}/dashboard/pedidos`);
    const order = buyer.getByRole('listitem').filter({ hasText: name }).first();
    await expect(order).toContainText('A equipe está conferindo o arquivo antes de enviar.');
    expect(await buyer.getByRole('main').innerText()).not.toMatch(/suspeit|programa/i);

    await (await panelEntry(clerk, 'Atenção')).click();
    const entry = clerk.getByRole('article', { name: 'Arquivo para olhar' });
    await expect(entry).toContainText('Programa ou script: instalar.exe.');
    expect(await inspectScreen(clerk, 'Atenção')).toEqual([]);
    await entry.getByRole('link', { name: 'Abrir Arquivos' }).click();
    expect(await inspectScreen(clerk, 'Arquivos')).toEqual([]);
    await row.getByLabel('O que você viu no arquivo').fill('É o instalador do autor, conferido à parte.');
    await row.getByRole('button', { name: /^Olhei e aceito/ }).click();
    await expect(clerk.getByText('Arquivo aceito')).toBeVisible();
    await expect(row).toContainText('Funcionando');
    await expect(buyer.getByText('Recebido')).toBeVisible({ timeout: 20_000 });
    await buyer.goto(page);
    await expect(buyer.getByText(/^Conferido pela equipe em \S+: 2 arquivos$/)).toBeVisible();

    await give('limpo.zip', [skin, { name: 'leia.txt' }]);
    await expect(row).toContainText('2 arquivos, nenhum executável');
    await buyer.reload();
    await expect(buyer.getByText(/^Conferido em \S+: 2 arquivos, nenhum executável$/)).toBeVisible();
    expect(await inspectScreen(buyer, 'a skin')).toEqual([]);
  },
);
