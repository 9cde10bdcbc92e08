import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { DaySpan } from '#shop/numbers/day-span.ts';
import { inSpan } from '#shop/numbers/in-span.ts';
import {
  aroundOf,
  dayIn,
  postedBy,
  type BookedCharge,
  type ListedCharge,
} from '../reconciliation/read-sides.ts';

export interface BankRow {
  digest: string;
  /** Of its statement. */
  gateway: string | null;
  day: string;
  cents: number;
  ids: string[];
}

export interface Matches {
  rows: BankRow[];
  /** The rows that are some payment's or refund's, with the charge: ours, or the provider's id of one that is not. */
  ofRow: Map<BankRow, string>;
  /** What arrived in the account for a charge. */
  arrivedCents: Map<string, number>;
}

/** A payment that may be found in the account. */
interface Claim {
  charge: string;
  gateway: string;
  day: string;
  cents: number;
  feeCents: number;
}

/**
 * One to one: by an end-to-end id anywhere in the row, whatever day the bank writes; else by the sum and the day, or the Monday after it, of the
 * provider whose account it is. What a provider lists did move, so it comes before what only the shop says; and a bank may
 * take the provider's fee off before it posts the rest.
 */
export async function matchStatements(
  db: Executor,
  span: DaySpan,
  booked: readonly BookedCharge[],
  listed: readonly ListedCharge[],
): Promise<Matches> {
  const around = aroundOf(span);
  const rows = await readRows(db, around);
  const matches: Matches = { rows, ofRow: new Map(), arrivedCents: new Map() };
  if (rows.length === 0) return matches;
  const { claims, ofId } = listClaims(booked, listed);
  const note = (row: BankRow, charge: string) => {
    matches.ofRow.set(row, charge);
    if (row.cents > 0) matches.arrivedCents.set(charge, (matches.arrivedCents.get(charge) ?? 0) + row.cents);
  };
  for (const row of rows) {
    const claim = row.ids.map((id) => ofId.get(id.toLowerCase())).find((found) => found !== undefined);
    if (!claim) continue;
    note(row, claim.charge);
    if (row.cents > 0) claims.delete(claim);
  }
  const free = Map.groupBy(
    rows.filter((row) => !matches.ofRow.has(row)),
    ({ day, cents }) => `${day} ${cents}`,
  );
  const take = ({ charge, gateway, day }: Omit<Claim, 'cents' | 'feeCents'>, cents: number) => {
    const some = free.get(`${day} ${cents}`) ?? [];
    const at = some.findIndex((row) => row.gateway === null || row.gateway === gateway);
    const [row] = at < 0 ? [] : some.splice(at, 1);
    if (row) note(row, charge);
    return row !== undefined;
  };
  const takeOn = (claim: Claim, day: string) =>
    take({ ...claim, day }, claim.cents) ||
    (claim.feeCents > 0 && take({ ...claim, day }, claim.cents - claim.feeCents));
  const left = [...claims].filter((claim) => !takeOn(claim, claim.day));
  // What came at a weekend takes what Monday's own sales leave.
  for (const claim of left) takeOn(claim, postedBy(claim.day));
  for (const refund of await readRefunds(db, around)) take(refund, -refund.cents);
  return matches;
}

function listClaims(booked: readonly BookedCharge[], listed: readonly ListedCharge[]) {
  const claims = new Set<Claim>();
  const ofId = new Map<string, Claim>();
  const ofCharge = new Map(booked.map((charge) => [charge.id, charge]));
  const seen = new Set<string>();
  const add = (claim: Claim, id: string | null) => {
    claims.add(claim);
    if (id !== null) ofId.set(id.toLowerCase(), claim);
  };
  for (const { gateway, gatewayChargeId, chargeId, parts } of listed) {
    const feeCents = ofCharge.get(chargeId ?? '')?.feeCents ?? 0;
    if (chargeId !== null) seen.add(chargeId);
    for (const { id, day, cents } of parts)
      add({ charge: chargeId ?? gatewayChargeId, gateway, day, cents, feeCents }, id);
  }
  for (const { id: charge, endToEndId, ...claim } of booked) {
    if (!seen.has(charge)) add({ charge, ...claim }, endToEndId);
  }
  return { claims, ofId };
}

async function readRows(db: Executor, { from, to }: DaySpan): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`
    select digest, gateway, day, amount_cents::float8 as cents, ids
    from statement_rows join statements on statements.id = statement_id
    where day between ${from} and ${to} order by day, digest`.execute(db);
  return rows;
}

async function readRefunds(db: Executor, around: DaySpan) {
  const { rows } = await sql<{ charge: string; gateway: string; day: string; cents: number }>`
    select charge_id as charge, gateway, ${dayIn(sql`settled_at`)} as day, refunds.amount_cents as cents
    from refunds join charges on charges.id = charge_id
    where refunds.status = 'refunded' and ${inSpan('settled_at', around)}
    union all
    select id, gateway, ${dayIn(sql`charged_back_at`)}, charged_back_cents
    from charges where charged_back_cents > 0 and ${inSpan('charged_back_at', around)}`.execute(db);
  return rows;
}
