import pg from 'pg';
import { createPostgresDatabase, expect, startShop, test } from '../shop.ts';
import { panelEntry, signIn } from '../steps.ts';

/** A sale of forty days ago that the provider lists with less, and one of yesterday. */
const SOLD = `
  insert into orders (id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
    total_cents, description, fingerprint, created_at, paid_at)
  select md5('o' || n)::uuid, 'completed', 'Ana', 'ana@exemplo.com', '11987654321', '', 1500, 'x', 'x' || n, at, at
  from (select n, now() - case n when 1 then interval '40 days' else interval '1 day' end as at
    from generate_series(1, 2) n) as sold;
  insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents, created_at,
    expires_at, paid_at, end_to_end_id)
  select md5('c' || n)::uuid, md5('o' || n)::uuid, 'bacen', 'codigo' || n, 'paid', 1500, 1500, paid_at, paid_at, paid_at,
    'E60701190202611031234567890abc0' || n
  from (select right(fingerprint, 1) as n, paid_at from orders) as sold;
  insert into provider_days (gateway, day, fetched_at)
  select 'bacen', to_char(paid_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), now() from charges;
  insert into provider_payments (gateway, end_to_end_id, gateway_charge_id, charge_id, day, amount_cents, back_cents)
  select 'bacen', end_to_end_id, gateway_charge_id, id, to_char(paid_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'),
    case gateway_charge_id when 'codigo1' then 1200 else 1500 end, 0 from charges;
  insert into differences (key, day, gateway, kind, against, gateway_charge_id, charge_id, amount_cents, shop_cents,
    other_cents, found_at)
  select 'amount provider bacen codigo1', to_char(paid_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), 'bacen',
    'amount', 'provider', 'codigo1', id, 300, 1500, 1200, now() from charges where gateway_charge_id = 'codigo1'`;

test(
  'the books beside the bank: a statement, a difference with its way out, and a month that is closed',
  { tag: '@release' },
  async ({ catalogServer, visitor }) => {
    const url = await createPostgresDatabase();
    const shop = await startShop('postgres', { CATALOG_URL: catalogServer.url, DATABASE_URL: url });
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await database.query(SOLD);
    const page = await visitor({ width: 360 });
    await signIn(page, shop, shop.staff);

    await page.goto(`${shop.url}/admin/conferencia`);
    await expect(page.getByText('Confere', { exact: true })).toBeVisible();
    const day = new Date(Date.now() - 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10);
    const send = async (text: string) => {
      const file = {
        name: 'extrato.ofx',
        mimeType: 'application/x-ofx',
        buffer: Buffer.from(text, 'latin1'),
      };
      await page.getByLabel('Arquivo OFX').setInputFiles(file);
      await page.getByRole('button', { name: 'Enviar e conferir' }).click();
    };
    await send('Data;Histórico;Valor\n');
    await expect(page.getByRole('status').filter({ hasText: 'Isto não é um extrato em OFX.' })).toBeVisible();
    const at = day.replaceAll('-', '');
    const rows = ['15,00', '99,90'].map(
      (sum, n) => `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${at}<TRNAMT>${sum}<FITID>${n}<MEMO>Crédito</STMTTRN>`,
    );
    await send(`<OFX><BANKTRANLIST><DTSTART>${at}<DTEND>${at}${rows.join('')}</BANKTRANLIST></OFX>`);
    await expect(page.getByText('Extrato lido: 1 de 2 lançamentos é da loja.')).toBeVisible();
    await page.getByText('Só no extrato, nestes dias: 1 lançamento').click();
    await expect(page.getByText('R$ 99,90')).toBeVisible();

    await page.goto(`${shop.url}/admin/atencao`);
    const waiting = (await panelEntry(page, 'Atenção')).locator('.panel-count');
    await expect(waiting).toContainText('1');
    const card = page.getByRole('article', { name: 'Valores diferentes' });
    await expect(card).toContainText('a loja contou R$ 15,00, e a lista do provedor');
    await card.getByRole('button', { name: 'Marcar como resolvido' }).click();
    await page.getByLabel('O que foi feito').fill('Acertado com o banco.');
    await page.getByRole('dialog').getByRole('button', { name: 'Marcar como resolvido' }).click();
    await expect(card).toHaveCount(0);
    await expect(waiting).toHaveCount(0);

    await page.goto(`${shop.url}/admin/conferencia`);
    await page.getByRole('button', { name: /^Fechar / }).click();
    await expect(page.getByText(/^Nº 1, /)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /Baixar CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^fechamento-\d{4}-\d\d\.csv$/);
    await database.end();
    expect(await shop.stop()).toBe(0);
  },
);
