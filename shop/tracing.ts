/** What a step says about itself: ids of the shop, counts, names of the code. Never what a person typed. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  /** One of a few: what varies is a fact. */
  name: string;
  /** `client`: it asks somebody else. `consumer`: it works on what was left for it. `server`: it answers. */
  kind?: 'client' | 'consumer' | 'server';
  facts?: Facts;
}

/**
 * Traces, for the operator who names a collector (docs/tracing.md). Without one nothing is loaded, and each call is
 * just its work. An error that the work throws marks the step by its name alone, because its text may hold anything.
 */
export interface Tracing {
  readonly isOn: boolean;
  /** One step of the work at hand. Work that is in no trace stays in none. */
  step<T>(step: Step, work: () => Promise<T>): Promise<T>;
  /** A step in the trace of that place, whatever causes it now; a link leads there. null: as `step`. */
  stepAt<T>(place: string | null, step: Step, work: () => Promise<T>): Promise<T>;
  /**
   * A request or a job: in the trace of that place, or the beginning of one. `tell` adds what is known only later; a
   * new name replaces the first one.
   */
  begin<T>(
    place: string | null,
    step: Step,
    work: (tell: (known: Partial<Step>) => void) => Promise<T>,
  ): Promise<T>;
  /** Where the work at hand is, for what goes on later. null: it is in no trace. */
  place(): string | null;
}

export const NO_TRACING: Tracing = {
  isOn: false,
  step: (_step, work) => work(),
  stepAt: (_place, _step, work) => work(),
  begin: (_place, _step, work) => work(() => {}),
  place: () => null,
};
