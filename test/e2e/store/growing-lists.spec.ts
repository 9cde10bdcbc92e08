import { runStatement } from '../database-statement.ts';
import { createPostgresDatabase, expect, startShop, test as base, type RunningShop } from '../shop.ts';
import { scriptsToRun, signIn, signUp } from '../steps.ts';

interface OldShop extends RunningShop {
  run(statement: string): Promise<void>;
}

const test = base.extend<object, { oldShop: OldShop }>({
  oldShop: [
    async ({ catalogServer }, use) => {
      const url = await createPostgresDatabase();
      const shop = await startShop('embedded', { CATALOG_URL: catalogServer.url, DATABASE_URL: url });
      await use({ ...shop, run: (statement) => runStatement(url, statement) });
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** So many sales of one person, each a minute after the one before. `money` is what its charge came to. */
const sales = (email: string, count: number, money: 'paid' | 'held') => `
  with sold as (
    insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
      total_cents, description, fingerprint, attention, created_at, paid_at, due_at)
    select gen_random_uuid(), users.id, ${money === 'paid' ? `'pending'` : `'awaiting_payment'`}, 'Bruna Compradora', email,
      '11987654321', 'x', 1500, 'Venda ' || n, 'lista:' || n, ${money === 'paid' ? 'null' : `'amount_mismatch'`},
      now() - make_interval(mins => n), ${money === 'paid' ? `now(), now() + interval '15 minutes'` : 'null, null'}
    from users, generate_series(1, ${count}) n where email = '${email}'
    returning id, user_id, created_at, split_part(fingerprint, ':', 2)::int as n
  ), bought as (
    insert into order_items (id, order_id, position, sku, skin_name, champion_name, splash_art_url, price_cents, placed_at)
    select gen_random_uuid(), id, 0, 'lol:Ahri:' || n, 'Skin ' || n, 'Ahri', '/img/Ahri_1', 1500, created_at from sold returning *
  ), owned as (
    insert into grants (item_id, order_id, owner_id, is_shown, state, waits_for, sku, skin_name, champion_name, splash_art_url, added_at)
    select bought.id, order_id, user_id, true, 'waiting', 'staff', sku, skin_name, champion_name, splash_art_url, created_at
    from bought join sold on sold.id = order_id where ${money === 'paid'}
  )
  insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents, created_at,
    expires_at, paid_at)
  select gen_random_uuid(), id, 'simulator', 'lista_' || id, '${money}', 1500, ${money === 'paid' ? 1500 : 100}, created_at,
    created_at + interval '1 hour', created_at from sold`;

const LISTS = [
  { path: '/dashboard/pedidos', who: 'buyer', item: 'h1 ~ ul > li', first: 50, all: 130 },
  { path: '/dashboard/colecao', who: 'buyer', item: 'h1 ~ ul > li', first: 120, all: 130 },
  { path: '/admin/mensagens', who: 'staff', item: 'section > div > ul > li', first: 25, all: 30 },
  { path: '/admin/atencao', who: 'staff', item: 'section > ul > li', first: 25, all: 30 },
] as const;

test(
  'a list that is longer than its first page goes on where it is, and stays open',
  { tag: '@release' },
  async ({ oldShop: shop, visitor }) => {
    const buyer = await visitor();
    const account = await signUp(buyer, shop);
    const held = await visitor();
    const other = await signUp(held, shop);
    const staff = await visitor();
    await signIn(staff, shop, shop.staff);
    await shop.run(sales(account.email, 130, 'paid'));
    await shop.run(sales(other.email, 30, 'held'));
    await shop.run(
      `insert into messages (id, kind, name, email, body, created_at)
     select gen_random_uuid(), 'contact', 'Ana', 'ana@exemplo.com', 'Mensagem ' || n, now() - make_interval(mins => n)
     from generate_series(1, 30) n`,
    );

    for (const { path, who, item, first, all } of LISTS) {
      const page = who === 'buyer' ? buyer : staff;
      const items = page.locator(item);
      const more = page.getByRole('link', { name: 'Carregar mais' });
      await page.goto(shop.url + path);
      await scriptsToRun(page);
      await expect(items, path).toHaveCount(first);
      const shown = await items.allTextContents();
      for (let pages = 2, wanted: number = first; wanted < all; pages++) {
        wanted = Math.min(all, first * pages);
        const place = await more.evaluate((link) => {
          link.scrollIntoView({ block: 'center' });
          return scrollY;
        });
        await more.click();
        await expect(items, path).toHaveCount(wanted);
        await expect(page).toHaveURL(`${shop.url}${path}?paginas=${pages}`);
        expect(await page.evaluate(() => scrollY), path).toBe(place);
      }
      await expect(more).toHaveCount(0);
      // What was there stays in its place, and nothing comes twice.
      const texts = await items.allTextContents();
      expect(texts.slice(0, first), path).toEqual(shown);
      await page.reload();
      await expect(items, path).toHaveCount(all);
    }
  },
);
