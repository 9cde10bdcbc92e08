import { toReais } from '#shop/text/reais.ts';
import { sql, type RawBuilder } from 'kysely';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { readSource } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { readStoredTaxId } from '#shop/orders/mask-stored-tax-id.ts';
import type { StaffRole } from '../staff/rights.ts';
import { roleWord } from '../staff/role-word.ts';
import { PERSON_TABLES, type PersonTable } from './person-tables.ts';

type Value = string | number | boolean | null;

export interface PersonPart {
  part: string;
  columns: string[];
  rows: Record<string, Value>[];
}

/**
 * Everything that the shop holds about a person, oldest rows in no particular order, read at one moment.
 * Pictures are named by their keys; the caller reads them.
 */
export async function readPerson(ctx: ShopContext, userId: string): Promise<PersonPart[]> {
  return ctx.transaction(async (tx) => {
    await recordAudit(ctx, tx, {
      actorUserId: userId,
      action: 'account.exported',
      subject: { type: 'user', id: userId },
      details: {},
    });
    const parts: PersonPart[] = [];
    for (const [table, decided] of Object.entries(PERSON_TABLES)) {
      const columns = Object.keys(decided.shown);
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(decided.through ?? table)}
        where ${isTheirs(decided.whose, userId)}`.execute(tx);
      parts.push({
        part: decided.part,
        columns: Object.keys(present(ctx, decided, {})),
        rows: rows.map((row) => present(ctx, decided, row)),
      });
    }
    return parts;
  });
}

function isTheirs(whose: PersonTable['whose'], userId: string): RawBuilder<boolean> {
  const ofOrders = sql`select id from orders where user_id = ${userId}`;
  switch (whose) {
    case 'id':
      return sql`id = ${userId}`;
    case 'user':
      return sql`user_id = ${userId}`;
    case 'order':
      return sql`order_id in (${ofOrders})`;
    case 'message':
      // As when the account is deleted: what was written without a session belongs to a proved address alone.
      return sql`user_id = ${userId} or (user_id is null and email =
        (select email from users where id = ${userId} and email_verified))`;
    case 'ticket':
      return sql`ticket_id in (select id from tickets where user_id = ${userId})`;
    case 'actor':
      return sql`actor_user_id = ${userId} or (subject_type = 'user' and subject_id = ${userId}::text)`;
  }
}

function present(
  ctx: ShopContext,
  { shown }: PersonTable,
  row: Record<string, unknown>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(shown).flatMap(([column, name]): [string, Value][] => [
      [name, presentValue(ctx, column, row[column])],
      ...(column === 'sku' ? Object.entries(spellSource(row.sku)) : []),
    ]),
  );
}

/** Champion and number, which stand beside the key. */
function spellSource(sku: unknown): Record<string, Value> {
  const source = typeof sku === 'string' ? readSource(sku) : null;
  return { campeao_codigo: source?.championId ?? null, skin_numero: source?.skinNum ?? null };
}

function presentValue(ctx: ShopContext, column: string, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (column.endsWith('_cents')) return toReais(Number(value));
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (column === 'role') return roleWord(value as StaffRole);
  return column === 'customer_tax_id_sealed' ? readStoredTaxId(ctx, value) : value;
}
