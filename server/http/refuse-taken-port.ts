import { once } from 'node:events';
import { createServer } from 'node:net';
import { EnvError, type Env } from '../config/env.ts';

const UNKNOWN = {
  variable: 'HOST',
  wrong: 'esta máquina não conhece este nome',
  example: '127.0.0.1',
} as const;
const WRONG: Partial<Record<string, { variable: 'PORT' | 'HOST'; wrong: string; example: string }>> = {
  EADDRINUSE: {
    variable: 'PORT',
    wrong: 'outro programa já usa esta porta, talvez esta mesma loja',
    example: '3001',
  },
  EACCES: { variable: 'PORT', wrong: 'esta conta não pode usar esta porta', example: '3000' },
  EADDRNOTAVAIL: { variable: 'HOST', wrong: 'esta máquina não tem este endereço', example: '127.0.0.1' },
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
};

/** Called before anything else: a start that cannot listen leaves no account behind whose password nobody read. */
export async function refuseTakenPort({ port, host }: Pick<Env, 'port' | 'host'>): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const known = WRONG[(error as NodeJS.ErrnoException).code ?? ''];
    throw known ? new EnvError([known]) : error;
  }
  server.close();
  await once(server, 'close');
}
