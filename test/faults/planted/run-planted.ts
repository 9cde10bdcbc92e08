import { plantBug, readBuiltServer, type BuiltServer, type PlantedBug } from './plant-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { BROKEN_OFF, runMany } from '../run-many.ts';
import { buildTemplate, type ShopTemplate } from '../world/shop-template.ts';

/** A bug that shows in none of so many schedules has not been caught. */
const MAX_SCHEDULES = 10;
const KILLS_EACH = 5;
const AT_ONCE = 3;

export interface Catch {
  bug: PlantedBug;
  /** In how many schedules, and by which words; null: not at all. */
  violation: string | null;
  schedules: number;
}

/** Runs schedules against the shop with one bug in it until one of them finds fault. */
export async function catchBug(
  bug: PlantedBug,
  options: { seed: number; template: ShopTemplate; postgresUrl: string; server: BuiltServer },
): Promise<Catch> {
  const { mainFile, remove } = await plantBug(bug, options.server);
  try {
    const report = await runMany({
      ...options,
      mainFile,
      from: 1,
      to: MAX_SCHEDULES,
      lanes: 1,
      killsEach: KILLS_EACH,
      database: 'postgres',
      gateways: [bug.gateway ?? 'abacatepay-v1'],
      restartPostgres: null,
      sql: bug.sql,
      // A shop that does not start because of its bug proves nothing.
      isEnough: ({ failures }) => failures.length > 0,
    });
    const found = report.failures
      .flatMap(({ violations }) => violations)
      .find((each) => !each.startsWith(BROKEN_OFF));
    return { bug, violation: found ?? null, schedules: report.schedules };
  } finally {
    await remove();
  }
}

/** The harness itself under test: every planted bug must be caught. */
export async function runPlanted(options: {
  seed: number;
  mainFile: string;
  postgresUrl: string;
  only: string | null;
  log: (line: string) => void;
}): Promise<boolean> {
  const server = await readBuiltServer();
  const template = await buildTemplate('postgres', options);
  const wanted = PLANTED_BUGS.filter(
    ({ name }) => options.only === null || options.only.split(',').includes(name),
  );
  const queue = [...wanted];
  let caught = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let bug = queue.shift(); bug; bug = queue.shift()) {
        const { violation, schedules } = await catchBug(bug, { ...options, template, server });
        if (violation !== null) caught++;
        options.log(
          `${violation === null ? '✗' : '✓'} ${bug.name} (${schedules}): ${violation ?? 'NOT CAUGHT'}`,
        );
      }
    }),
  );
  await template.drop();
  options.log(`planted bugs caught ${caught} of ${wanted.length}`);
  return caught === wanted.length && wanted.length > 0;
}
