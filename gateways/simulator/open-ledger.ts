import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GatewayError } from '#shop/payments/gateway.ts';

const Movement = z.object({ id: z.string(), amountCents: z.int().positive(), at: z.iso.datetime() });

const Dispute = z.object({
  id: z.string(),
  openedAt: z.iso.datetime(),
  answerBy: z.iso.datetime(),
  state: z.enum(['open', 'won', 'lost']),
});

const LedgerEntry = z.object({
  chargeId: z.string(),
  amountCents: z.int().positive(),
  description: z.string(),
  pixCode: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  cancelledAt: z.iso.datetime().nullable(),
  payments: z.array(Movement),
  refunds: z.array(Movement),
  disputes: z.array(Dispute).default([]),
});

/** One simulated charge in its file. It contains nothing about the customer. */
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export interface Decision<T> {
  /** The new content; null changes nothing. */
  store: LedgerEntry | null;
  answer: T;
}

export interface Ledger {
  read(chargeId: string): Promise<LedgerEntry | null>;
  /** Reads, decides and writes in one step, also between processes. */
  change<T>(chargeId: string, decide: (entry: LedgerEntry | null) => Decision<T>): Promise<T>;
  /** Removes charges from before `before`, and files that a killed process left behind. */
  prune(before: Date): Promise<void>;
}

/** After this time the owner of a lock counts as dead. Owners hold it for milliseconds. */
const DEAD_LOCK_MS = 5_000;
const LOCK_RETRY_MS = 10;

/**
 * One JSON file for each charge in `directory`. A file is only replaced as a whole (rename), so a reader never sees
 * half of it. A lock file beside it protects one writer's payment from another writer.
 *
 * `chargeId` must be a checked uuid, because it becomes a file name.
 */
export function openLedger(directory: string): Ledger {
  const fileOf = (chargeId: string) => join(directory, `${chargeId}.json`);

  async function read(chargeId: string): Promise<LedgerEntry | null> {
    const file = fileOf(chargeId);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw ledgerError(`cannot read ${file}`, error);
    }
    try {
      return LedgerEntry.parse(JSON.parse(text));
    } catch (error) {
      throw ledgerError(`${file} is not a ledger entry; delete it to go on`, error);
    }
  }

  async function write(entry: LedgerEntry): Promise<void> {
    const temporary = join(directory, `${entry.chargeId}.${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, JSON.stringify(entry, null, 2));
      await rename(temporary, fileOf(entry.chargeId));
    } catch (error) {
      await rm(temporary, { force: true });
      throw ledgerError(`cannot write under ${directory}`, error);
    }
  }

  return {
    read,
    async change(chargeId, decide) {
      const release = await lock(directory, chargeId);
      try {
        const { store, answer } = decide(await read(chargeId));
        if (store) await write(store);
        return answer;
      } finally {
        await release();
      }
    },
    async prune(before) {
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name);
        const createdAt = name.endsWith('.json') ? await createdAtOf(path) : await touchedAtOf(path);
        if (createdAt !== null && createdAt < before) await rm(path, { force: true });
      }
    },
  };
}

async function lock(directory: string, chargeId: string): Promise<() => Promise<void>> {
  const path = join(directory, `${chargeId}.lock`);
  const token = randomUUID();
  let seen = { token: '', since: performance.now() };
  for (;;) {
    try {
      await mkdir(directory, { recursive: true });
      const handle = await open(path, 'wx');
      await handle.writeFile(token).finally(() => handle.close());
      return async () => {
        if ((await lockTokenAt(path)) === token) await rm(path, { force: true });
      };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw ledgerError(`cannot lock ${path}`, error);
    }
    // Measured by our own waiting, not by file dates: those may come from network drives or from a test's clock.
    const standing = await lockTokenAt(path);
    if (standing !== seen.token) seen = { token: standing, since: performance.now() };
    else if (performance.now() - seen.since > DEAD_LOCK_MS) await rm(path, { force: true });
    await sleep(LOCK_RETRY_MS);
  }
}

async function lockTokenAt(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

async function createdAtOf(path: string): Promise<Date | null> {
  try {
    return new Date(LedgerEntry.parse(JSON.parse(await readFile(path, 'utf8'))).createdAt);
  } catch {
    // The file is unreadable, or another process has just removed it: only its age is known.
    return touchedAtOf(path);
  }
}

async function touchedAtOf(path: string): Promise<Date | null> {
  return stat(path).then(
    (stats) => stats.mtime,
    () => null,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function ledgerError(message: string, cause: unknown): GatewayError {
  return new GatewayError('simulator', message, { retryable: true, outcome: 'unknown', cause });
}
