import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The rows of one order (order, item, charge) in one transaction, and nothing else. @returns the charge. */
export async function insertOrder(client: pg.PoolClient, userId: string): Promise<string> {
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
    `insert into order_items (id, order_id, position, champion_id, skin_num, skin_name, champion_name,
       splash_art_url, price_cents) values ($1, $2, 0, $3, 1, $4, $5, $6, 1500)`,
    [randomUUID(), orderId, 'Medida', 'Medida de Prata', 'Medida', '/img/Medida_1'],
  );
  await client.query(
    `insert into charges (id, order_id, gateway, gateway_charge_id, pix_code, status, amount_cents, created_at,
       expires_at, next_check_at) values ($1, $2, 'floor', $3, $4, 'pending', 1500, $5, $6, $6)`,
    [chargeId, orderId, `floor_${orderId}`, 'x'.repeat(160), now, later],
  );
  await client.query('commit');
  return chargeId;
}
