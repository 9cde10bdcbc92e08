import type { HealthRow, HealthState } from '#shop/health/finding.ts';
import { readAuthSecret } from './auth/auth-secret.ts';
import { EnvError, parseEnv } from './config/env.ts';
import { examineShop } from './doctor/examine-shop.ts';
import { placeOf } from './doctor/place-of.ts';

const MARKS: Record<HealthState, string> = { ok: 'ok', warning: 'atenção', broken: 'QUEBRADO' };

/** `npm run doctor`: what is wrong with this shop and what to do. The last line is JSON for programs. */
async function main(): Promise<HealthRow[]> {
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
  return examineShop(placeOf({ ...env, authSecret: env.authSecret ?? readAuthSecret(env.dataDir) }));
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
