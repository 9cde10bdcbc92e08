import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { Draft, DraftOrder, DraftProduct, Problem } from './draft.ts';
import type { Kind, OwnColumns } from './kinds.ts';
import { createMatcher, foldName, readDecisions, type Match } from './match-names.ts';
import { isNobody } from './own-format.ts';
import { readDrafts } from './read-drafts.ts';
import { noCounts, type Found } from './shown-import.ts';
import { storedRows } from './stored-rows.ts';
import { findKnown, readItems, type Known } from './write-drafts.ts';

const MOST_UNCLEAR = 500;
const MOST_UNMATCHED = 500;
/** So many drafts are compared with the shop at a time. */
export const DRAFTS_AT_ONCE = 200;

/** The dry run: what the file would bring, and what of it the shop does not understand. Nothing else is written. */
export async function checkImport(ctx: ShopContext, id: string): Promise<void> {
  const file = await ctx.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const readAs = {
    kind: file.kind as Kind,
    header: file.header,
    columns: file.columns as OwnColumns | null,
    madeAt: file.made_at,
  };
  const match = createMatcher(ctx.catalog.current(), await readDecisions(ctx.db));
  const tally = createTally(match);
  for await (const drafts of inParts(readDrafts(readAs, storedRows(ctx, id)))) {
    tally.add(drafts, await findKnown(ctx.db, drafts));
  }
  const found: Found = tally.found();
  await ctx.db
    .updateTable('imports')
    .set({
      found: JSON.stringify(found),
      state: sql`case when state = 'reading' then 'checked' else state end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Counts what would be made, with what the file itself has twice. */
function createTally(match: (name: string, sku: string | null) => Match) {
  const people = new Set<string>();
  const orders = new Map<string, readonly string[]>();
  const codes = new Set<string>();
  const products = new Set<string>();
  const unmatched = new Map<string, { name: string; count: number; suggestions: string[] }>();
  const counted: Found = {
    rows: 0,
    understood: 0,
    skipped: 0,
    unpaid: 0,
    foreign: 0,
    unclearRows: 0,
    unclear: [],
    unmatched: [],
    wouldCreate: noCounts(),
  };
  const would = counted.wouldCreate;
  const miss = (name: string, suggestions: string[]) => {
    const folded = foldName(name);
    const missed = unmatched.get(folded) ?? { name, count: 0, suggestions };
    missed.count += 1;
    unmatched.set(folded, missed);
  };
  const addPerson = (email: string, known: Known) => {
    if (people.has(email) || known.people.has(email) || isNobody(email)) return;
    people.add(email);
    would.people += 1;
  };
  const addOrder = (order: DraftOrder, known: Known) => {
    if (!order.isPaid) return void (counted.unpaid += 1);
    const key = `${order.source} ${order.number}`;
    const id = order.id ?? '';
    if (orders.has(key) || orders.has(id) || known.orders.has(key) || known.orderIds.has(id))
      return void (counted.skipped += 1);
    orders.set(key, [order.email]);
    if (id !== '') orders.set(id, []);
    addPerson(order.email, known);
    would.orders += 1;
    if (order.isForeign) counted.foreign += 1;
    const items = readItems(order, match, null);
    would.owned += items.filter(({ owned }) => owned !== null).length;
    for (const item of order.items) {
      if (item.own) continue;
      const { isDecided, suggestions } = match(item.name, item.sku);
      if (!isDecided) miss(item.name, suggestions);
    }
  };
  const isTwin = ({ own, name }: DraftProduct, known: Known) =>
    own?.sku === null && products.has(`name ${name}`) && !known.products.has(`name ${name}`);
  const isOfAnother = ({ source, number, id, email, isPaid }: DraftOrder, known: Known) => {
    const key = `${source} ${number}`;
    const emails = orders.get(key) ?? known.orders.get(key);
    if (!isPaid || !emails || orders.has(id ?? '') || known.orderIds.has(id ?? '')) return false;
    // Of a deleted account nobody knows any more whose it was.
    return !isNobody(email) && !emails.some((one) => one === email || one === '' || isNobody(one));
  };
  const problemsOf = (draft: Draft, known: Known): Problem[] => {
    if (draft.problems.length > 0) return draft.problems;
    if (draft.is === 'product' && isTwin(draft, known)) return [twinOf(draft)];
    return draft.is === 'order' && isOfAnother(draft, known) ? [otherOf(draft)] : [];
  };
  return {
    add(drafts: readonly Draft[], known: Known) {
      for (const draft of drafts) {
        counted.rows += draft.rows;
        const problems = problemsOf(draft, known);
        const bad = new Set(problems.map(({ row }) => row)).size;
        counted.unclearRows += bad;
        counted.understood += draft.rows - bad;
        counted.unclear.push(...problems.slice(0, MOST_UNCLEAR - counted.unclear.length));
        if (bad > 0) continue;
        if (draft.is === 'order') addOrder(draft, known);
        else if (draft.is === 'person') addPerson(draft.email, known);
        else if (draft.is === 'coupon') {
          if (!known.codes.has(draft.coupon.code) && !codes.has(draft.coupon.code)) would.coupons += 1;
          codes.add(draft.coupon.code);
        } else {
          const { sku, isDecided, suggestions } = match(draft.name, draft.sku);
          const key = draft.own ? (draft.own.sku ?? `name ${draft.name}`) : sku;
          if (!draft.own && !isDecided) miss(draft.name, suggestions);
          if (key === null || known.products.has(key) || products.has(key)) continue;
          products.add(key);
          would.products += 1;
        }
      }
    },
    found(): Found {
      const missed = [...unmatched.values()].toSorted((one, other) => other.count - one.count);
      return { ...counted, unmatched: missed.slice(0, MOST_UNMATCHED) };
    },
  };
}

const twinOf = ({ row, name }: DraftProduct): Problem => ({
  row,
  column: 'products.name',
  value: name,
  reason: 'O arquivo já tem um produto com este nome, e só o primeiro entra.',
});

const otherOf = ({ row, number }: DraftOrder): Problem => ({
  row,
  column: null,
  value: number,
  reason:
    'Já veio outro pedido com este número, com outro e-mail. Se este é de outra loja, escreva outro número no arquivo.',
});

export async function* inParts(drafts: AsyncIterable<Draft>): AsyncGenerator<Draft[]> {
  let part: Draft[] = [];
  for await (const draft of drafts) {
    part.push(draft);
    if (part.length < DRAFTS_AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
