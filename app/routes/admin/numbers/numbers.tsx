import { ChartColumn } from 'lucide-react';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { fromStandby } from '#shop/from-standby.ts';
import { dayOf, hourOf, readSpan, spanBefore } from '#shop/numbers/day-span.ts';
import { listTopSkins } from '#shop/numbers/list-top-skins.ts';
import { readNumbers, readTotals } from '#shop/numbers/read-numbers.ts';
import { loadScreen } from '../../load-screen.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/numbers';
import { choosePart, planCharts } from './chart-points.ts';
import { Chart } from './chart.tsx';
import { describeNumbers, describeRefusal } from './number-words.ts';
import { NumberFigures } from './number-figures.tsx';
import { SpanForm } from './span-form.tsx';
import { TopTables } from './top-tables.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Números');

const FAILURE = { title: 'Erro ao carregar números', description: 'Não foi possível carregar os números.' };

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'numbers');
  const shop = getShop(context);
  const now = shop.now();
  const today = dayOf(now);
  const asked = readSpan(url.searchParams, today);
  const span = asked.ok ? asked.span : { from: today, to: today };
  return loadScreen(context, FAILURE, async () => {
    const part = choosePart(span);
    const late = fromStandby(shop);
    const [{ parts, ...numbers }, before, top] = await Promise.all([
      readNumbers(late, span, part),
      readTotals(late, spanBefore(span)),
      listTopSkins(late, span),
    ]);
    // Hours that have not come yet sold nothing, and are no news.
    const shown = span.from === today ? parts.filter(({ hour = 0 }) => hour <= hourOf(now)) : parts;
    // The library that draws is in memory once somebody looks at a chart. The browser gets the pictures and no script.
    const { drawCharts } = await import('./draw-chart.server.ts');
    return {
      today,
      asked: asked.ok ? span : asked.asked,
      refusal: asked.ok ? null : describeRefusal(asked),
      sentence: describeNumbers(numbers, today),
      numbers,
      before,
      top,
      charts: drawCharts(planCharts(shown, part)),
    };
  });
}

/** What the shop sold, what it took and how fast it delivered, beside the span before. */
export default function AdminNumbers({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="numbers-title" className="max-w-[1120px] pt-5">
      <h2 id="numbers-title" className="text-lg">
        Números
      </h2>
      {'failure' in loaderData ? <LoadFailure {...loaderData.failure} /> : <ReadNumbers {...loaderData} />}
    </section>
  );
}

type Read = Exclude<Route.ComponentProps['loaderData'], { failure: unknown }>;

function ReadNumbers({ today, asked, refusal, sentence, numbers, before, top, charts }: Read) {
  const isEmpty = numbers.orders + numbers.paid + numbers.revenueCents + numbers.refundedCents === 0;
  return (
    <>
      <SpanForm asked={asked} today={today} refusal={refusal} />
      <p className="mt-6 text-xl font-semibold tabular-nums">{sentence}</p>
      <NumberFigures numbers={numbers} before={before} />
      {isEmpty ? (
        <EmptyState as="p" icon={ChartColumn} title="Nenhuma venda nestes dias" />
      ) : (
        <>
          <div className="mt-8 grid gap-8">
            {charts.map((chart) => (
              <Chart key={chart.title} {...chart} />
            ))}
          </div>
          <TopTables {...top} />
        </>
      )}
    </>
  );
}
