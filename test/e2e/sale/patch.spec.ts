import { mkdtempSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#db/client.server.ts';
import { createPostgresDatabase, expect, startShop, test } from '../shop.ts';
import { buy, fillPaymentForm, panelEntry, signIn, signUp } from '../steps.ts';
import { readStock, settingsOf } from '../stock.ts';

const OWNERS = 200;
const CHAMPION = { id: 'Sivir', name: 'Sivir' };
const OLD = 'https://arquivos.exemplo.com/antes.zip';
const NEW = 'https://arquivos.exemplo.com/depois.zip';

test(
  'who buys a skin that is being updated is told before, waits, and owners download the new version',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    const headers = { Origin: shop.url };
    const file = `${shop.url}/api/admin/skin-files/${CHAMPION.id}/1`;
    const saved = await clerk.request.put(file, { headers, data: { link: OLD, auto: true } });
    expect(saved.status(), await saved.text()).toBe(200);
    const skinName = ((await saved.json()) as { skin_name: string }).skin_name;
    const owner = await visitor();
    const account = await signUp(owner, shop);
    await buy(owner, shop, account.email, CHAMPION.id);
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);

    await clerk.goto(`${shop.url}/admin`);
    await (await panelEntry(clerk, 'Patch')).click();
    await expect(clerk.getByRole('button', { name: 'Marcar em atualização' })).toBeDisabled();
    await expect(clerk.getByText('Escolha quais arquivos para continuar.')).toBeVisible();
    await clerk.getByRole('radio', { name: /^Algumas skins/ }).check();
    await expect(clerk.getByText('Escolha ao menos uma skin para continuar.')).toBeVisible();
    await clerk.getByRole('combobox', { name: 'Skins' }).fill(skinName);
    await expect(clerk.getByRole('option').first()).toBeVisible();
    await clerk.keyboard.press('Enter');
    await clerk.getByRole('button', { name: 'Marcar em atualização' }).click();
    await expect(clerk.getByRole('heading', { name: 'Marcar 1 skin em atualização?' })).toBeFocused();
    await clerk.getByRole('button', { name: 'Marcar 1 skin' }).click();
    await expect(clerk.getByText('1 arquivo em atualização', { exact: true })).toBeVisible();
    const row = clerk.getByRole('listitem').filter({ hasText: skinName }).filter({ hasText: 'Versão' });
    await expect(row).toBeVisible();

    await owner.goto(`${shop.url}/dashboard/colecao`);
    await expect(owner.getByText('Em atualização', { exact: true })).toBeVisible();
    await buyer.goto(`${shop.url}/loja/skin/${CHAMPION.id}/1`);
    await expect(buyer.getByText('Arquivo em atualização.')).toBeVisible();
    await buyer.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await buyer.goto(`${shop.url}/carrinho`);
    await expect(buyer.getByText('Em atualização', { exact: true })).toBeVisible();
    await expect(buyer.getByText('Arquivo em atualização.')).toBeVisible();
    await buyer.getByRole('button', { name: 'Finalizar Compra' }).click();
    await expect(buyer.getByRole('dialog').getByText('Arquivo em atualização.')).toBeVisible();
    await fillPaymentForm(buyer, email);
    await expect(
      buyer.getByRole('dialog').getByText(/A entrega chega assim que a nova versão/),
    ).toBeVisible();
    await buyer.getByRole('button', { name: /simular pagamento/i }).click();
    await buyer.waitForURL('**/dashboard/pedidos');
    await expect(buyer.getByText(/A entrega chega assim que a nova versão/)).toBeVisible();
    const mailsTo = (address: string, part: string) =>
      shop.mails().filter((mail) => mail.includes(`To: ${address}`) && mail.includes(part)).length;
    await expect.poll(() => mailsTo(email, 'em atualização')).toBe(1);

    await row.getByRole('button', { name: /^Trocar arquivo/ }).click();
    await clerk.getByRole('dialog').getByLabel('Ou um link').fill(NEW);
    await clerk.keyboard.press('Enter');
    await expect(clerk.getByText('Nenhum arquivo está em atualização.')).toBeVisible();
    await expect.poll(() => mailsTo(email, NEW), { timeout: 20_000 }).toBe(1);
    await expect(buyer.getByText('Recebido')).toBeVisible();

    await expect.poll(() => mailsTo(account.email, 'Skin atualizada'), { timeout: 40_000 }).toBe(1);
    await owner.reload();
    await expect(owner.getByText('Atualizada: baixe de novo')).toBeVisible();
    const download = await owner.getByRole('link', { name: /baixar skin/i }).getAttribute('href');
    const answer = await owner.request.get(new URL(download ?? '', shop.url).href, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([302, NEW]);
    await expect(async () => {
      await owner.reload();
      await expect(owner.getByText('Atualizada: baixe de novo')).toBeHidden({ timeout: 500 });
    }).toPass();
    // Who bought it after the mark was lifted has nothing to be told.
    expect(mailsTo(email, 'Skin atualizada')).toBe(0);
  },
);

