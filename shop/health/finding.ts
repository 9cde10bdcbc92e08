export type HealthState = 'ok' | 'warning' | 'broken';

/** What the owner reads. `broken`: the shop cannot sell, or loses something. `warning`: it sells, for now. */
export interface Finding {
  state: HealthState;
  meaning: string;
  /** null: nothing has to be done. */
  cure: string | null;
}

/** One part of the shop, looked at. */
export interface HealthRow extends Finding {
  /** For programs. */
  name: string;
  title: string;
}
