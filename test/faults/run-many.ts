import type { Dialect } from './world/dialect.ts';
import { drawSchedule } from './schedule/draw-schedule.ts';
import { runSchedule, type Outcome } from './schedule/run-schedule.ts';
import { speakAbacatePayV1 } from './world/speak-abacatepay-v1.ts';
import { speakMercadoPago } from './world/speak-mercadopago.ts';
import type { DatabaseKind, ShopTemplate } from './world/shop-template.ts';
import type { Tally } from './world/world.ts';

/** A new one for each schedule: a bank remembers the keys it has seen. */
export const DIALECTS: { [name: string]: () => Dialect } = {
  'abacatepay-v1': speakAbacatePayV1,
  mercadopago: speakMercadoPago,
};

export interface Failure {
  number: number;
  gateway: string;
  violations: string[];
  outputs: string;
}

export interface Report {
  schedules: number;
  orders: number;
  paid: number;
  tally: Tally;
  failures: Failure[];
}

/** How a violation begins that says nothing of money: the harness or the shop did not get to the end. */
export const BROKEN_OFF = 'BROKEN OFF';

function brokenOff(error: unknown): Outcome {
  return {
    violations: [`${BROKEN_OFF}: ${String((error as Error).stack ?? error)}`],
    outputs: '',
    orders: 0,
    paid: 0,
  };
}

/** Runs schedules `from` on, a few at a time, until `until` says so or the last is done. */
export async function runMany(options: {
  seed: number;
  from: number;
  to: number;
  lanes: number;
  killsEach: number;
  database: DatabaseKind;
  gateways: string[];
  template: ShopTemplate;
  mainFile: string;
  postgresUrl: string;
  restartPostgres: (() => Promise<void>) | null;
  sql?: string | undefined;
  /** No new schedule begins once this says true. */
  isEnough?: (report: Report) => boolean;
  onDone?: (number: number, seconds: number, failure: Failure | null) => void;
}): Promise<Report> {
  const report: Report = {
    schedules: 0,
    orders: 0,
    paid: 0,
    tally: { kills: new Map(), network: new Map() },
    failures: [],
  };
  let next = options.from;
  async function lane(): Promise<void> {
    for (;;) {
      if (next > options.to || options.isEnough?.(report)) return;
      const number = next++;
      const gateway = options.gateways[number % options.gateways.length] as string;
      const speak = DIALECTS[gateway];
      if (!speak) throw new Error(`Unknown gateway ${gateway}: ${Object.keys(DIALECTS).join(', ')}.`);
      const startedAt = performance.now();
      const schedule = drawSchedule(options.seed, number, {
        database: options.database,
        gateway,
        killsEach: options.killsEach,
        template: options.template,
        canRestart: options.restartPostgres !== null,
      });
      const outcome = await runSchedule({
        ...options,
        schedule,
        dialect: speak(),
        tally: report.tally,
      }).catch(brokenOff);
      report.schedules++;
      report.orders += outcome.orders;
      report.paid += outcome.paid;
      const failure: Failure | null =
        outcome.violations.length > 0
          ? { number, gateway, violations: outcome.violations, outputs: outcome.outputs }
          : null;
      if (failure) report.failures.push(failure);
      options.onDone?.(number, (performance.now() - startedAt) / 1000, failure);
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane));
  return report;
}
