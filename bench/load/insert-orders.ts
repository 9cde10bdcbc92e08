/**
 * The floor of a checkout: one transaction that inserts the rows of one order (order, item, charge), 16 at once,
 * over as many connections as the shop keeps, and nothing else. Prints how many a second.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const [url = '', seconds = '5', userIds = ''] = process.argv.slice(2);
const AT_ONCE = 16;
const users = userIds.split(',');
const pool = new pg.Pool({ connectionString: url, max: 10 });
const until = performance.now() + Number(seconds) * 1000;
let inserted = 0;

const start = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.stdout.write(`${JSON.stringify({ perSecond: inserted / ((performance.now() - start) / 1000) })}\n`);
await pool.end();

async function work(): Promise<void> {
  while (performance.now() < until) {
    const client = await pool.connect();
    await insertOrder(client, users[inserted % users.length] ?? '');
    client.release();
    inserted++;
  }
}

/** The rows of one order (order, item, charge) in one transaction, and nothing else. */
async function insertOrder(client: pg.PoolClient, userId: string): Promise<void> {
  const [orderId, chargeId, now] = [randomUUID(), randomUUID(), new Date()];
  const later = new Date(now.getTime() + 3_600_000);
  await client.query('begin');
  await client.query(
    `insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone,
       customer_tax_id_sealed, total_cents, description, fingerprint, idempotency_key, created_at)
     values ($1, $2, 'awaiting_payment', $3, $4, $5, $6, 1500, $7, $8, $9, $10)`,
    [
      orderId,
      userId,
      'Bruna Medida',
      'bruna@medida.test',
      '11987654321',
      'x'.repeat(54),
      'Uma skin',
      `floor:${orderId}`,
      randomUUID(),
      now,
    ],
  );
  await client.query(
    `insert into order_items (id, order_id, position, sku, skin_name, champion_name,
       splash_art_url, price_cents, placed_at) values ($1, $2, 0, $3, $4, $5, $6, 1500, $7)`,
    [randomUUID(), orderId, 'lol:Medida:1', 'Medida de Prata', 'Medida', '/img/Medida_1', now],
  );
  await client.query(
    `insert into charges (id, order_id, gateway, gateway_charge_id, pix_code, status, amount_cents, created_at,
       expires_at, next_check_at) values ($1, $2, 'floor', $3, $4, 'pending', 1500, $5, $6, $6)`,
    [chargeId, orderId, `floor_${orderId}`, 'x'.repeat(160), now, later],
  );
  await client.query('commit');
}
