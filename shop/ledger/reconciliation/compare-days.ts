import type { Executor } from '#db/client.server.ts';
import type { DifferencesTable } from '#db/schema.ts';
import { addDays, dayOf, type DaySpan } from '#shop/numbers/day-span.ts';
import { matchStatements, type Matches } from '../statements/match-statements.ts';
import { postedBy, readBooked, readListed, type BookedCharge, type ListedCharge } from './read-sides.ts';

export type Difference = Pick<
  DifferencesTable,
  'key' | 'day' | 'gateway' | 'kind' | 'against' | 'gateway_charge_id' | 'charge_id' | 'end_to_end_id'
> &
  Pick<DifferencesTable, 'amount_cents' | 'shop_cents' | 'other_cents' | 'shop_day'>;

/** One day of one provider, with the three sides. null: nothing is known of that side. */
export interface ComparedDay {
  day: string;
  gateway: string;
  shopCents: number;
  providerCents: number | null;
  bankCents: number | null;
  /** Statements have all that the bank posts of the day. */
  isPosted: boolean;
  /** Why the provider's list could not be read yet, in its words. */
  failure: string | null;
  differences: Difference[];
}

interface Covered {
  unread: { gateway: string; day: string; failure: string }[];
  isListed: (gateway: string, day: string) => boolean;
  /** The list of the day before could not be read: what the shop heard of after midnight may be in it. */
  isDoubtful: (gateway: string, day: string) => boolean;
  /**
   * The bank's word of a day is whole once the day was over when the bank wrote the statement; of a Saturday or Sunday it is the one
   * of Monday, too.
   */
  isPosted: (gateway: string, day: string, mayBeToday?: boolean) => boolean;
}

export interface Comparison {
  days: ComparedDay[];
  booked: BookedCharge[];
  matches: Matches;
}

/**
 * Lays the shop's charges, the providers' lists and the bank's statements side by side. A side that is not known makes
 * no difference, and each charge differs from the bank only where its provider says what the shop says.
 */
export async function compareDays(db: Executor, span: DaySpan): Promise<Comparison> {
  const [booked, listed] = [await readBooked(db, span), await readListed(db, span)];
  const matches = await matchStatements(db, span, booked, listed);
  const covered = await readCovered(db, span);
  const within = ({ day }: { day: string }) => day >= span.from && day <= span.to;

  const listedOf = new Map(listed.flatMap((each) => (each.chargeId ? [[each.chargeId, each] as const] : [])));
  const bookedIds = new Set(booked.map(({ id }) => id));
  const differences = [
    ...listed.filter(({ chargeId }) => chargeId === null || !bookedIds.has(chargeId)).map(unbooked),
    ...booked.flatMap((charge) => {
      const known = compareWithList(charge, listedOf.get(charge.id), covered);
      const parts = listedOf.get(charge.id)?.parts.length ?? 1;
      return known.length > 0
        ? known
        : compareWithBank(charge, matches.arrivedCents.get(charge.id) ?? 0, parts, covered);
    }),
  ];
  differences.push(...onlyAtBank(matches));

  const days = new Map<string, ComparedDay>();
  const at = (day: string, gateway: string) => {
    const key = `${day} ${gateway}`;
    const providerCents = covered.isListed(gateway, day) ? 0 : null;
    const bankCents = covered.isPosted(gateway, day, true) ? 0 : null;
    const isPosted = covered.isPosted(gateway, day);
    const sides = { shopCents: 0, providerCents, bankCents, isPosted };
    const unseen: ComparedDay = { day, gateway, ...sides, failure: null, differences: [] };
    const found = days.get(key) ?? unseen;
    days.set(key, found);
    return found;
  };
  for (const charge of booked.filter(within)) {
    const each = at(charge.day, charge.gateway);
    each.shopCents += charge.cents;
    if (each.bankCents !== null) each.bankCents += matches.arrivedCents.get(charge.id) ?? 0;
  }
  for (const { day, gateway, cents } of await readListedSums(db, span)) {
    const each = at(day, gateway);
    if (each.providerCents !== null) each.providerCents += cents;
  }
  for (const each of covered.unread.filter(within)) at(each.day, each.gateway).failure = each.failure;
  for (const each of differences.filter(within)) at(each.day, each.gateway).differences.push(each);
  const sorted = [...days.values()].sort((a, b) =>
    `${a.day} ${a.gateway}` < `${b.day} ${b.gateway}` ? -1 : 1,
  );
  return { days: sorted, booked, matches };
}

function unbooked(listed: ListedCharge): Difference {
  const sides = { amount_cents: listed.cents, shop_cents: null, other_cents: listed.cents, shop_day: null };
  const [first] = listed.parts;
  const about = { ...listed, endToEndId: first?.id ?? null };
  return {
    ...named('only_provider', 'provider', about),
    ...sides,
    day: first?.day ?? '',
    charge_id: listed.chargeId,
  };
}

