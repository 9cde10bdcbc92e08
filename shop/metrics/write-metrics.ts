import { HISTOGRAMS, METRICS, type GaugeName, type MetricName } from './metric-table.ts';
import type { HistogramReading } from './metrics.ts';

export interface Sample {
  name: GaugeName;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The text format of Prometheus: each metric with all that was read of it, in the order of the table. */
export function writeMetrics(samples: readonly (Sample | HistogramReading)[]): string {
  const lines = new Map<MetricName, string[]>();
  for (const sample of samples) {
    const written = 'counts' in sample ? writeHistogram(sample) : [writeLine(sample.name, sample)];
    lines.set(sample.name, [...(lines.get(sample.name) ?? []), ...written]);
  }
  return (Object.keys(METRICS) as MetricName[])
    .flatMap((name) => [
      `# HELP ${name} ${METRICS[name].help}`,
      `# TYPE ${name} ${METRICS[name].type}`,
      ...(lines.get(name) ?? []),
      '',
    ])
    .join('\n');
}

function writeHistogram({ name, labels, counts, sum }: HistogramReading): string[] {
  const { bounds } = HISTOGRAMS[name];
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    const le = String(bounds[at] ?? '+Inf');
    return writeLine(`${name}_bucket`, { labels: { ...labels, le }, value: total });
  });
  return [
    ...buckets,
    writeLine(`${name}_sum`, { labels, value: sum }),
    writeLine(`${name}_count`, { labels, value: total }),
  ];
}

function writeLine(name: string, { labels = {}, value }: Omit<Sample, 'name'>): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`;
}

const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
