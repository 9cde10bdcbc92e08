import { BarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartKind, ChartPlan, ChartPoint } from './chart-points.ts';

/** The tokens of app/theme.css. */
const COLORS = { bar: 'var(--color-accent)', line: 'var(--color-info)' };
const MUTED = 'var(--color-muted)';
/** With more points than these, only the highest has its number, and the last of a line. */
const LABELLED = 8;
/** More dots than these would be the line. */
const MAX_DOTS = 62;

register([BarChart, LineChart, GridComponent, LabelLayout, SVGRenderer]);

export interface DrawnChart extends ChartPlan {
  /** For a phone, where the letters of a wide picture would be too small. */
  narrow: string;
  wide: string;
}

const NARROW = { width: 328, height: 200 };
const WIDE = { width: 840, height: 260 };

export function drawCharts(plans: readonly ChartPlan[]): DrawnChart[] {
  return plans.map((plan) => ({
    ...plan,
    narrow: drawChart(plan.kind, plan.points, NARROW),
    wide: drawChart(plan.kind, plan.points, WIDE),
  }));
}

/** The picture of one chart as the text of an `<svg>`, without scripts and without a style sheet. */
function drawChart(
  kind: ChartKind,
  points: readonly ChartPoint[],
  { width, height }: { width: number; height: number },
): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: 'inherit', fontSize: 13 },
    // Half a day's name fits beside the first and the last one.
    grid: { left: 20, right: 20, top: 28, bottom: 28 },
    xAxis: {
      type: 'category',
      data: points.map(({ label }) => label),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: MUTED, fontSize: 13, hideOverlap: true },
    },
    // The numbers stand on the data.
    yAxis: { type: 'value', show: false, min: 0 },
    series: [kind === 'bar' ? bars(points) : line(points)],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // What would change under the pointer. The policy of the pages refuses a style sheet inside the page.
  return svg.replaceAll(/<style[^]*?<\/style>/g, '');
}

function bars(points: readonly ChartPoint[]): BarSeriesOption {
  const { highest } = extremes(points);
  return {
    type: 'bar',
    barMaxWidth: 48,
    barCategoryGap: '25%',
    itemStyle: { color: COLORS.bar, borderRadius: [3, 3, 0, 0] },
    // The number of a short bar would stand on its neighbours.
    data: points.map((point, n) => drawn(point, isLabelled(points, n, [highest]), alignAt(points, n))),
    ...NUMBERS,
  };
}

function line(points: readonly ChartPoint[]): LineSeriesOption {
  const { highest, last } = extremes(points);
  return {
    type: 'line',
    connectNulls: true,
    symbol: 'circle',
    showAllSymbol: true,
    lineStyle: { color: COLORS.line, width: 2 },
    itemStyle: { color: COLORS.line },
    data: points.map((point, n) => {
      const hasNumber = isLabelled(points, n, [highest, last]);
      const symbolSize = hasNumber || points.length <= MAX_DOTS ? 6 : 0;
      return { ...drawn(point, hasNumber, alignAt(points, n)), symbolSize };
    }),
    ...NUMBERS,
  };
}

const NUMBERS = {
  label: { position: 'top' as const, color: 'var(--color-text)', fontSize: 13 },
  labelLayout: { hideOverlap: true },
  emphasis: { disabled: true },
};

function drawn({ value, short }: ChartPoint, hasNumber: boolean, align: object) {
  return { value: value ?? '-', label: { show: value !== null && hasNumber, formatter: short, ...align } };
}

const isLabelled = (points: readonly ChartPoint[], n: number, chosen: number[]) =>
  points.length <= LABELLED || chosen.includes(n);

function extremes(points: readonly ChartPoint[]): { highest: number; last: number } {
  const values = points.map(({ value }) => value ?? -1);
  return { highest: values.indexOf(Math.max(...values)), last: values.findLastIndex((value) => value >= 0) };
}

/** A number at an edge would be cut off. */
function alignAt({ length }: readonly ChartPoint[], n: number): { align?: 'left' | 'right' } {
  if (length <= LABELLED) return {};
  if (n < length / 10) return { align: 'left' };
  return n > length * 0.9 - 1 ? { align: 'right' } : {};
}
