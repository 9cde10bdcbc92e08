import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { fillShop } from '../bench/fill-shop.ts';
import { deleteAccount } from './accounts/profile/delete-account.ts';
import { listSessions } from './accounts/sessions/list-sessions.ts';
import { countAttention, listAttention } from './attention/list-attention.ts';
import { listAudit } from './audit/list-audit.ts';
import { countCollection, listCollection } from './collection/list-collection.ts';
import { ownedSkus } from './collection/owned-skins.ts';
import type { OutwardContext } from './context.ts';
import { recordUse } from './delivery/record-use.ts';
import { listMessages } from './messages/list-messages.ts';
import { receiveMessage } from './messages/receive-message.ts';
import { digestTaxIds } from './orders/search/digest-tax-ids.ts';
import { addDays, dayOf, type DaySpan } from './numbers/day-span.ts';
import { listTopSkins } from './numbers/list-top-skins.ts';
import { readNumbers } from './numbers/read-numbers.ts';
import type { StaffOrderSearch } from './orders/search/find-staff-orders.ts';
import { countOpenOrders, listAllOrders } from './orders/search/list-all-orders.ts';
import { listOwnOrders } from './orders/list-own-orders.ts';
import { readStaffOrder } from './orders/read-staff-order.ts';
import { processLeftoverWebhookEvents } from './payments/webhooks/process-webhook-events.ts';
import { sweepCharges } from './payments/charges/sweep-charges.ts';
import { sweepRefunds } from './refunds/sweep-refunds.ts';
import { forgetOld } from './retention/forget-old.ts';
import { refreshAlarms } from './alerts/refresh-alarms.ts';
import { RETENTION } from './retention/retention.ts';

/** With so many rows PostgreSQL plans as it does for a million, and they are written in seconds. */
const ORDERS = 30_000;
const GROWN = [
  'users',
  'sessions',
  'orders',
  'order_items',
  'charges',
  'webhook_events',
  'grants',
  'audit_log',
  'messages',
];
/**
 * A query may sort the few rows that wait for a person or a job, and the newest orders that a search reads. It may
 * not sort a table.
 */
const MAX_SORTED = 5000;

let shop: TestContext;
let customer: { id: string; name: string; email: string };
let order: { id: string; created_at: Date };

