import fc from 'fast-check';
import { Pool } from 'undici';
import type { RunningShop } from '../e2e/shop.ts';
import {
  ask,
  createResources,
  signInPerson,
  signUpPerson,
  type Person,
} from '../e2e/authorization/resources.ts';
import { fuzzBytes, sendBytes } from './bytes.ts';
import { fuzzRequests, type FuzzRequest, type Who } from './requests.ts';

export interface FuzzOptions {
  seed: number;
  /** Requests from the schema; a tenth as many more go out as broken bytes. */
  requests: number;
  atOnce: number;
}

export interface FuzzReport {
  requests: number;
  byteRequests: number;
  /** How often each class of answer came: `2xx`, `4xx`, `429`, … */
  answers: Record<string, number>;
  /** The same by status, and where 429 came from: refusals of limits prove nothing of the code behind them. */
  statuses: Record<number, number>;
  limited: Record<string, number>;
  slowestMs: number;
  /** How many took longer than a second among the others, on whatever else the machine was doing. */
  slowInCompany: number;
  /** Those of them that did so again, sent alone: they are slow by themselves. */
  slow: string[];
  /** Requests that were answered with a 5xx, or not at all. */
  failures: string[];
}

/** So often it is looked whether its people are still signed in. */
const BATCH = 100;

/** `server/auth/auth-edge.ts` answers the sign-ins of an account that is being guessed at two seconds later. */
function deliberateMs({ method, path }: FuzzRequest): number {
  return method === 'POST' && /^\/(?:api\/auth\/sign-in\/email|auth)(?:$|\?)/.test(path) ? 2_000 : 0;
}

function isLate(request: FuzzRequest, tookMs: number): boolean {
  return tookMs > 1_000 + deliberateMs(request);
}

function describe({ who, method, path, headers, body }: FuzzRequest, seed: number): string {
  return `seed ${seed}: ${who} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${(body ?? '').slice(0, 400)}`;
}

/** Throws broken requests at a running shop. Each batch has a seed of its own: `seed + batch` repeats it alone. */
export async function runFuzz(shop: RunningShop, options: FuzzOptions): Promise<FuzzReport> {
  const port = Number(new URL(shop.url).port);
  const report: FuzzReport = {
    requests: 0,
    byteRequests: 0,
    answers: {},
    statuses: {},
    limited: {},
    slowestMs: 0,
    slowInCompany: 0,
    slow: [],
    failures: [],
  };
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: options.atOnce, headersTimeout: 10_000 });
  const staff = await signInPerson(shop, shop.staff);
  let customer = await signUpPerson(shop, 'curiosa');
  const ids = await createResources(shop, customer, staff);
  const requests = fuzzRequests({ ...ids, uploadKey: ids.orderId });
  const raw = fuzzBytes(requests, `localhost:${port}`);

  for (let batch = 0; report.requests < options.requests; batch += 1) {
    const seed = options.seed + batch;
    // Some of what is sent ends sessions; the rest of the run must not be about being signed out.
    if (!(await ask(shop, customer, '/api/orders')).ok) customer = await signUpPerson(shop, 'curiosa');
    const people: Record<Who, Person | null> = { visitor: null, customer, staff: await stillStaff() };
    const queue = fc.sample(requests, { numRuns: Math.min(BATCH, options.requests - report.requests), seed });
    const broken = fc.sample(raw, { numRuns: Math.ceil(queue.length / 10), seed });
    const late: FuzzRequest[] = [];
    await Promise.all(
      Array.from({ length: options.atOnce }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          report.requests += 1;
          if (isLate(next, await send(next, people[next.who], seed))) late.push(next);
        }
        for (let next = broken.pop(); next; next = broken.pop()) await sendRaw(next, seed);
      }),
    );
    report.slowInCompany += late.length;
    for (const request of late) {
      const tookMs = await send(request, people[request.who], seed);
      if (isLate(request, tookMs)) report.slow.push(`${Math.round(tookMs)} ms, ${describe(request, seed)}`);
    }
  }
  await pool.close();
  const alive = await ask(shop, null, '/healthz');
  if (!alive.ok) report.failures.push(`the shop is not alive afterwards: ${alive.status}`);
  return report;

  async function stillStaff(): Promise<Person> {
    return (await ask(shop, staff, '/api/admin/skins?q=a')).ok ? staff : signInPerson(shop, shop.staff);
  }

  /** How long the answer took, in ms. */
  async function send(request: FuzzRequest, person: Person | null, seed: number): Promise<number> {
    const started = performance.now();
    const label = describe(request, seed);
    try {
      const answer = await pool.request({
        method: request.method as 'GET',
        path: request.path.startsWith('/') ? request.path : `/${request.path}`,
        headers: {
          origin: shop.url,
          // Limits by address would answer for the code behind them.
          'x-forwarded-for': `10.${seed % 250}.${Math.floor(started) % 250}.${report.requests % 250}`,
          ...(person ? { cookie: person.cookie } : {}),
          ...request.headers,
        },
        body: request.body,
      });
      await answer.body.dump({ limit: 4_000_000 });
      count(answer.statusCode, label);
      if (answer.statusCode === 429) {
        const [bare = ''] = request.path.split(/[?%]/);
        const where = `${request.method} ${bare.split('/').slice(0, 4).join('/')}`;
        report.limited[where] = (report.limited[where] ?? 0) + 1;
      }
    } catch (error) {
      report.failures.push(`${label}: ${String(error)}`);
    }
    const tookMs = performance.now() - started;
    report.slowestMs = Math.max(report.slowestMs, tookMs);
    return tookMs;
  }

  async function sendRaw(bytes: Buffer, seed: number): Promise<void> {
    report.byteRequests += 1;
    for (const status of await sendBytes(port, bytes))
      count(status, `seed ${seed}: bytes ${JSON.stringify(bytes.toString('latin1').slice(0, 600))}`);
  }

  function count(status: number, label: string): void {
    const name = status === 429 ? '429' : `${Math.floor(status / 100)}xx`;
    report.answers[name] = (report.answers[name] ?? 0) + 1;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status >= 500) report.failures.push(`${status}, ${label}`);
  }
}
