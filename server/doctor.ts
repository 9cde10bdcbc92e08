import { Resolver } from 'node:dns/promises';
import { VERSION } from '#shop/version.ts';
import { readAuthSecret } from './auth/auth-secret.ts';
import { EnvError, parseEnv } from './config/env.ts';
import type { HealthState } from './doctor/check.ts';
import { askRunningShop } from './doctor/ask-shop.ts';
import { examineShop, type Row } from './doctor/examine-shop.ts';

const MARKS: Record<HealthState, string> = { ok: 'ok', warning: 'atenção', broken: 'QUEBRADO' };

/** `npm run doctor`: what is wrong with this shop and what to do. The last line is JSON for programs. */
async function main(): Promise<Row[]> {
  let env;
  try {
    env = parseEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map(({ variable, wrong, example }) => ({
      name: 'settings',
      title: 'Configuração',
      state: 'broken',
      meaning: `${variable}: ${wrong}. Assim a loja não inicia.`,
      cure: `Corrija a variável. Exemplo: ${example}`,
    }));
  }
  const place = {
    env: { ...env, authSecret: env.authSecret ?? readAuthSecret(env.dataDir) },
    version: VERSION,
    now: () => new Date(),
    resolver: new Resolver({ timeout: 2_000, tries: 2 }),
  };
  return examineShop({ ...place, running: askRunningShop(place, AbortSignal.timeout(5_000)) });
}

const rows = await main();
const count = (state: HealthState) => rows.filter((row) => row.state === state).length;
const done = { ok: count('broken') === 0, broken: count('broken'), warnings: count('warning'), checks: rows };
const lines = rows.map(
  ({ state, title, meaning, cure }) =>
    `${MARKS[state].padEnd(8)}  ${title}: ${meaning}${cure === null ? '' : `\n          → ${cure}`}`,
);
// A service that is still silent must not keep the process.
process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(done)}\n`, () => process.exit(done.ok ? 0 : 1));
