import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { readUpload, type ReadUpload } from '#shop/file-catalogs/read-upload.ts';
import type { Executor } from '#db/client.server.ts';
import { addDays, countDays, type DaySpan } from '#shop/numbers/day-span.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { MOST_COMPARED_DAYS } from '../reconciliation/show-reconciliation.ts';
import type { Comparison } from '../reconciliation/compare-days.ts';
import { postedBy, readBooked, type BookedCharge } from '../reconciliation/read-sides.ts';
import { refreshDifferences } from '../reconciliation/refresh-differences.ts';
import { readStatement, type ReadStatement, type StatementRow } from './read-statement.ts';

export interface StatementEntry {
  day: string;
  amountCents: number;
  endToEndId: string | null;
  /** The provider's. */
  chargeId: string | null;
}

/** What a statement and the shop's books have in common. */
export interface ComparedStatement {
  rows: number;
  matched: number;
  onlyBank: StatementEntry[];
  onlyShop: StatementEntry[];
}

type Refused<T> = Extract<T, { ok: false }>;
export type TakeStatementResult =
  | { ok: true; from: string; to: string; statement: ComparedStatement }
  | Refused<ReadUpload>
  | Refused<ReadStatement>
  | { ok: false; reason: 'too_long' };

/** Takes a bank's statement in; a row that came before counts once. Nothing of it stays where a row cannot be read. */
export async function takeStatement(
  ctx: ShopContext,
  request: { actorUserId: string; content: AsyncIterable<Uint8Array> },
): Promise<TakeStatementResult> {
  const upload = await readUpload(request.content);
  if (!upload.ok) return upload;
  const read = readStatement(upload.bytes);
  if (!read.ok) return read;
  const span = { from: read.from, to: read.to };
  if (countDays(span) > MOST_COMPARED_DAYS) return { ok: false, reason: 'too_long' };
  const id = randomUUID();
  const gateway = await ctx.transaction(async (tx) => {
    const account = await findAccount(tx, span, read.rows);
    await tx
      .insertInto('statements')
      .values({
        id,
        gateway: account,
        from_day: span.from,
        to_day: span.to,
        exported_on: read.exportedOn,
        uploaded_at: ctx.now(),
        uploaded_by: request.actorUserId,
      })
      .execute();
    await keepRows(tx, id, read.rows);
    await recordAudit(ctx, tx, {
      actorUserId: request.actorUserId,
      action: 'statement.uploaded',
      subject: { type: 'statement', id },
    });
    return account;
  });
  // The weekend before it may be whole only now.
  await refreshDifferences(ctx, { from: addDays(span.from, -2), to: addDays(span.from, -1) });
  const compared = await refreshDifferences(ctx, span);
  return { ok: true, ...span, statement: describe(compared, read, gateway) };
}

async function keepRows(db: Executor, id: string, rows: StatementRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await db
      .insertInto('statement_rows')
      .values(
        rows.slice(start, start + 1000).map((row) => ({
          digest: row.digest,
          statement_id: id,
          day: row.day,
          amount_cents: row.amountCents,
          ids: row.ids,
        })),
      )
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute();
  }
}

/**
 * Whose payments arrive there: the provider that most end-to-end ids lead to, else the only one that the shop has, if one
 * of its sales arrived by itself. A provider that pays many sales out in one sum posts none of them.
 */
async function findAccount(db: Executor, span: DaySpan, rows: StatementRow[]): Promise<string | null> {
  const ids = rows.flatMap((row) => row.ids.map((id) => id.toLowerCase()));
  const { rows: votes } = await sql<{ gateway: string }>`
    select gateway from charges where lower(end_to_end_id) = any(${ids}::text[]) and gateway <> ${MANUAL_GATEWAY}
    group by gateway order by count(*) desc, gateway limit 1`.execute(db);
  if (votes[0]) return votes[0].gateway;
  const [only, another] = await db
    .selectFrom('charges')
    .select('gateway')
    .distinct()
    .where('gateway', '<>', MANUAL_GATEWAY)
    .where('paid_at', 'is not', null)
    .execute();
  if (!only || another) return null;
  const posted = new Set(rows.map(({ day, amountCents }) => `${day} ${amountCents}`));
  const isPosted = ({ day, cents, feeCents }: BookedCharge) =>
    [day, postedBy(day)].some(
      (at) => posted.has(`${at} ${cents}`) || posted.has(`${at} ${cents - feeCents}`),
    );
  return (await readBooked(db, span)).some(isPosted) ? only.gateway : null;
}

function describe(
  { booked, matches }: Comparison,
  { from, to, rows }: { from: string; to: string; rows: StatementRow[] },
  gateway: string | null,
): ComparedStatement {
  const digests = new Set(rows.map(({ digest }) => digest));
  const ofFile = matches.rows.filter((row) => digests.has(row.digest));
  const onlyBank = ofFile.filter((row) => !matches.ofRow.has(row));
  const onlyShop = booked.filter(
    (charge) =>
      charge.day >= from &&
      charge.day <= to &&
      (gateway === null || charge.gateway === gateway) &&
      !matches.arrivedCents.has(charge.id),
  );
  return {
    rows: ofFile.length,
    matched: ofFile.length - onlyBank.length,
    onlyBank: onlyBank.map((row) => ({
      day: row.day,
      amountCents: row.cents,
      endToEndId: row.ids.find((id) => /^E\d{20}/i.test(id)) ?? null,
      chargeId: null,
    })),
    onlyShop: onlyShop.map((charge) => ({
      day: charge.day,
      amountCents: charge.cents,
      endToEndId: charge.endToEndId,
      chargeId: charge.gatewayChargeId,
    })),
  };
}
