import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import { startStockedShop, type RunningShop } from '../../test/e2e/shop.ts';
import { cpuSeconds } from '../load/cpu-time.ts';
import { load } from '../load/load.ts';
import type { Measure, Row, Size } from './measure.ts';

const GOAL = 1.6;
const CORES = 2;

/**
 * Two serving processes against one: a signed-in customer's search, which is rendered and costs CPU time above all.
 * The load generator and PostgreSQL run on the same cores, so that two processes never get both whole. Hence
 *
 *   available = min(processes, cores − CPU that everything but the shop used per second)
 *   speed     = requests per second ÷ available
 *   ratio     = (2 × speed with two) ÷ (1 × speed with one)
 *
 * A core that stands idle counts as available: processes that wait, or get unequal shares, lower the ratio.
 */
export const measureWorkers: Measure = {
  name: 'workers',
  needsStock: true,
  async run(size: Size): Promise<Row[]> {
    const source = await startStaticDataServer(grownMirror);
    const shops = await Promise.all(
      ['1', '2'].map((WORKERS) =>
        startStockedShop('postgres', { WORKERS, CATALOG_URL: source.url, LOG_LEVEL: 'info' }),
      ),
    );
    const [one, two] = shops as [RunningShop, RunningShop];
    try {
      const cookies = new Map<RunningShop, string>();
      for (const shop of shops) {
        cookies.set(shop, await signUp(shop));
        await run(shop, cookies.get(shop) ?? '', size === 'full' ? 4 : 1);
      }
      const rounds: { one: Speed; two: Speed }[] = [];
      for (let round = 0; round < (size === 'full' ? 3 : 1); round++) {
        const seconds = size === 'full' ? 5 : 1;
        rounds.push({
          one: await run(one, cookies.get(one) ?? '', seconds),
          two: await run(two, cookies.get(two) ?? '', seconds),
        });
      }
      const ratioOf = (round: { one: Speed; two: Speed }) =>
        (2 * (round.two.perSecond / round.two.available)) / (round.one.perSecond / round.one.available);
      const [middle] = rounds
        .toSorted((a, b) => ratioOf(a) - ratioOf(b))
        .slice(Math.floor(rounds.length / 2));
      if (!middle) throw new Error('Nothing was measured.');
      return [
        {
          figure: 'two workers against one on two cores, a signed-in search',
          goal: `≥ ${GOAL} ×`,
          ratio: `${ratioOf(middle).toFixed(2)} ×`,
          absolute: `${describe(middle.one)} → ${describe(middle.two)}`,
          isMet: ratioOf(middle) >= GOAL,
        },
      ];
    } finally {
      for (const shop of shops) await shop.stop();
      await source.close();
    }
  },
};

interface Speed {
  perSecond: number;
  /** Cores that the shop had, or could have had. */
  available: number;
}

async function run(shop: RunningShop, cookie: string, seconds: number): Promise<Speed> {
  const pids = processesOf(shop);
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const [shopBefore, machineBefore, startedAt] = [used(), machineCpuSeconds(), performance.now()];
  const { requestsPerSecond, failures } = await load({
    url: `${shop.url}/loja?q=a`,
    connections: 16,
    seconds,
    headers: { cookie },
  });
  const elapsed = (performance.now() - startedAt) / 1000;
  if (failures > 0) throw new Error(`${failures} requests failed.`);
  const shopUsed = used() - shopBefore;
  const others = (machineCpuSeconds() - machineBefore - shopUsed) / elapsed;
  const serving = Math.max(1, pids.length - 1);
  return {
    perSecond: requestsPerSecond,
    available: Math.min(serving, Math.min(CORES, cpus().length) - others),
  };
}

/** The one, or those that serve and the one that watches them. */
function processesOf(shop: RunningShop): number[] {
  const started = /"event":"workers.started".*"pids":\[([\d,]+)\]/.exec(shop.output());
  return [shop.pid, ...(started?.[1]?.split(',').map(Number) ?? [])];
}

/** What all programs on this machine, and its neighbours under one roof, have used so far (`/proc/stat`, in hundredths); Linux only. */
function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = (
    /^cpu\s+(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq + stolen) / 100;
}

async function signUp(shop: RunningShop): Promise<string> {
  const answer = await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify({ email: 'medida@exemplo.com', password: 'segredo1', name: 'Medida' }),
  });
  if (!answer.ok) throw new Error(`The sign-up was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function describe({ perSecond, available }: Speed): string {
  return `${perSecond.toFixed(0)} requests/s on ${available.toFixed(2)} cores`;
}
