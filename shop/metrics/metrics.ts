import { HISTOGRAMS, type HistogramName, type LabelsOf } from './metric-table.ts';

/** What one process has measured under one set of labels. */
export interface HistogramReading {
  name: HistogramName;
  labels: Readonly<Record<string, string>>;
  /** How many fell into each bucket and into none before it; the last one has no upper bound. */
  counts: number[];
  sum: number;
}

/** The histograms of this process. Recording is a look into a map: it happens several times in each request. */
export class Metrics {
  readonly #readings = new Map<HistogramName, Map<string, HistogramReading>>();

  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void {
    const { bounds, labels: names } = HISTOGRAMS[name];
    let key = '';
    for (const label of names) key += `${(labels as Record<string, string>)[label]}\n`;
    let ofName = this.#readings.get(name);
    if (!ofName) this.#readings.set(name, (ofName = new Map()));
    let reading = ofName.get(key);
    if (!reading) {
      reading = { name, labels: { ...labels }, counts: [...bounds.map(() => 0), 0], sum: 0 };
      ofName.set(key, reading);
    }
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    (reading.counts[bucket] as number)++;
    reading.sum += seconds;
  }

  read(): HistogramReading[] {
    return [...this.#readings.values()].flatMap((readings) => [...readings.values()]);
  }
}
