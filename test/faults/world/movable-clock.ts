/**
 * Preloaded into the shop (`node --import`), so that the harness can let hours pass: a jump moves what the
 * process reads as the time, and fires every timer that would have run out meanwhile, once, as after a sleep.
 * The shop's own code knows nothing of it.
 */
interface PendingTimer {
  /** How long it was set for, and at which real moment. */
  ms: number;
  setAt: number;
  dueAt: number;
  fire: () => void;
}

export interface ClockMessage {
  /** Milliseconds between the real time and the shop's. */
  shiftMs: number;
}

const RealDate = Date;
const realNow = Date.now.bind(Date);
const realSetTimeout = globalThis.setTimeout;
const realSetInterval = globalThis.setInterval;
const realClear = globalThis.clearTimeout;

let shiftMs = Number(process.env.FAULTS_CLOCK_SHIFT ?? 0);
const now = () => realNow() + shiftMs;
const pending = new Map<NodeJS.Timeout, PendingTimer>();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});

function movableTimeout(callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const fire = () => {
    pending.delete(timer);
    realClear(timer);
    callback(...args);
  };
  const timer = realSetTimeout(fire, ms);
  pending.set(timer, { ms, setAt: realNow(), dueAt: now() + ms, fire });
  return timer;
}

function movableInterval(callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const fire = () => {
    pending.set(timer, { ms, setAt: realNow(), dueAt: now() + ms, fire });
    callback(...args);
  };
  const timer = realSetInterval(fire, ms);
  pending.set(timer, { ms, setAt: realNow(), dueAt: now() + ms, fire });
  return timer;
}

function clear(timer: NodeJS.Timeout | undefined): void {
  if (timer) pending.delete(timer);
  realClear(timer);
}

// `util.promisify(setTimeout)` and friends look for symbols on the function.
for (const [moved, real] of [
  [movableTimeout, realSetTimeout],
  [movableInterval, realSetInterval],
] as const) {
  for (const symbol of Object.getOwnPropertySymbols(real)) {
    Object.defineProperty(moved, symbol, Object.getOwnPropertyDescriptor(real, symbol) ?? {});
  }
}

Object.assign(globalThis, {
  setTimeout: movableTimeout,
  setInterval: movableInterval,
  clearTimeout: clear,
  clearInterval: clear,
});

AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  movableTimeout(
    () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    ms,
  ).unref();
  return controller.signal;
};

/**
 * The time limit of a statement or of a call (`db/timeouts.server.ts`, the gateways). Hours that pass in a moment would end
 * whatever is under way in it, although nobody is silent: for so long of real time such a limit begins anew instead.
 */
const LIMIT_MS = 10_000;
const UNDER_WAY_MS = 1_500;

process.on('message', (message: ClockMessage) => {
  shiftMs = message.shiftMs;
  for (const timer of pending.values()) {
    if (timer.ms === LIMIT_MS && realNow() - timer.setAt < UNDER_WAY_MS) timer.dueAt = now() + LIMIT_MS;
  }
  const due = [...pending].filter(([, timer]) => timer.dueAt <= now());
  for (const [timer, { fire }] of due.sort(([, a], [, b]) => a.dueAt - b.dueAt)) {
    setImmediate(() => {
      if (pending.has(timer)) fire();
    });
  }
});
process.channel?.unref();
