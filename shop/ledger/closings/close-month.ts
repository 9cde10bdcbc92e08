import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Executor, Tx } from '#db/client.server.ts';
import type { ClosingsTable } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { operation } from '#shop/operation.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';
import { dayIn } from '../reconciliation/read-sides.ts';
import { readMovements, type Movement } from './read-movements.ts';
import { hashClosing, writeClosing } from './write-closing.ts';

const closing = z.object({
  id: z.string(),
  number: z.number(),
  month: z.string(),
  grossCents: z.number(),
  refundedCents: z.number(),
  returnedCents: z.number(),
  feesCents: z.number(),
  netCents: z.number(),
  orders: z.number(),
  hash: z.string(),
  previousHash: z.string().nullable(),
});
export type Closing = z.output<typeof closing>;

/** Closes a month for good. The months are closed in their order; one that is closed answers what it answered. */
export const closeMonth = operation(
  {
    id: 'closings.make',
    who: 'reconciliation',
    input: z.object({
      month: z
        .string()
        .refine((text) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text), 'Escolha um mês, como 2026-11.')
        .meta({ examples: ['2026-11'] }),
    }),
    output: closing,
    refusals: { not_over: 422, gap: 422 },
  },
  (ctx, { actorUserId, month }) =>
    ctx.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('closings'))`.execute(tx);
      const closed = await tx
        .selectFrom('closings')
        .selectAll()
        .where('month', '=', month)
        .executeTakeFirst();
      if (closed) return shown(closed);
      if (month >= monthOf(ctx)) return { ok: false, reason: 'not_over' };
      const last = await tx
        .selectFrom('closings')
        .select(['number', 'month', 'hash'])
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!(last ? month === monthAfter(last.month) : mayBeFirst(month, await findFirstMonth(tx))))
        return { ok: false, reason: 'gap' };
      const movements = await readMovements(tx, month);
      const csv = writeClosing(ctx, movements);
      const made = {
        id: randomUUID(),
        number: (last?.number ?? 0) + 1,
        month,
        ...addUp(movements),
        hash: hashClosing(last?.hash ?? null, csv),
        previous_hash: last?.hash ?? null,
        sealed_csv: sealText(ctx.settings.sealingKey, csv.toString('utf8')),
        closed_at: ctx.now(),
        closed_by: actorUserId,
      };
      await tx.insertInto('closings').values(made).execute();
      await keepLines(tx, made.id, movements);
      const subject = { type: 'closing' as const, id: made.id };
      await recordAudit(ctx, tx, { actorUserId, action: 'month.closed', subject, details: { name: month } });
      return shown(made);
    }),
);

export const listClosings = operation(
  { id: 'closings.list', who: 'reconciliation', input: z.object({}), output: z.array(closing), refusals: {} },
  ({ db }) => readClosings(db),
);

/** The newest first. */
export async function readClosings(db: Executor): Promise<Closing[]> {
  const rows = await db.selectFrom('closings').selectAll().orderBy('number', 'desc').execute();
  return rows.map(shown);
}

/** The closings with a payment of which no provider has told the fee. */
export async function findUnknownFees(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('closing_lines')
    .innerJoin('charges', 'charges.id', 'movement_id')
    .select('closing_id')
    .distinct()
    .where('kind', '=', 'payment')
    .where('closing_lines.fee_cents', '=', 0)
    .where('charges.fee_cents', 'is', null)
    .where('gateway', '<>', MANUAL_GATEWAY)
    .execute();
  return rows.map(({ closing_id }) => closing_id);
}

/** The file as it was written. `csv` null: AUTH_SECRET was changed since. */
export async function readClosingFile(
  { db, settings }: ShopContext,
  id: string,
): Promise<{ month: string; csv: Buffer | null } | null> {
  const found = await db
    .selectFrom('closings')
    .select(['month', 'sealed_csv'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const text = tryUnseal(settings.sealingKey, found.sealed_csv);
  return { month: found.month, csv: text === null ? null : Buffer.from(text, 'utf8') };
}

/** What may be closed now; null: nothing yet. */
export async function findMonthToClose(ctx: ShopContext): Promise<string | null> {
  const [last] = await readClosings(ctx.db);
  const month = last ? monthAfter(last.month) : await findFirstMonth(ctx.db);
  return month !== null && month < monthOf(ctx) ? month : null;
}

const monthOf = (ctx: ShopContext) => dayOf(ctx.now()).slice(0, 7);
const monthAfter = (month: string) => addDays(`${month}-28`, 4).slice(0, 7);

/** The month of the first sale, or the empty one before it; before the first sale, any. */
const mayBeFirst = (month: string, sale: string | null) =>
  sale === null || month === sale || monthAfter(month) === sale;

async function findFirstMonth(db: Executor): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select ${dayIn(sql`min(paid_at)`)} as day from charges where paid_amount_cents > 0`.execute(db);
  return rows[0]?.day?.slice(0, 7) ?? null;
}

function addUp(movements: readonly Movement[]) {
  const total = (kind: Movement['kind']) =>
    movements.reduce((sum, each) => sum + (each.kind === kind ? each.amountCents : 0), 0);
  const sold = movements.filter(({ kind, isCorrection }) => kind === 'payment' && !isCorrection);
  return {
    gross_cents: total('payment'),
    refunded_cents: -total('refund'),
    returned_cents: -total('return'),
    fees_cents: movements.reduce((sum, { feeCents }) => sum + feeCents, 0),
    orders: new Set(sold.map(({ orderId }) => orderId)).size,
  };
}

async function keepLines(tx: Tx, closingId: string, movements: readonly Movement[]): Promise<void> {
  for (let start = 0; start < movements.length; start += 1000) {
    await tx
      .insertInto('closing_lines')
      .values(
        movements.slice(start, start + 1000).map((each) => ({
          closing_id: closingId,
          kind: each.kind,
          movement_id: each.movementId,
          amount_cents: each.amountCents,
          fee_cents: each.feeCents,
        })),
      )
      .execute();
  }
}

function shown(row: Omit<Selectable<ClosingsTable>, 'sealed_csv' | 'closed_at' | 'closed_by'>): Closing {
  const { gross_cents: grossCents, refunded_cents: refundedCents } = row;
  const { returned_cents: returnedCents, fees_cents: feesCents } = row;
  return {
    id: row.id,
    number: row.number,
    month: row.month,
    grossCents,
    refundedCents,
    returnedCents,
    feesCents,
    netCents: grossCents - refundedCents - returnedCents - feesCents,
    orders: row.orders,
    hash: row.hash,
    previousHash: row.previous_hash,
  };
}
