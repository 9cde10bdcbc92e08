import { ChartColumn } from 'lucide-react';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { fromStandby } from '#shop/from-standby.ts';
import { dayOf, hourOf, readSpan, spanBefore } from '#shop/numbers/day-span.ts';
import { listTopSkins } from '#shop/numbers/list-top-skins.ts';
import { readNumbers, readTotals } from '#shop/numbers/read-numbers.ts';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/numbers';
import { choosePart, planCharts } from './chart-points.ts';
import { Chart } from './chart.tsx';
import { describeNumbers, describeRefusal } from './number-words.ts';
import { NumberFigures } from './number-figures.tsx';
import { SpanForm } from './span-form.tsx';
import { TopTables } from './top-tables.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Números');

export const loader = staffLoader('numbers', 'os números', async ({ shop, url }) => {
  const now = shop.now();
  const today = dayOf(now);
  const asked = readSpan(url.searchParams, today);
  const span = asked.ok ? asked.span : { from: today, to: today };
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

/** What the shop sold, what it took and how fast it delivered, beside the span before. */
export default function AdminNumbers({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage title="Números" width="max-w-[1120px]" loaded={loaderData}>
      {({ asked, today, refusal, sentence, numbers, before, top, charts }) => (
        <>
          <SpanForm asked={asked} today={today} refusal={refusal} />
          <p className="mt-6 text-xl font-semibold tabular-nums">{sentence}</p>
          <NumberFigures numbers={numbers} before={before} />
          {numbers.orders + numbers.paid + numbers.revenueCents + numbers.refundedCents === 0 ? (
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
      )}
    </PanelPage>
  );
}
