import { checkOut, payAndTell } from '../people/buyer.ts';
import { workAsStaff } from '../people/staff.ts';
import { createTestimony } from '../people/testimony.ts';
import { DIALECTS } from '../run-many.ts';
import type { Intent, Schedule } from '../schedule/schedule.ts';
import { buildTemplate, type DatabaseKind } from '../world/shop-template.ts';
import { createWorld } from '../world/world.ts';

export interface DrillOptions {
  database: DatabaseKind;
  mainFile: string;
  postgresUrl: string;
  purchases: number;
  processes?: number;
  /** Processes that the drill itself starts. */
  emptySlots?: number[];
}

export type Drill = Awaited<ReturnType<typeof openDrill>>;

/**
 * A shop in which nothing breaks but what the drill breaks. Each purchase is of one skin, is paid in full and once, and
 * staff deliver it.
 */
export async function openDrill(options: DrillOptions) {
  const { database, mainFile, postgresUrl, processes = 1 } = options;
  const template = await buildTemplate(database, { mainFile, postgresUrl });
  const waiting = Array.from({ length: options.purchases }, (_, number): Intent => ({
    number,
    customer: number % template.customers.length,
    skins: [template.plain[number]!],
    freeCents: null,
    hasKey: true,
    clicks: 1,
    tampers: null,
    payment: 'once',
    webhook: { copies: 1, delaysMs: [0], isRepeated: true },
    giftFor: null,
    asks: false,
  }));
  const schedule: Schedule = {
    seed: 0,
    number: 1,
    database,
    gateway: 'abacatepay-v1',
    processes,
    intents: [...waiting],
    kills: Array.from({ length: processes }, () => []),
    disturbances: [],
    restartsAtMs: [],
    silences: [],
    staffTwice: false,
    forges: false,
    snoops: false,
    deletes: [],
  };
  const world = await createWorld({
    schedule,
    template,
    dialect: DIALECTS['abacatepay-v1']!(),
    mainFile,
    ...(options.emptySlots && { emptySlots: options.emptySlots }),
    postgresUrl,
    tally: { kills: new Map(), network: new Map() },
  });
  const testimony = createTestimony();
  const stop = new AbortController();
  const staff = workAsStaff(world, testimony, stop.signal);
  const refused: string[] = [];
  const endOfWork = async () => {
    stop.abort();
    await staff;
  };
  return {
    world,
    testimony,
    /** Purchases that the shop did not take. */
    refused,
    /** The next purchases, three at a time, so that something is under way all the while. */
    async sell(purchases: number): Promise<void> {
      const intents = waiting.splice(0, purchases);
      const lane = async () => {
        for (let intent = intents.shift(); intent; intent = intents.shift()) {
          const purchase = await checkOut(world, testimony, intent);
          if (purchase) await payAndTell(world, testimony, intent, purchase);
          else refused.push(`purchase ${intent.number} was refused`);
        }
      };
      await Promise.all([lane(), lane(), lane()]);
    },
    /** Staff go home, and the shop is killed. */
    async end(): Promise<void> {
      await endOfWork();
      await world.killAll();
    },
    async close(): Promise<void> {
      await endOfWork();
      await world.close();
      await template.drop();
    },
  };
}
