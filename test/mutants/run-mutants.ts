import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { reportName, type FileReport, type Plan } from './plan.ts';
import type { NumberedMutant } from './instrument-mutants.ts';

export interface MutantRun {
  mutants: readonly NumberedMutant[];
  /** Folders whose tests are tried first, then those that are tried on what is left. */
  near: string[];
  far: string[];
  workers: number;
  say(text: string): void;
}

/** The ids of the mutants that a test noticed, each with the test (a file alone where no single test is known). */
export async function runMutants(run: MutantRun): Promise<Map<number, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-mutants-'));
  process.env.MUTANTS_FOLDER = folder;
  tell(folder, { mutants: run.mutants, tests: [...run.near, ...run.far], only: null });
  const vitest = await start(run.workers);
  try {
    return await tryAll(run, vitest, folder);
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryAll({ mutants, near, far, say }: MutantRun, vitest: Vitest, folder: string) {
  const specifications = await vitest.globTestSpecifications();
  const isIn = (folders: string[]) => (specification: TestSpecification) =>
    folders.some((one) => nameOf(specification).startsWith(`${one}/`));
  const reports = new Map<TestSpecification, FileReport>();

  const sweep = async (chosen: TestSpecification[]) => {
    if (chosen.length === 0) return;
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
    for (const one of chosen) {
      const report = readReport(folder, one);
      if (report) reports.set(one, report);
      if (report && !report.failed) continue;
      // A test that fails as things are says nothing of a mutant; the others of its file do.
      const why =
        testModules.find(({ moduleId }) => moduleId === one.moduleId)?.errors()[0] ?? unhandledErrors[0];
      say(
        `${nameOf(one)} fails without any mutant: ${String((why as Error | undefined)?.message ?? 'see its tests')}`,
      );
    }
  };
  const living = () => {
    const dead = readDead(folder);
    return mutants.filter(({ id }) => !dead.has(id));
  };

  await sweep(specifications.filter(isIn(near)));
  say(`${mutants.length - living().length} of ${mutants.length} noticed by the tests beside them`);
  if (living().length > 0) await sweep(specifications.filter((one) => isIn(far)(one) && !isIn(near)(one)));

  const killed = readDead(folder);
  let alone = 0;
  for (const { id, file } of living()) {
    const chosen = [...reports]
      .filter(([, report]) => report.reachedOutside.includes(id) || report.doubtful.includes(id))
      .map(([one]) => one)
      .sort((a, b) => costOf(file, a) - costOf(file, b))
      .slice(0, 3);
    for (const one of chosen) {
      tell(folder, { mutants, tests: [], only: id });
      rmSync(join(folder, reportName(one.moduleId)), { force: true });
      await vitest.runTestSpecifications([one]);
      alone += 1;
      // No report: the file could not even be loaded.
      if (readReport(folder, one)?.failed === false) continue;
      killed.set(id, nameOf(one));
      break;
    }
  }
  say(`${alone} runs with one mutant alone`);
  return killed;
}

function start(workers: number): Promise<Vitest> {
  return createVitest('test', {
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    maxWorkers: workers,
    reporters: [],
    silent: true,
    // An error outside any test is no reason to stop: the next mutant has its own.
    dangerouslyIgnoreUnhandledErrors: true,
  });
}

const nameOf = ({ moduleId }: TestSpecification) => relative(process.cwd(), moduleId);

/** The nearest is asked first, and of those the one without a database. */
function costOf(file: string, specification: TestSpecification): number {
  const name = nameOf(specification);
  return (dirname(file) === dirname(name) ? 0 : 2) + (/\.(db|both)\.test\.ts$/.test(name) ? 1 : 0);
}

function tell(folder: string, plan: Plan): void {
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
}

function readReport(folder: string, { moduleId }: TestSpecification): FileReport | null {
  const file = join(folder, reportName(moduleId));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FileReport) : null;
}

function readDead(folder: string): Map<number, string> {
  const file = join(folder, 'dead.txt');
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [Number.parseFloat(line), line.replace(/^\d+ /, '')]));
}
