import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Log } from '#shop/log.ts';

/** What a request has begun may fail a little after its answer: a part that is on its way to a silent storage. */
const AFTERWARDS_MS = 120_000;
const LONGEST_PATH = 200;

interface Scope {
  id: string;
  /** For a line of the log: no query, which may hold a secret. The log masks secrets in a path. */
  about: { requestId: string; method: string | undefined; path: string };
  closedAt: number | null;
  /** Whoever waits for this answer learns at once that there will be none. */
  breakOff: () => void;
}

const scopes = new AsyncLocalStorage<Scope>();

/** The id of the request that is being answered. */
export function requestId(): string {
  return scopes.getStore()?.id ?? randomUUID();
}

/**
 * The request that the running code belongs to. null: none, or one that ended long ago, and something that all requests
 * share was begun in it.
 */
export function scopeOf(): Pick<Scope, 'about' | 'breakOff'> | null {
  const scope = scopes.getStore();
  if (!scope) return null;
  const { closedAt } = scope;
  return closedAt === null || performance.now() - closedAt < AFTERWARDS_MS ? scope : null;
}

/**
 * Whatever runs for a request knows which one, and an error in a listener of a request or of its answer ends that
 * connection only (docs/decisions/what-ends-the-process.md). Call it right after the server was made.
 */
export function scopeRequests(server: Server, log: Log): void {
  hear(server, (event, [request, response], call) => {
    if (event !== 'request') return call();
    const scope = openScope(request as IncomingMessage, response as ServerResponse);
    const guard =
      (of: string) =>
      (heard: string | symbol, _values: unknown[], pass: () => boolean): boolean => {
        if (of === 'answer' && heard === 'close') scope.closedAt = performance.now();
        try {
          return scopes.run(scope, pass);
        } catch (error) {
          log.error('request.listener_failed', { ...scope.about, listener: `${of} ${String(heard)}`, error });
          scope.breakOff();
          return true;
        }
      };
    hear(request as IncomingMessage, guard('request'));
    hear(response as ServerResponse, guard('answer'));
    return guard('server')('request', [], call);
  });
}

function openScope(request: IncomingMessage, response: ServerResponse): Scope {
  // Taken now: a request that was broken off has no socket any more.
  const { socket, method, url = '' } = request;
  const id = randomUUID();
  return {
    id,
    about: { requestId: id, method, path: url.split('?', 1)[0]!.slice(0, LONGEST_PATH) },
    closedAt: null,
    breakOff() {
      response.destroy();
      socket.destroy();
    },
  };
}

/** Stands between the emitter and its listeners. */
function hear(
  emitter: EventEmitter,
  between: (event: string | symbol, values: unknown[], call: () => boolean) => boolean,
): void {
  const emit = emitter.emit;
  emitter.emit = (event: string | symbol, ...values: unknown[]) =>
    between(event, values, () => emit.call(emitter, event, ...values));
}
