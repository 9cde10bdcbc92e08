import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runStatement } from '../database-statement.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { createPostgresDatabase, expect, startShop, test } from '../shop.ts';
import { panelEntry, signIn } from '../steps.ts';

test(
  'a link that is dead becomes an entry in Atenção, and a new one ends it',
  { tag: '@release' },
  async ({ visitor }) => {
    let status = 404;
    const host = createServer((_request, response) => void response.writeHead(status).end());
    await new Promise<void>((ready) => host.listen(0, 'localhost', ready));
    const target = `localhost:${(host.address() as AddressInfo).port}`;
    const url = await createPostgresDatabase();
    const shop = await startShop('embedded', { DATABASE_URL: url, OUTGOING_ALLOW: target });
    try {
      const clerk = await visitor({ width: 1280 });
      await signIn(clerk, shop, shop.staff);
      await clerk.goto(`${shop.url}/admin/arquivos?q=a`);
      const row = clerk.getByRole('listitem').filter({ hasText: 'Sem arquivo' }).first();
      const name = (await row.getByRole('button').innerText()).replace(/^Informar arquivo\s+de /, '').trim();
      await clerk.goto(`${shop.url}/admin/arquivos?${new URLSearchParams({ q: name })}`);
      const file = clerk.getByRole('listitem').filter({ hasText: name }).first();
      const give = async (link: string) => {
        await file.getByRole('button', { name: /^(Informar|Trocar) arquivo/ }).click();
        const dialog = clerk.getByRole('dialog', { name: 'Arquivo da skin' });
        await dialog.getByLabel('Ou um link').fill(link);
        await dialog.getByRole('button', { name: 'Salvar' }).click();
        await expect(clerk.getByText('Arquivo salvo')).toBeVisible();
      };
      const check = () => file.getByRole('button', { name: /^Verificar agora/ }).click();
      await give(`http://${target}/a.zip`);
      await check();
      await expect(file).toContainText('Não respondeu');
      await expect(file).toContainText('O endereço respondeu que o arquivo não existe (404).');
      // An hour lies between the two failures.
      await runStatement(url, `update skin_files set failing_since = failing_since - interval '1 hour'`);
      await check();
      await expect(file).toContainText('Quebrado');

      await (await panelEntry(clerk, 'Atenção')).click();
      const entry = clerk.getByRole('article', { name: 'Arquivo quebrado' });
      await expect(entry).toContainText(name);
      expect(await inspectScreen(clerk, 'Atenção')).toEqual([]);
      await entry.getByRole('link', { name: 'Abrir Arquivos' }).click();
      await expect(file).toContainText('Quebrado');
      expect(await inspectScreen(clerk, 'Arquivos')).toEqual([]);
      status = 200;
      await give(`http://${target}/b.zip`);
      await check();
      await expect(file).toContainText('Funcionando');
      await clerk.goto(`${shop.url}/admin/atencao`);
      await expect(clerk.getByText('Nada esperando por você')).toBeVisible();
    } finally {
      expect(await shop.stop()).toBe(0);
      host.close();
    }
  },
);
