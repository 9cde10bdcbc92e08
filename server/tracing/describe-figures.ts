import { ValueType, type HrTime } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import { HISTOGRAMS, METRICS, type MetricName } from '#shop/metrics/metric-table.ts';
import type { HistogramReading } from '#shop/metrics/metrics.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';

const UNITS = { seconds: 's', bytes: 'By' } as const;

/** The figures of `/metrics` as OpenTelemetry's, each under the same name, with the same labels. */
export function describeFigures(
  figures: readonly (Sample | HistogramReading)[],
  startedAt: number,
  now: number,
): MetricData[] {
  const [startTime, endTime] = [millisToHrTime(startedAt), millisToHrTime(now)];
  const byName = Map.groupBy(figures, ({ name }): MetricName => name);
  return [...byName].map(([name, readings]) => {
    const { type, help } = METRICS[name];
    const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
    const common = {
      descriptor: {
        name,
        description: help,
        unit: unit ? UNITS[unit as keyof typeof UNITS] : '',
        valueType: ValueType.DOUBLE,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const times = { startTime, endTime };
    if (type === 'histogram') {
      const histograms = readings.filter((reading) => 'counts' in reading);
      return {
        ...common,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histograms.map((reading) => describeHistogram(reading, times)),
      };
    }
    const dataPoints = readings
      .filter((reading) => 'value' in reading)
      .map(({ labels = {}, value }) => ({ ...times, attributes: labels, value }));
    return type === 'counter'
      ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

function describeHistogram(
  { name, labels, counts, sum }: HistogramReading,
  times: { startTime: HrTime; endTime: HrTime },
) {
  const count = counts.reduce((all, each) => all + each, 0);
  const buckets = { boundaries: [...HISTOGRAMS[name].bounds], counts };
  return { ...times, attributes: labels, value: { buckets, sum, count } };
}
