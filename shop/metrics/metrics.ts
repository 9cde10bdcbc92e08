import { HISTOGRAMS, type HistogramName, type LabelsOf } from './metric-table.ts';

/** What one process has measured under one set of labels. */
export interface HistogramReading {
  name: HistogramName;
  labels: Readonly<Record<string, string>>;
  /** How many fell into each bucket and into none before it; the last one has no upper bound. */
  counts: number[];
  sum: number;
}

/** The readings of a metric by its first label, then by its second one. */
interface Branch {
  reading: HistogramReading | null;
  next: Map<string, Branch>;
}

/**
 * The histograms of this process. Recording happens several times in each request, so it makes no key out of the
 * labels: that would take longer than all the rest of it.
 */
export class Metrics {
  readonly #branches = new Map<HistogramName, Branch>();
  readonly #readings: HistogramReading[] = [];

  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void {
    const facts = HISTOGRAMS[name];
    let branch = enter(this.#branches, name);
    for (const label of facts.labels) {
      branch = enter(branch.next, (labels as Readonly<Record<string, string>>)[label] as string);
    }
    const reading = (branch.reading ??= this.#begin(name, labels));
    let bucket = 0;
    while (bucket < facts.bounds.length && seconds > (facts.bounds[bucket] as number)) bucket++;
    (reading.counts[bucket] as number)++;
    reading.sum += seconds;
  }

  read(): HistogramReading[] {
    return this.#readings;
  }

  #begin(name: HistogramName, labels: Readonly<Record<string, string>>): HistogramReading {
    const counts = [...HISTOGRAMS[name].bounds.map(() => 0), 0];
    const reading = { name, labels: { ...labels }, counts, sum: 0 };
    this.#readings.push(reading);
    return reading;
  }
}

function enter<Key>(branches: Map<Key, Branch>, key: Key): Branch {
  let branch = branches.get(key);
  if (!branch) branches.set(key, (branch = { reading: null, next: new Map() }));
  return branch;
}
