import { mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, signInPerson } from '../authorization/resources.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, freePort, startShop, test } from '../shop.ts';
import { confirmAddress, signIn, signUp } from '../steps.ts';

const ORDERS = 3_000;

test(
  'what another shop sold comes along though the shop is killed in the middle, and its buyer finds it',
  { tag: '@release' },
  async ({ catalogServer, visitor }) => {
    const env = {
      CATALOG_URL: catalogServer.url,
      // The mails name the address.
      PORT: String(await freePort()),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-moving-')),
    };
    const shop = await startShop('embedded', env);
    const owner = await visitor({ width: 360, expected: /live|Sem conexão|fetch/ });
    await signIn(owner, shop, shop.staff);
    const { skins } = (await (await owner.request.get(`${shop.url}/api/admin/skins?q=a`)).json()) as {
      skins: { name: string }[];
    };
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    const lines = Array.from({ length: ORDERS }, (_, n) => {
      const who = n < 2 ? email : `comprador${n}@exemplo.com`;
      const what = n === 1 ? 'Coisa que não existe' : skins[n % skins.length]?.name;
      return `${n};${who};12/10/2026 12:00:00;Confirmado;15,00;"José ""Zé""\nda Silva";${what};15,00`;
    });
    const header =
      'Número do Pedido;E-mail;Data;Status do Pagamento;Total;Nome do comprador;Nome do Produto;Valor do Produto';
    await owner.goto(`${shop.url}/admin/mudanca`);
    await owner.getByLabel('Arquivo CSV ou JSON').setInputFiles({
      name: 'vendas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...lines, ''].join('\r\n'), 'latin1'),
    });
    await owner.getByRole('button', { name: 'Enviar e conferir' }).click();
    const card = owner.getByRole('article', { name: 'Vendas da Nuvemshop' });
    await expect(card.getByText(/^Traria 3\.000 pedidos, 2\.999 pessoas e 2\.999 skins/)).toBeVisible();
    await expect(card.getByText('1 produto sem skin correspondente: indicar')).toBeVisible();
    expect(await inspectScreen(owner, 'Mudança')).toEqual([]);
    await card.getByRole('button', { name: 'Trazer para a loja' }).click();

    const staff = await signInPerson(shop, shop.staff);
    const show = async (url: string) => {
      const [only] = (await (await ask({ ...shop, url }, staff, '/api/admin/imports')).json()) as [
        { id: string; state: string; done: number; created: { orders: number; owned: number } },
      ];
      return only;
    };
    await expect.poll(async () => (await show(shop.url)).done, { intervals: [20] }).toBeGreaterThan(0);
    process.kill(shop.pid, 'SIGKILL');
    const again = await startShop('embedded', env);
    await expect.poll(async () => (await show(again.url)).state, { timeout: 60_000 }).toBe('done');
    expect((await show(again.url)).created).toMatchObject({ orders: ORDERS, owned: ORDERS - 1 });
    const listed = await ask(again, staff, '/api/admin/orders?status=imported');
    expect(listed.status).toBe(200);

    // Nobody was mailed, and what was bought waits for whoever proves the address.
    expect(again.mails().filter((mail) => mail.includes('comprador'))).toEqual([]);
    const owned = async () =>
      ((await (await buyer.request.get(`${again.url}/api/collection`)).json()) as []).length;
    expect(await owned()).toBe(0);
    await confirmAddress(buyer, again, email);
    await expect.poll(owned).toBe(1);
    expect(await again.stop()).toBe(0);
    rmSync(env.DATA_DIR, { recursive: true });
  },
);

test(
  'a file above 200 MB is refused by a sentence that says how large one may be, in the panel too',
  { tag: '@release' },
  async ({ shop }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fulgor-large-'));
    const path = join(folder, 'vendas.csv');
    writeFileSync(path, 'Nome;E-mail\n');
    truncateSync(path, 202 * 1024 * 1024);
    const staff = await signInPerson(shop, shop.staff);
    const send = async (to: string, from = path) => {
      const body = new FormData();
      body.set('file', await openAsBlob(from), 'vendas.csv');
      return ask(shop, staff, to, { method: 'POST', body });
    };
    const refused = await send('/api/admin/imports');
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { message: expect.stringContaining('passa de 200 MB') } },
    ]);
    const led = await send('/admin/mudanca/enviar');
    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      '/admin/mudanca?recusado=too_large#enviar',
    ]);
    const statement = await send('/admin/conferencia/enviar');
    expect(statement.headers.get('location')).toBe('/admin/conferencia?recusado=too_large#extrato');
    // More than a form may have, and no more than a statement.
    const other = join(folder, 'extrato.ofx');
    writeFileSync(other, 'x'.repeat(2 * 1024 * 1024));
    const read = await send('/admin/conferencia/enviar', other);
    expect(read.headers.get('location')).toBe('/admin/conferencia?recusado=no_statement#extrato');
    rmSync(folder, { recursive: true });
  },
);
