import type { HistogramReading } from '#shop/metrics/metrics.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';
import type { ProcessVitals } from '#shop/process-vitals.ts';

/** What one process knows by itself, for `/metrics`. Only one of several has its number as a label. */
export function readProcessFigures({
  worker,
  circuits,
  connections,
  histograms,
  ...vitals
}: ProcessVitals): (Sample | HistogramReading)[] {
  const own = worker === null ? {} : { worker: String(worker) };
  const samples: Sample[] = [
    ...circuits.flatMap(({ gateway, isOpen, failures, turnedAway }): Sample[] => [
      { name: 'fulgor_gateway_circuit_open', labels: { gateway }, value: isOpen ? 1 : 0 },
      { name: 'fulgor_gateway_create_failures_total', labels: { gateway }, value: failures },
      { name: 'fulgor_gateway_turned_away_total', labels: { gateway }, value: turnedAway },
    ]),
    { name: 'fulgor_streams_open', value: vitals.streamsOpen },
    ...Object.entries(connections ?? {}).map(([state, value]): Sample => ({
      name: 'fulgor_connections',
      labels: { state },
      value,
    })),
    { name: 'process_resident_memory_bytes', value: vitals.residentBytes },
    { name: 'process_cpu_seconds_total', value: vitals.cpuSeconds },
    { name: 'process_uptime_seconds', value: vitals.uptimeSeconds },
  ];
  return [...samples, ...histograms].map((each) => ({ ...each, labels: { ...each.labels, ...own } }));
}
