import type { DatabaseKind, SkinName } from '../world/shop-template.ts';

/**
 * When a process is killed: at the n-th moment of that name, or so long after its start. If that moment does not
 * come, at the `orAtWork`-th later moment at which the process writes, says or asks something.
 */
export type KillOrder = { moment: string; nth: number; orAtWork: number } | { afterStartMs: number };

export interface Disturbance {
  /** The name of a moment (moments.ts), or of a whole-database fault. */
  moment: string;
  nth: number;
  what: 'cut' | 'delay' | 'garbage' | 'silence' | 'status';
  ms?: number;
  status?: number;
}

export interface Silence {
  whose: 'database' | 'gateway' | 'mail' | 'storage';
  /** Real milliseconds after the start; for the shop ten times as long goes by. */
  atMs: number;
  lastsMs: number;
}

export type PaymentPlan =
  | 'once'
  | 'never'
  /** After the code ran out. */
  | 'late'
  /** After the order was cancelled for not being paid. */
  | 'revived'
  /** The old code and the one that replaced it. */
  | 'twice'
  | 'short'
  | 'over';

export interface WebhookPlan {
  /** How often the same event is delivered; 0: lost for good. */
  copies: number;
  /** Each copy leaves this much later; copies of several payments overtake each other. */
  delaysMs: number[];
  /** As real providers do, until somebody answers 2xx. */
  isRepeated: boolean;
}

export interface Intent {
  number: number;
  customer: number;
  skins: SkinName[];
  /** A charge without items, in centavos. */
  freeCents: number | null;
  hasKey: boolean;
  /** How many times the button is pressed at once. */
  clicks: number;
  /** A first try with a price of the buyer's own. */
  tampers: 'price' | 'amount' | 'negative' | null;
  payment: PaymentPlan;
  webhook: WebhookPlan;
  /** Whom the one skin is for; null: the buyer. */
  giftFor: string | null;
  /** The buyer presses 'Já paguei' after paying. */
  asks: boolean;
}

export interface Schedule {
  seed: number;
  number: number;
  database: DatabaseKind;
  gateway: string;
  processes: number;
  intents: Intent[];
  /** One for each life of each process; then it lives on. */
  kills: KillOrder[][];
  disturbances: Disturbance[];
  /** Moments at which the whole database server goes away for a while, in milliseconds after the start. */
  restartsAtMs: number[];
  /** Times in which a neighbour accepts everything, answers nothing and closes no connection. */
  silences: Silence[];
  staffTwice: boolean;
  forges: boolean;
  snoops: boolean;
  deletes: number[];
}