test(
  'two hundred owners get one mail each after a patch, though the shop is killed in the middle',
  { tag: '@release' },
  async ({ database, visitor }) => {
    test.setTimeout(180_000);
    const stock = readStock(database);
    const folder = mkdtempSync(join(tmpdir(), 'fulgor-e2e-'));
    await cp(stock.folder, folder, { recursive: true });
    const databaseUrl = stock.databaseUrl && (await createPostgresDatabase(stock.databaseUrl));
    await makeOwners(databaseUrl ? { url: databaseUrl } : { directory: join(folder, 'db') });
    const env = settingsOf({ ...stock, folder, databaseUrl });
    const first = await startShop('embedded', env);
    const mails = () => first.mails().filter((mail) => /^Subject: .*baixe de novo/m.test(mail));

    const clerk = await visitor({ width: 1280, expected: /live|Sem conexão|fetch/ });
    await signIn(clerk, first, first.staff);
    const mark = await clerk.request.post(`${first.url}/api/admin/patch`, {
      headers: { Origin: first.url },
      data: { scope: { all: true }, state: 'updating', notify: false },
    });
    expect(await mark.json()).toEqual({ skins: 2, owners: OWNERS });
    await clerk.goto(`${first.url}/admin/patch`);
    await expect(clerk.getByText('2 de 2')).toBeVisible();
    const question = `Liberar 2 skins e avisar ${OWNERS} pessoas`;
    // Asked in plain HTML too.
    const plain = await clerk.request.get(`${first.url}/admin/patch?quais=tudo&fazer=liberar&avisar=on`);
    expect(await plain.text()).toContain(`${question}?`);
    await clerk.getByRole('radio', { name: /^Catálogo inteiro/ }).check();
    await clerk.getByRole('button', { name: 'Liberar e avisar' }).click();
    await clerk.getByRole('button', { name: question }).click();
    await expect(clerk.getByText('2 arquivos liberados')).toBeVisible();

    await expect.poll(() => mails().length, { timeout: 40_000, intervals: [20] }).toBeGreaterThan(10);
    process.kill(first.pid, 'SIGKILL');
    console.log(`patch: killed after ${mails().length} of ${OWNERS} mails`);
    const second = await startShop('embedded', env);
    await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(OWNERS);
    const receivers = mails().map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim());
    expect(new Set(receivers).size).toBe(OWNERS);
    // Every second owner has both skins, in one mail.
    expect(mails().filter((mail) => mail.includes('Dona Um') && mail.includes('Dona Dois'))).toHaveLength(
      OWNERS / 2,
    );
    expect(await second.stop()).toBe(0);
    expect(mails()).toHaveLength(OWNERS);
    await rm(folder, { recursive: true, force: true });
  },
);

/** Delivered orders of one skin, and of two for every second person. */
async function makeOwners(location: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { db, close } = await openDatabase(location);
  for (const statement of [
    sql`create table person as
      select n, gen_random_uuid() as user_id, gen_random_uuid() as order_id from generate_series(1, ${OWNERS}::int) n`,
    sql`insert into users (id, name, email) select user_id, 'Dona ' || n, 'dona' || n || '@exemplo.com' from person`,
    sql`insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone,
        customer_tax_id_sealed, total_cents, description, fingerprint, created_at, paid_at, completed_at,
        download_link_sent_at)
      select order_id, user_id, 'completed', 'Dona ' || n, 'dona' || n || '@exemplo.com', '11987654321', 'x', 1500,
        'Skins', 'patch ' || n, now(), now(), now(), now() from person`,
    sql`insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents,
        created_at, expires_at, paid_at)
      select gen_random_uuid(), order_id, 'simulator', 'patch_' || n, 'paid', 1500, 1500, now(), now(), now()
      from person`,
    sql`insert into order_items (id, order_id, position, sku, skin_name, champion_name,
        splash_art_url, price_cents, placed_at)
      select gen_random_uuid(), order_id, skin, case skin when 1 then 'lol:Ahri:1' else 'lol:Lux:1' end,
        case skin when 1 then 'Dona Um' else 'Dona Dois' end, 'Dona', '/img/Ahri_1', 1500, now()
      from person, generate_series(1, 2) skin where skin = 1 or n % 2 = 0`,
    sql`insert into grants (item_id, order_id, owner_id, is_shown, state, sku, skin_name,
        champion_name, splash_art_url, link, added_at)
      select item.id, person.order_id, person.user_id, true, 'delivered', sku, skin_name,
        champion_name, splash_art_url, ${OLD}, now()
      from person join order_items item on item.order_id = person.order_id`,
    sql`insert into skin_files (sku, link, updated_at)
      values ('lol:Ahri:1', ${OLD}, now()), ('lol:Lux:1', ${OLD}, now())`,
    sql`drop table person`,
  ]) {
    await db.executeQuery(statement.compile(db));
  }
  await close();
}
