import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Trouble {
  path: string;
  what: string;
  /** The connection was open before this request. A failure on it is one of the shop, also while a process stops. */
  wasOpen: boolean;
}

const PATHS = ['/', '/loja', '/loja?q=iacema', '/healthz', '/contato'];

/** Visitors who keep their connections and ask again and again, some at once, some after a short pause. */
export function keepAsking(
  url: string,
  visitors: number,
): { answered(): number; troubles: Trouble[]; leave(): Promise<void> } {
  const troubles: Trouble[] = [];
  let answered = 0;
  const over = new AbortController();

  async function visit(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = number; !over.signal.aborted; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/';
      const trouble = await ask(agent, url, path);
      if (trouble) troubles.push(trouble);
      else answered++;
      await sleep(trouble ? 50 : (turn * 7) % 40);
    }
    agent.destroy();
  }

  const visits = Array.from({ length: visitors }, (_, number) => visit(number));
  return {
    answered: () => answered,
    troubles,
    async leave() {
      over.abort();
      await Promise.all(visits);
    },
  };
}

function ask(agent: Agent, url: string, path: string): Promise<Trouble | null> {
  return new Promise((resolve) => {
    const outgoing = request(`${url}${path}`, { agent });
    const fail = (what: string) => resolve({ path, what, wasOpen: outgoing.reusedSocket });
    outgoing.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    outgoing.once('response', (incoming) => {
      incoming.once('error', (error) => fail(`answer: ${error.message}`));
      incoming.once('end', () =>
        incoming.statusCode === 200 ? resolve(null) : fail(`${incoming.statusCode}`),
      );
      incoming.resume();
    });
    outgoing.end();
  });
}
