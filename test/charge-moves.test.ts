import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

const FOLDERS = ['app', 'shop', 'gateways', 'jobs', 'emails', 'db', 'server', 'scripts'];
/** The one statement that writes a charge's status, along `CHARGE_TRANSITIONS`. */
const MOVER = 'shop/states/move-charge.ts';

/** What an update of charges writes: by the query builder up to its first condition, or as text up to its own. */
function writesOfCharges(code: string): string[] {
  const built = code.matchAll(/updateTable\(\s*(['"`])charges\b[^)]*\)([\s\S]*?)(?:\.where\w*\(|\.execute)/g);
  const spelled = code.matchAll(/\bupdate\s+(?:only\s+)?charges\b([\s\S]*?)(?:\bwhere\b|`)/gi);
  return [...[...built].map((match) => match[2] ?? ''), ...[...spelled].map((match) => match[1] ?? '')];
}

const movesCharge = (code: string): boolean =>
  writesOfCharges(code).some((write) => /\bstatus\b/.test(write));

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

/** A guarded move as a statement of its own: whether it was refused is not looked at. */
const DROPPED = /(?:^|[;{)]|else)\s*await (?:moveOrder|moveCharge|moveGift|moveRefund|endOrder)\(/m;

it('nobody drops the answer of a guarded move', () => {
  expect(sourceFiles().filter((file) => DROPPED.test(readProjectFile(file)))).toEqual([]);
});
