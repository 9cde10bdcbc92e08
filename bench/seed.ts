/**
 * Fills the empty PostgreSQL database at DATABASE_URL with a shop of three years: a million orders, 2.5 million
 * items, 200,000 customers. One to three minutes; refuses a database that holds anything but this.
 *
 *   DATABASE_URL=postgres://… npm run bench:seed
 *   DATABASE_URL=postgres://… npm run bench:seed -- --orders 10000
 */
import { parseArgs } from 'node:util';
import { seedDatabase } from './seed-database.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const orders = Number(values.orders);
const url = process.env.DATABASE_URL;
if (!url || !Number.isSafeInteger(orders) || orders < 100) {
  console.error('DATABASE_URL=postgres://… npm run bench:seed -- --orders 1000000 (at least 100)');
  process.exit(2);
}
const startedAt = performance.now();
const isNew = await seedDatabase(url, orders);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(isNew ? `${orders} orders in ${seconds} s` : `${orders} orders were there already`);
