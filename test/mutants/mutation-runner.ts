import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TestRunner, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { ASKED_TOO, readPlan, reportName, type FileReport } from './plan.ts';

// A loop that a mutant made endless ends here; the busiest place of a whole test is passed some hundred times.
const MAX_HITS = 20_000;
// What survives so many tests of another folder's file, all of them would hardly kill.
const TRIES_ELSEWHERE = 6;
// Perhaps it waits for a time-out: it is asked last, about what the others have left.
const SLOW_TEST_MS = 1_500;

const folder = process.env.MUTANTS_FOLDER ?? '';
const plan = readPlan();
const folderOf = new Map(plan.mutants.map(({ id, file }) => [id, dirname(file)]));
const deadList = join(folder, 'dead.txt');

let alive: number | null = plan.only;
let hits = 0;
let touched = new Set<number>();
const outside = touched;
Object.assign(globalThis, {
  __mutant(id: number): boolean {
    touched.add(id);
    if (id !== alive) return false;
    if (++hits > MAX_HITS) throw new Error('An endless loop');
    return true;
  },
});

/**
 * Every test runs once as it is, which tells what it reaches; then once more, which tells whether it can be
 * repeated where it stands; then once for each living mutant that it reaches. A test that fails under a mutant
 * must pass right after without it, else the mutant's fate is in doubt.
 */
export default class MutationRunner extends TestRunner {
  #reached = new Map<string, Set<number>>();
  #runs = new Map<string, number>();
  #slow = new Set<string>();
  #tries = new Map<number, number>();
  #doubtful = new Set<number>();
  #queue: number[] = [];
  #isSpoilt = false;
  #failed = false;

  onBeforeRunFiles(files: RunnerTestFile[]) {
    if (plan.only === null) for (const file of files) repeatTests(file);
  }

  override onAfterRunTask(test: RunnerTestCase) {
    super.onAfterRunTask(test);
    touched = new Set();
    if ((test.result?.duration ?? 0) > SLOW_TEST_MS && this.#runs.get(test.id) === 1) this.#slow.add(test.id);
    if (this.#runs.get(test.id) === 1) this.#failed ||= test.result?.state === 'fail';
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    await super.onBeforeRunTask(test);
    if (plan.only !== null) {
      if (this.#failed) test.mode = 'skip';
      return;
    }
    const run = (this.#runs.get(test.id) ?? 0) + 1;
    this.#runs.set(test.id, run);
    this.#queue = [];
    if (run === 1) {
      touched = new Set();
      this.#reached.set(test.id, touched);
    } else if (run > 2) {
      this.#chooseMutants(test, run === 4);
    }
  }

  #chooseMutants(test: RunnerTestCase, isLast: boolean): void {
    if (isLast !== this.#slow.has(test.id)) return void (test.mode = 'skip');
    const dead = readDead();
    const living = [...(this.#reached.get(test.id) ?? [])].filter((id) => !dead.has(id));
    if (test.result?.state !== 'pass') {
      for (const id of living) this.#doubtful.add(id);
      return;
    }
    this.#queue = living.filter((id) => this.#mayTry(id, test));
    this.#isSpoilt = false;
    test.mode = this.#queue.length === 0 ? 'skip' : 'run';
    test.repeats = this.#queue.length - 1;
    test.retry = 1;
  }

  #mayTry(id: number, test: RunnerTestCase): boolean {
    const tries = this.#tries.get(id) ?? 0;
    this.#tries.set(id, tries + 1);
    const own = folderOf.get(id) ?? '';
    if ([own, ...(ASKED_TOO[own] ?? [])].some((one) => test.file.filepath.includes(`/${one}/`))) return true;
    return tries < TRIES_ELSEWHERE && !this.#slow.has(test.id);
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }) {
    super.onBeforeTryTask(test, options);
    hits = 0;
    if (plan.only === null) alive = (options.retry === 0 ? this.#queue[options.repeats] : null) ?? null;
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }) {
    await super.onAfterRetryTask(test, options);
    const { retry, repeats } = options;
    const failed = test.result?.state === 'fail';
    if (plan.only !== null) {
      this.#failed ||= failed;
      return;
    }
    alive = null;
    const id = this.#queue[repeats];
    if (id === undefined) return;
    if (retry === 1 && !failed && !this.#isSpoilt)
      appendFileSync(deadList, `${id} ${test.file.name} › ${test.name}\n`);
    if (retry === 1 && failed) this.#isSpoilt = true;
    if (this.#isSpoilt) this.#doubtful.add(id);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    await super.onBeforeRunSuite(suite);
    touched = outside;
  }

  override async onAfterRunSuite(suite: RunnerTestSuite) {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite)) return;
    const report: FileReport = {
      reachedOutside: [...outside],
      doubtful: [...this.#doubtful],
      failed: this.#failed || (plan.only !== null && suite.result?.state === 'fail'),
    };
    writeFileSync(join(folder, reportName(String(suite.filepath))), JSON.stringify(report));
  }
}

function repeatTests(suite: RunnerTestSuite): void {
  const tests = suite.tasks.filter((task) => task.type === 'test' && ['run', 'queued'].includes(task.mode));
  for (const task of suite.tasks) if (task.type === 'suite') repeatTests(task);
  suite.tasks.push(...tests, ...tests, ...tests);
}

/** Also those that another worker killed meanwhile. */
function readDead(): Set<number> {
  if (!existsSync(deadList)) return new Set();
  return new Set(readFileSync(deadList, 'utf8').split('\n').filter(Boolean).map(Number.parseFloat));
}