function compareWithList(
  charge: BookedCharge,
  listed: ListedCharge | undefined,
  covered: Covered,
): Difference[] {
  const { day, cents, freshCents, backMostCents, backLeastCents } = charge;
  const about = { ...charge, endToEndId: listed?.parts[0]?.id ?? charge.endToEndId };
  const say = (
    kind: Difference['kind'],
    shopCents: number,
    otherCents: number | null,
    what = '',
  ): Difference => ({
    ...named(kind, 'provider', about, what),
    day,
    charge_id: charge.id,
    amount_cents: Math.abs(shopCents - (otherCents ?? 0)),
    shop_cents: shopCents,
    other_cents: otherCents,
    shop_day: null,
  });
  if (!listed) {
    const isMissing = covered.isListed(charge.gateway, day) && !covered.isDoubtful(charge.gateway, day);
    return isMissing ? [say('only_shop', cents, null)] : [];
  }
  const found: Difference[] = [];
  if (listed.cents !== cents && listed.cents !== cents - freshCents)
    found.push(say('amount', cents, listed.cents));
  else if (listed.parts.every((part) => part.day !== day)) {
    const late = say('late', cents, listed.cents);
    found.push({ ...late, amount_cents: cents, day: listed.parts[0]?.day ?? day, shop_day: day });
  }
  if (listed.backCents > backMostCents) found.push(say('refunded_outside', backMostCents, listed.backCents));
  else if (listed.backCents < backLeastCents)
    found.push(say('amount', backLeastCents, listed.backCents, 'back'));
  return found;
}

/** Of each Pix the bank may have taken the fee. */
function compareWithBank(
  charge: BookedCharge,
  arrivedCents: number,
  parts: number,
  covered: Covered,
): Difference[] {
  const { day, cents, feeCents } = charge;
  const goneCents = cents - arrivedCents;
  const isFee = feeCents > 0 && goneCents > 0 && goneCents % feeCents === 0 && goneCents / feeCents <= parts;
  if (goneCents === 0 || isFee || !covered.isPosted(charge.gateway, day)) return [];
  const kind = arrivedCents === 0 ? 'only_shop' : 'amount';
  const sides = { shop_cents: cents, other_cents: arrivedCents || null, shop_day: null };
  const amount_cents = Math.abs(cents - arrivedCents);
  return [{ ...named(kind, 'bank', charge), ...sides, day, charge_id: charge.id, amount_cents }];
}

/**
 * A Pix that arrived, with its id, and is in nobody's books. Other rows of an account are none of the shop's business.
 * Rows with one id are one difference.
 */
function onlyAtBank({ rows, ofRow }: Matches): Difference[] {
  const found = new Map<string, Difference>();
  for (const row of rows) {
    const endToEndId = row.ids.find((id) => /^E\d{20}/i.test(id));
    if (row.gateway === null || row.cents < 0 || ofRow.has(row) || !endToEndId) continue;
    const name = named('only_provider', 'bank', { gateway: row.gateway, gatewayChargeId: null, endToEndId });
    const first = found.get(name.key);
    const cents = row.cents + (first?.amount_cents ?? 0);
    const sides = { amount_cents: cents, shop_cents: null, other_cents: cents, shop_day: null };
    found.set(name.key, { ...name, ...sides, day: first?.day ?? row.day, charge_id: null });
  }
  return [...found.values()];
}

function named(
  kind: Difference['kind'],
  against: Difference['against'],
  { gateway, gatewayChargeId, endToEndId }: Pick<BookedCharge, 'gateway' | 'gatewayChargeId' | 'endToEndId'>,
  what = '',
) {
  const key = [kind, against, gateway, gatewayChargeId ?? endToEndId, what].join(' ').trim();
  return { key, kind, against, gateway, gateway_charge_id: gatewayChargeId, end_to_end_id: endToEndId };
}

async function readCovered(db: Executor, { from, to }: DaySpan): Promise<Covered> {
  const listed = await db
    .selectFrom('provider_days')
    .select(['gateway', 'day', 'fetched_at', 'failure'])
    .where('day', '>=', addDays(from, -1))
    .where('day', '<=', to)
    .execute();
  const known = new Map(
    listed.map(({ gateway, day, fetched_at }) => [`${gateway} ${day}`, fetched_at !== null]),
  );
  const statements = await db
    .selectFrom('statements')
    .select(['gateway', 'from_day', 'to_day', 'exported_on', 'uploaded_at'])
    .where('from_day', '<=', postedBy(to))
    .where('to_day', '>=', from)
    .execute();
  const covers = (gateway: string, day: string, mayBeToday: boolean) =>
    statements.some(
      (one) =>
        one.from_day <= day &&
        one.to_day >= day &&
        (one.gateway === gateway || (mayBeToday && one.gateway === null)) &&
        (mayBeToday || (dayOf(one.uploaded_at) > day && (one.exported_on ?? '9') > day)),
    );
  return {
    unread: listed.flatMap(({ gateway, day, fetched_at, failure }) =>
      fetched_at === null && failure !== null ? [{ gateway, day, failure }] : [],
    ),
    isListed: (gateway, day) => known.get(`${gateway} ${day}`) === true,
    isDoubtful: (gateway, day) => known.get(`${gateway} ${addDays(day, -1)}`) === false,
    isPosted: (gateway, day, mayBeToday = false) =>
      covers(gateway, day, mayBeToday) && (mayBeToday || covers(gateway, postedBy(day), false)),
  };
}

async function readListedSums(db: Executor, { from, to }: DaySpan) {
  const payments = await db
    .selectFrom('provider_payments')
    .select((eb) => ['day', 'gateway', eb.fn.sum<number>('amount_cents').as('cents')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'gateway'])
    .execute();
  return payments.map((each) => ({ ...each, cents: Number(each.cents) }));
}
