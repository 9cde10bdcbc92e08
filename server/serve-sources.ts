import { createLog } from './config/log.ts';
import { readEnv } from './config/env.ts';
import { createStopSwitch } from './workers/stop-switch.ts';
import { serveShop, type Sources } from './serve-shop.ts';

/** The shop from its sources, in this process (scripts/serve-sources.mjs). */
export async function serveSources(sources: Sources): Promise<void> {
  const env = readEnv(process.env);
  const asked = createStopSwitch();
  process.on('SIGINT', asked.stop).on('SIGTERM', asked.stop);
  const log = createLog({ level: env.logLevel });
  const shop = await serveShop(env, log, 'build', { sources });
  process.stderr.write(shop.notice);
  asked.serve(() => void shop.stop({ quietMs: 0, patienceMs: 1_000, forceMs: 5_000 }));
}
