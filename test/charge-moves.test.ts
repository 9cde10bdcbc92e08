import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

const FOLDERS = ['app', 'shop', 'catalogs', 'gateways', 'jobs', 'emails', 'db', 'server', 'scripts'];
/** The one statement that writes a charge's status, along `CHARGE_TRANSITIONS`. */
const MOVER = 'shop/states/move-charge.ts';
/** Whatever writes the state of a grant, along `GRANT_TRANSITIONS`. */
const GRANTOR = 'shop/states/grant-state.ts';

/** What an update of a table writes: by the query builder up to its first condition, or as text up to its own. */
function writesOf(table: string, code: string): string[] {
  const built = code.matchAll(
    new RegExp(`updateTable\\(\\s*['"\`]${table}\\b[^)]*\\)([\\s\\S]*?)(?:\\.where\\w*\\(|\\.execute)`, 'g'),
  );
  const spelled = code.matchAll(
    new RegExp(`\\bupdate\\s+(?:only\\s+)?${table}\\b([\\s\\S]*?)(?:\\bwhere\\b|\`)`, 'gi'),
  );
  return [...built, ...spelled].map((match) => match[1] ?? '');
}

const writesOfCharges = (code: string) => writesOf('charges', code);
const movesCharge = (code: string): boolean =>
  writesOfCharges(code).some((write) => /\bstatus\b/.test(write));
/** Its state is part of it from the start, so nobody else makes or takes one either. */
const movesGrant = (code: string): boolean =>
  writesOf('grants', code).some((write) => /\bstate\b/.test(write)) ||
  /(?:insertInto|deleteFrom)\(\s*['"`]grants\b|(?:insert into|delete from) grants\b/i.test(code);

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
}

it('a charge changes its status in one place alone', () => {
  const files = sourceFiles();
  expect(files.filter((file) => movesCharge(readProjectFile(file)))).toEqual([MOVER]);
  // The scan sees updates at all: those that write something else.
  expect(files.filter((file) => writesOfCharges(readProjectFile(file)).length > 0).length).toBeGreaterThan(5);
});

it.each([
  "tx.updateTable('charges').set({ status: 'paid' }).where('id', '=', id).execute()",
  "tx\n  .updateTable('charges')\n  .set({ ...more, paid_at: now,\n    status })\n  .where('id', '=', id)",
  "tx.updateTable('charges as charge').set((eb) => ({ status: eb.val('paid') })).execute()",
  "tx.updateTable('charges').set('status', 'paid').execute()",
  "sql`update charges set paid_at = now(), status = 'paid' where id = ${id}`",
  'sql`UPDATE charges\n set status = ${status}`',
])('would notice %s', (code) => {
  expect(movesCharge(code)).toBe(true);
});

it.each([
  "tx.updateTable('charges').set({ asked_at: now }).where('status', 'in', OPEN).execute()",
  "sql`update charges set claimed_amount_cents = 1 from event where charges.status not in ('paid')`",
  "tx.updateTable('orders').set({ status: to }).where('id', '=', id).execute()",
])('leaves %s alone', (code) => {
  expect(movesCharge(code)).toBe(false);
});

it('what is owed changes its state in one place alone', () => {
  const files = sourceFiles();
  expect(files.filter((file) => movesGrant(readProjectFile(file)))).toEqual([GRANTOR]);
  expect(files.filter((file) => writesOf('grants', readProjectFile(file)).length > 0).length).toBeGreaterThan(
    2,
  );
});

it.each([
  "tx.updateTable('grants').set({ state: 'ready', waits_for: null }).where('id', '=', id)",
  "sql`update grants owed set link = ${link}, state = 'ready' where owed.id = ${id}`",
  "tx.insertInto('grants').values(row)",
  'sql`delete from grants where id = ${id}`',
])('would notice %s', (code) => {
  expect(movesGrant(code)).toBe(true);
});

it.each([
  "tx.updateTable('grants').set({ worked_at: now }).where('state', '=', 'delivered').execute()",
  "db.selectFrom('grants').select('state')",
])('leaves %s alone', (code) => {
  expect(movesGrant(code)).toBe(false);
});

/** A guarded move as a statement of its own: whether it was refused is not looked at. */
const DROPPED = /(?:^|[;{)]|else)\s*await (?:moveOrder|moveCharge|moveGift|moveRefund|endOrder)\(/m;

it('nobody drops the answer of a guarded move', () => {
  expect(sourceFiles().filter((file) => DROPPED.test(readProjectFile(file)))).toEqual([]);
});
