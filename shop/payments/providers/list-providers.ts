import { sql } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { nameProvider } from '../name-provider.ts';
import { providerOrder } from './provider-order.ts';

const FIGURES_DAYS = 30;
const DAY_MS = 86_400_000;

export interface ListedProvider {
  name: string;
  label: string;
  state: 'ok' | 'refusing' | 'silent' | 'paused';
  /** It failed, answers again, and gets the next sale. */
  isBack: boolean;
  /** In the order of new sales; the others only have charges of before. */
  sells: boolean;
  openCharges: number;
  /** Codes of the last 30 days, and how many of them were paid. */
  created: number;
  paid: number;
  /** null: it gave no code. */
  createdToPaid: number | null;
  secondsToCodeP50: number | null;
  /** What came in through it in these days, and what it says that it keeps of that. */
  receivedCents: number;
  feesCents: number;
  /** It names no fees, or not of all. */
  isFeeUnknown: boolean;
  lastError: string | null;
}

type Figures = Omit<ListedProvider, 'label' | 'state' | 'isBack' | 'sells' | 'createdToPaid' | 'lastError'>;

/** The providers of new sales in their order, then those with charges of before. */
export async function listProviders(ctx: ShopContext): Promise<ListedProvider[]> {
  const order = providerOrder(ctx);
  const figures = await readFigures(ctx);
  const former = figures.map(({ name }) => name).filter((name) => !order.includes(name));
  const failing = await ctx.db.selectFrom('failing_providers').selectAll().execute();
  return [...order, ...former.sort()].map((name) => {
    const counted = figures.find((each) => each.name === name) ?? NOTHING;
    const trouble = failing.find((each) => each.name === name);
    const isPaused = ctx.settings.pixGateways.paused.includes(name);
    return {
      ...counted,
      name,
      label: nameProvider(ctx, name).label,
      state: isPaused ? 'paused' : trouble && !trouble.is_back ? trouble.state : 'ok',
      isBack: trouble?.is_back ?? false,
      sells: order.includes(name),
      createdToPaid: counted.created === 0 ? null : counted.paid / counted.created,
      lastError: trouble?.last_error ?? null,
    };
  });
}

const NOTHING: Omit<Figures, 'name'> = {
  openCharges: 0,
  created: 0,
  paid: 0,
  secondsToCodeP50: null,
  receivedCents: 0,
  feesCents: 0,
  isFeeUnknown: false,
};

/** Each part reads one piece of one index. */
async function readFigures(ctx: ShopContext): Promise<Figures[]> {
  const now = ctx.now();
  const since = new Date(now.getTime() - FIGURES_DAYS * DAY_MS);
  const names = ctx.providers.map(({ name }) => name);
  const { rows } = await sql<Figures>`
    select coded.*, received.*, open.* from unnest(${names}::text[]) as known (name)
    cross join lateral (
      select known.name, count(*)::int as created, count(paid_at)::int as paid,
        percentile_cont(0.5) within group (order by extract(epoch from code_at - created_at)::float8)
          as "secondsToCodeP50"
      from charges where gateway = known.name and code_at >= ${since}
    ) as coded
    cross join lateral (
      select coalesce(sum(paid_amount_cents), 0)::float8 as "receivedCents",
        coalesce(sum(fee_cents), 0)::float8 as "feesCents", count(*) > count(fee_cents) as "isFeeUnknown"
      from charges where gateway = known.name and paid_at >= ${since}
    ) as received
    cross join lateral (
      select count(*)::int as "openCharges" from charges
      where gateway = known.name and status in ('creating', 'pending') and expires_at > ${now}
    ) as open
  `.execute(ctx.db);
  return rows.filter(({ openCharges, created, receivedCents }) => openCharges + created + receivedCents > 0);
}

/** How each provider does, with the figures of 30 days. */
export const showProviders = operation(
  {
    id: 'providers.list',
    who: 'providers',
    input: z.object({}),
    output: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['ok', 'refusing', 'silent', 'paused']),
        openCharges: z.number(),
        createdToPaid: z.number().nullable(),
        secondsToCodeP50: z.number().nullable(),
        feesCents: z.number(),
        lastError: z.string().nullable(),
      }),
    ),
    refusals: {},
  },
  (ctx) => listProviders(ctx),
);
