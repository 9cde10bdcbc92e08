import { readdirSync, readFileSync } from 'node:fs';
import { applyMigrations, type Migration } from '#db/apply-migrations.server.ts';
import { openDatabase, type SqlSession } from '#db/client.server.ts';
import { createPostgresDatabase } from '../../test/e2e/shop.ts';
import type { Measure } from './measure.ts';

/** The last one of 0.2 that moves no money; the step from it needs a stop. */
const BEFORE = '0074_role_names.sql';
const ORDERS_OF_ONE = 10;
const FOLDER = new URL('../../db/migrations/', import.meta.url);

/** The step from 0.2 to this release, for which a shop stands still, without its backup (docs/updating.md). Its time is what is asked for. */
export const measureUpdate: Measure = {
  name: 'update',
  async run(size) {
    const orders = size === 'short' ? 500 : 1_000_000;
    const database = await openDatabase({ url: await createPostgresDatabase() });
    try {
      const all = readdirSync(FOLDER)
        .sort()
        .map((name): Migration => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
      await applyMigrations(
        database,
        all.filter(({ name }) => name <= BEFORE),
      );
      const session = await database.openSession();
      await fill(session, orders / ORDERS_OF_ONE);
      await session.close();
      const startedAt = performance.now();
      const steps = await applyMigrations(database, all);
      const seconds = (performance.now() - startedAt) / 1000;
      const { rows } = await database.executeSql('select count(*)::int as n from grants where is_shown');
      const [{ n }] = rows as [{ n: number }];
      return [
        {
          figure: `update from 0.2: ${orders} orders, ${steps.length} steps`,
          goal: '–',
          ratio: '–',
          absolute: `${seconds.toFixed(1)} s`,
          // Each order has two skins, and each person every skin once.
          isMet: n === 2 * orders,
        },
      ];
    } finally {
      await database.close();
    }
  },
};

/** Delivered orders of two skins, as 0.2 wrote them. */
async function fill(session: SqlSession, people: number): Promise<void> {
  const link = `'https://arquivos.exemplo.com/' || item.id || '.zip'`;
  for (const statement of [
    `insert into users (id, name, email)
      select gen_random_uuid(), 'Ana', 'ana-' || n || '@exemplo.com' from generate_series(1, ${people}) n`,
    `insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
        total_cents, description, fingerprint, is_gift, created_at, paid_at, completed_at)
      select gen_random_uuid(), users.id, 'completed', 'Ana', email, '', '', 3000, 'x', n || email, false, at, at, at
      from users cross join generate_series(1, ${ORDERS_OF_ONE}) n
        cross join lateral (select timestamptz '2026-01-01' + n * interval '1 day' as at) moment`,
    `insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents, created_at,
        expires_at, paid_at)
      select gen_random_uuid(), id, 'simulator', id, 'paid', 3000, 3000, created_at, created_at, paid_at from orders`,
    `insert into order_items (id, order_id, position, champion_id, skin_num, skin_name, champion_name, splash_art_url,
        price_cents, kept, download_link)
      select item.id, orders.id, place, 'Ahri', 2 * extract(day from created_at) + place, 'Ahri', 'Ahri', '/a', 1500, true,
        ${link}
      from orders cross join generate_series(0, 1) place
        cross join lateral (select gen_random_uuid() as id where orders.id is not null and place >= 0) item`,
    `insert into user_collection (id, user_id, order_id, champion_id, skin_num, skin_name, champion_name, splash_art_url,
        download_link, added_at, delivered_at)
      select gen_random_uuid(), user_id, orders.id, champion_id, skin_num, skin_name, champion_name, splash_art_url,
        download_link, paid_at, completed_at
      from order_items join orders on orders.id = order_id`,
    'analyze',
  ])
    await session.execute(statement);
}
