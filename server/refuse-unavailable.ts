import { EnvError, type Env, type EnvProblem } from './env.ts';

/**
 * Settings of the operating contract that this release does not honour yet. Starting as if they were not
 * set would run the shop otherwise than the operator asked for.
 */
export function refuseUnavailable(env: Env): void {
  const problems: EnvProblem[] = [];
  if (env.workers > 1) {
    problems.push({ variable: 'WORKERS', wrong: 'esta versão usa um processo só', example: '1' });
  }
  if (problems.length > 0) throw new EnvError(problems);
}
