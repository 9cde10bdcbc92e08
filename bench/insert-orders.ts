/**
 * The floor of a checkout: one transaction that inserts the rows of one order (order, item, charge), 16 at once,
 * over as many connections as the shop keeps, and nothing else. Prints how many a second.
 */
import pg from 'pg';
import { insertOrder } from './insert-order.ts';

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
