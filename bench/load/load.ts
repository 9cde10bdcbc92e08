import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  requestsPerSecond: number;
  requests: number;
  /** Answers other than 2xx and 3xx, and lines that broke. */
  failures: number;
  p50Ms: number;
  p99Ms: number;
  /** What the generator itself took from the machine, in CPU seconds. */
  generatorCpuSeconds: number;
}

/** Asks for one address as fast as answers come, from a process of its own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0) throw new Error(`The load generator ended with ${code}.`);
  return JSON.parse(output) as LoadResult;
}

async function generate({ url, connections, seconds, method, headers, body }: LoadOptions): Promise<void> {
  const tools = createRequire(new URL('../tools/package.json', import.meta.url));
  const autocannon = tools('autocannon');
  const before = process.cpuUsage();
  const found = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(method && { method }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  });
  const used = process.cpuUsage(before);
  const result: LoadResult = {
    requestsPerSecond: found.requests.total / found.duration,
    requests: found.requests.total,
    failures: found['4xx'] + found['5xx'] + found.errors + found.timeouts,
    p50Ms: found.latency.p50,
    p99Ms: found.latency.p99,
    generatorCpuSeconds: (used.user + used.system) / 1e6,
  };
  process.stdout.write(JSON.stringify(result));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await generate(JSON.parse(process.argv[2] ?? '') as LoadOptions);
