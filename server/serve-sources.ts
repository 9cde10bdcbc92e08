import { createLog } from './config/log.ts';
import { readEnv } from './config/env.ts';
import { serveShop, type Sources } from './serve-shop.ts';

/** The shop from its sources, in this process (scripts/serve-sources.mjs). */
export async function serveSources(sources: Sources): Promise<void> {
  const env = readEnv(process.env);
  const shop = await serveShop(env, createLog({ level: env.logLevel }), 'build', sources);
  process.stderr.write(shop.notice);
  const stop = () => void shop.stop({ quietMs: 0, patienceMs: 1_000, forceMs: 5_000 });
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
