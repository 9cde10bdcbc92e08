import { setTimeout as sleep } from 'node:timers/promises';
import { FRONTS, type Cluster, type FrontMachine } from '../../cluster/start-cluster.ts';

/**
 * The shop's name has two addresses, one for each front machine. As a browser does: what refuses the connection is
 * passed by at once, and what was reached last is asked first.
 */
export interface Door {
  /** Like `fetch`, with a path; a network error where no machine takes the connection. */
  fetch(path: string, init: RequestInit, visitor: number): Promise<Response>;
  /** The address that is asked first. */
  current(): string;
  /** That one could not be reached. */
  turn(): void;
  readonly origin: string;
}

export function openDoor(cluster: Cluster): Door {
  const origin = cluster.urlOf('web1');
  let front: FrontMachine = 'web1';
  const turn = () => {
    front = front === 'web1' ? 'web2' : 'web1';
  };
  return {
    origin,
    current: () => cluster.urlOf(front),
    turn,
    async fetch(path, init, visitor) {
      for (let tries = 1; ; tries++) {
        const tried = front;
        try {
          return await fetch(cluster.urlOf(tried) + path, {
            ...init,
            redirect: 'manual',
            headers: {
              origin,
              // Each visitor has an address of their own, as the shop's limits expect.
              'x-forwarded-for': `203.0.${(visitor >> 8) % 250}.${visitor % 250}`,
              ...(init.headers as Record<string, string>),
            },
          });
        } catch (error) {
          if (!wasRefused(error) || tries >= FRONTS.length) throw error;
          if (front === tried) turn();
          await sleep(5);
        }
      }
    },
  };
}

/** Nothing was sent: another address may be asked without asking twice. */
function wasRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return ['ECONNREFUSED', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(cause?.code ?? '');
}
