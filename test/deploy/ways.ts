import type { SpawnSyncReturns } from 'node:child_process';

/** One of the two ways in which `deploy/` runs a shop. */
export interface Way {
  title: string;
  /** Why this machine cannot go it, or null. */
  missing(): string | null;
  /** `address` is what visitors write: domain, and port where it is not 443. */
  prepare(address: string): Promise<Place>;
}

export interface Place {
  /** Where Caddy finds the shop. */
  upstream: string;
  /** The shop's data, seen from this machine. */
  storage(): string;
  /** A command line beside the shop: `fulgor backup`, `/hooks/pre-backup`. */
  run(command: string, env: Record<string, string>): SpawnSyncReturns<string>;
  start(env: Record<string, string>): Promise<Started>;
  remove(): Promise<void>;
}

export interface Started {
  output(): string;
  hasEnded(): boolean;
  /** The exit code; null when it has ended before. */
  stop(): Promise<number | null>;
}

/** Waits until the shop answers, and says what it has written when it does not. */
export async function waitUntilReady(shop: Started, ask: () => Promise<number | undefined>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await ask().catch(() => 0)) === 200) return;
    if (shop.hasEnded()) break;
    await new Promise((waited) => setTimeout(waited, 100));
  }
  throw new Error(`The shop is not ready:\n${shop.output()}`);
}