beforeAll(async () => {
  shop = await createTestContext();
  // One connection for all of it, since a setting of the session goes along.
  await shop.ctx.db.connection().execute(async (db) => {
    const run = (text: string) => db.executeQuery(CompiledQuery.raw(text));
    // A busy machine writes some of them for longer than a visitor waits.
    await run('set statement_timeout = 0');
    await fillShop(run, ORDERS);
    await run('reset statement_timeout');
  });
  order = await shop.ctx.db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .orderBy('created_at')
    .offset(ORDERS / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  customer = await shop.ctx.db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email'])
    .where('id', 'in', (eb) => eb.selectFrom('orders').select('user_id').where('id', '=', order.id))
    .executeTakeFirstOrThrow();
}, 180_000);
afterAll(() => shop.close());

const search = (
  label: string,
  found: StaffOrderSearch,
): [string, (ctx: OutwardContext) => Promise<unknown>] => [
  `the panel's orders: ${label}`,
  (ctx) => listAllOrders(ctx, found),
];
const day = () => order.created_at.toISOString().slice(0, 10);
const SKIN = 'lol:Campea7:3';
const middle = () => `${order.created_at.getTime()}_${order.id}`;

test.each<[string, (ctx: OutwardContext) => Promise<unknown>]>([
  search('all', {}),
  search('to be sent', { status: 'pending' }),
  search('to be sent, the first to be late first', { status: 'pending', sort: 'due' }),
  search('late', { late: true }),
  search('late, of one name', { late: true, q: 'maria' }),
  search('done', { status: 'completed' }),
  search('cancelled', { status: 'cancelled' }),
  search('unpaid', { status: 'awaiting_payment' }),
  search('with money to decide about', { attention: true }),
  search('a frequent name', { q: 'maria' }),
  search('a rare word', { q: 'zzyzx' }),
  search('a beginning and a filter', { q: 'quare', status: 'cancelled' }),
  ['the panel: days long past', (ctx) => listAllOrders(ctx, { from: day(), to: day() })],
  ['the panel: days, done', (ctx) => listAllOrders(ctx, { from: day(), to: day(), status: 'completed' })],
  search('a skin', { skin: SKIN }),
  search('a skin, done', { skin: SKIN, status: 'completed' }),
  search('a skin, to be sent', { skin: SKIN, status: 'pending' }),
  search('a skin, unpaid', { skin: SKIN, status: 'awaiting_payment' }),
  search('a skin, the first to be late first', { skin: SKIN, sort: 'due' }),
  search('a skin, late', { skin: SKIN, late: true }),
  search('a skin, money', { skin: SKIN, attention: true }),
  search('a skin and a name', { skin: SKIN, q: 'maria' }),
  search('a skin and a rare word', { skin: SKIN, q: 'zzyzx' }),
  search('a skin and a tax id', { skin: SKIN, cpf: '52998224725' }),
  ['the panel: a skin, days long past', (ctx) => listAllOrders(ctx, { skin: SKIN, from: day(), to: day() })],
  ['the panel: a skin, a page far down', (ctx) => listAllOrders(ctx, { skin: SKIN, cursor: middle() })],
  search('a tax id', { cpf: '529.982.247-25' }),
  search('a tax id that waits', { cpf: '52998224725', status: 'pending', sort: 'due' }),
  ['the panel: marked orders', (ctx) => listAllOrders(ctx, { ids: [order.id] })],
  search('the domain of few', { q: '@empresa.com.br', status: 'pending' }),
  ['the panel: a page far down', (ctx) => listAllOrders(ctx, { cursor: middle(), status: 'completed' })],
  ["the panel: a customer's name", (ctx) => listAllOrders(ctx, { q: customer.name })],
  ["the panel: a customer's address", (ctx) => listAllOrders(ctx, { q: customer.email })],
  ["the panel: an order's number", (ctx) => listAllOrders(ctx, { q: order.id.slice(0, 8) })],
  ['the panel: one order', (ctx) => readStaffOrder(ctx, order.id)],
  ['the numbers on the tabs', (ctx) => Promise.all([countOpenOrders(ctx), countAttention(ctx)])],
  ['what waits for a decision', (ctx) => listAttention(ctx)],
  ['the log', (ctx) => listAudit(ctx, { cursor: null })],
  ['the log, far down', (ctx) => listAudit(ctx, { cursor: String(ORDERS / 2) })],
  ['the log of one order', (ctx) => listAudit(ctx, { cursor: null, subjectId: order.id })],
  ['messages', (ctx) => listMessages(ctx, { cursor: null })],
  ['messages, far down', (ctx) => listMessages(ctx, { cursor: middle() })],
  ['own orders', (ctx) => listOwnOrders(ctx, { userId: customer.id, cursor: null })],
  ['own orders, further down', (ctx) => listOwnOrders(ctx, { userId: customer.id, cursor: middle() })],
  ['own collection', (ctx) => listCollection(ctx, { userId: customer.id, cursor: null })],
  ['own collection, further down', (ctx) => listCollection(ctx, { userId: customer.id, cursor: middle() })],
  ['how many skins', (ctx) => countCollection(ctx, customer.id)],
  ['which skins are owned', (ctx) => ownedSkus(ctx, customer.id)],
  ['own sessions', (ctx) => listSessions(ctx, { userId: customer.id, currentId: order.id })],
  ['a message is written', (ctx) => writeMessage(ctx)],
  ['the sweep of charges and of unpaid orders', (ctx) => sweepCharges(ctx)],
  ['the sweep of refunds', (ctx) => sweepRefunds(ctx)],
  ['notices left over', (ctx) => processLeftoverWebhookEvents(ctx)],
  ['tax ids without a digest', (ctx) => digestTaxIds(ctx)],
  ['a delivered order is seen', (ctx) => noteUse(ctx)],
  ['what staff are told', (ctx) => refreshAlarms(ctx)],
  ['an account is deleted', (ctx) => deleteAccount(ctx, customer.id)],
  ['the numbers of thirty days', (ctx) => readNumbers(ctx, lastDays(ctx, 30))],
  ['what sold most in a week', (ctx) => listTopSkins(ctx, lastDays(ctx, 7))],
  // All 600 messages together are read as quickly as a few of them; they go by the statement that notices go by.
  ['what is too old is forgotten', (ctx) => forgetOld(ctx, { ...RETENTION, messages: RETENTION.webhooks })],
])('%s: by an index, whatever the shop has grown to', { tags: 'release' }, async (_label, run) => {
  const statements: CompiledQuery[] = [];
  await run(recording(shop.ctx, statements));
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(await findGrowing(statement), statement.sql).toEqual([]);
  }
});

/** It runs in the background. */
function noteUse(ctx: OutwardContext) {
  const use = { userId: customer.id, address: '203.0.113.9', userAgent: null } as const;
  recordUse(ctx, { ...use, of: { orderIds: [order.id] } });
  return shop.settled();
}

function lastDays(ctx: OutwardContext, days: number): DaySpan {
  const to = dayOf(ctx.now());
  return { from: addDays(to, 1 - days), to };
}

function writeMessage(ctx: OutwardContext) {
  const { email, name, id } = customer;
  const form = { kind: 'support', userId: id, name, email, subject: 'Link', body: 'Não abre.' } as const;
  return receiveMessage(ctx, { ...form, clientAddress: '203.0.113.9' });
}

/** The same shop, whose statements are written down on their way to the database. */
function recording(ctx: OutwardContext, statements: CompiledQuery[]): OutwardContext {
  // Parts of a statement pass here as well; only what has a result was sent.
  const passing = new WeakMap<QueryId, RootOperationNode>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      passing.set(queryId, node);
      return node;
    },
    async transformResult({ result, queryId }) {
      const node = passing.get(queryId);
      if (node) statements.push(ctx.db.getExecutor().compileQuery(node, queryId));
      return result;
    },
  };
  return {
    ...ctx,
    db: ctx.db.withPlugin(recorder),
    transaction: (work) => ctx.transaction((tx) => work(tx.withPlugin(recorder))),
  };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** What of the statement's plan costs by the size of a table. */
async function findGrowing(statement: CompiledQuery): Promise<string[]> {
  if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(statement.sql)) return [];
  const explained = CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]);
  const { rows } = await shop.ctx.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained);
  const found: string[] = [];
  const look = (node: PlanNode) => {
    const table = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && GROWN.includes(table)) found.push(`reads all of ${table}`);
    for (const child of node.Plans ?? []) {
      const rows = child['Plan Rows'];
      if (node['Node Type'] === 'Sort' && rows > MAX_SORTED) found.push(`sorts ${rows} rows`);
      look(child);
    }
  };
  for (const { 'QUERY PLAN': plans } of rows) for (const { Plan } of plans) look(Plan);
  return found;
}
