import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface SteadyRequest {
  url: string;
  headers: Record<string, string>;
  perSecond: number;
}

export interface SteadyAnswers {
  /** From the moment each was sent until its last byte, ascending. */
  millis: number[];
  failures: number;
  /** How much later than planned the 99th of a hundred was sent: the generator's own wait for a core. */
  lateMs: number;
}

/**
 * Asks at a steady rate, whatever the answers take, from a process of its own. Whoever asks again only after an
 * answer asks least while the shop is slow, and its p99 tells more about its own rate than about the shop.
 */
export async function askSteadily(requests: SteadyRequest[], seconds: number): Promise<SteadyAnswers[]> {
  const program = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [program, JSON.stringify({ requests, seconds })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0) throw new Error(`The steady requests ended with ${code}.`);
  return JSON.parse(output) as SteadyAnswers[];
}

async function ask({ url, headers, perSecond }: SteadyRequest, seconds: number): Promise<SteadyAnswers> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number | null>[] = [];
  const late: number[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const plannedAt = startedAt + (n * 1_000) / perSecond;
    // Node's timers count whole milliseconds, rounded up.
    if (plannedAt > performance.now()) await sleep(Math.floor(plannedAt - performance.now()));
    late.push(Math.max(0, performance.now() - plannedAt));
    answers.push(timeOne(url, headers, agent));
  }
  const found = await Promise.all(answers);
  agent.destroy();
  const millis = found.filter((time) => time !== null).toSorted((a, b) => a - b);
  late.sort((a, b) => a - b);
  return {
    millis,
    failures: found.length - millis.length,
    lateMs: late[Math.floor(late.length * 0.99)] ?? 0,
  };
}

/** null: not a 200. */
function timeOne(url: string, headers: Record<string, string>, agent: Agent): Promise<number | null> {
  const sentAt = performance.now();
  return new Promise((done) => {
    get(url, { headers, agent }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode === 200 ? performance.now() - sentAt : null));
      response.on('error', () => done(null));
    }).on('error', () => done(null));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { requests, seconds } = JSON.parse(process.argv[2] ?? '') as {
    requests: SteadyRequest[];
    seconds: number;
  };
  const answers = await Promise.all(requests.map((request) => ask(request, seconds)));
  process.stdout.write(JSON.stringify(answers));
}
