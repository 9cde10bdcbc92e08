import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BankCall, BankCharge, Dialect, Ledger } from './dialect.ts';
import type { Gate } from './gate.ts';
import type { Verdict, Watch } from './moments.ts';

export interface Bank {
  readonly dialect: Dialect;
  readonly ledger: ReadonlyMap<string, BankCharge>;
  byCode(code: string): BankCharge | undefined;
  /** Money arrives, however late. @returns false when this code was paid before: a code is paid once. */
  pay(code: string, cents: number): boolean;
  /** Each shop process has an address of its own, so that a call is known by its caller. */
  urlOf(slot: number): string;
  /** As on the first day: the next shop begins with empty books, too. */
  forget(): void;
  close(): Promise<void>;
}

/** A stateful gateway over HTTP. The ledger is the judge: what the shop says is compared to this. */
export async function startBank(options: {
  dialect: Dialect;
  slots: number;
  watch: Watch;
  gate: Gate;
  /** The address that it answers at, for shops in a network of their own. */
  host?: string;
  /** The bank's clock, moved together with the shop's. */
  now: () => number;
  /** A number that only grows, to tell what came before what. */
  sequence: () => number;
  /** When a create arrives, before anything is done: is its row committed yet? */
  onCreate: (ownId: string | null) => Promise<void>;
}): Promise<Bank> {
  const { dialect, watch, now } = options;
  const ledger = new Map<string, BankCharge>();
  const servers: Server[] = [];

  const byKey = new Map<string, BankCharge>();
  function open(wanted: Parameters<Ledger['open']>[0]): BankCharge {
    const known = wanted.key === undefined ? undefined : byKey.get(wanted.key);
    if (known) return known;
    const id = `${dialect.idPrefix}${randomBytes(12).toString('hex').toUpperCase()}`;
    const charge: BankCharge = {
      id,
      ownId: wanted.ownId,
      amountCents: wanted.amountCents,
      code: `00020126BR.GOV.BCB.PIX/${id}`,
      createdAt: now(),
      expiresAt: now() + wanted.ttlSeconds * 1000,
      receivedCents: 0,
      paidAt: null,
      toldPaid: null,
    };
    ledger.set(id, charge);
    if (wanted.key !== undefined) byKey.set(wanted.key, charge);
    return charge;
  }

  async function handle(slot: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://bank.test');
    const method = incoming.method ?? '';
    const call: BankCall = { method, url, headers: incoming.headers, body: await readBody(incoming) };
    await options.gate.passed();
    // The shop has given up meanwhile and closed the connection.
    if (outgoing.destroyed) return;
    const kind = dialect.kindOf(call);
    if (kind === 'create') await options.onCreate(dialect.ownIdOf(call));

    const before = await obey(watch({ slot, name: `bank ${kind}:received` }), outgoing);
    if (before === 'silent') return;
    const failed =
      typeof before === 'number' ? { status: before, body: { error: 'failure on demand' } } : null;
    const answer = failed ?? dialect.answer(call, { ledger, open, now });
    const about = 'about' in answer ? answer.about : undefined;
    if (about && about.receivedCents > 0) about.toldPaid ??= options.sequence();

    const after = await obey(watch({ slot, name: `bank ${kind}:applied` }), outgoing);
    if (after === 'silent') return;
    const isGarbage = after === 'garbage';
    outgoing.writeHead(typeof after === 'number' ? after : answer.status, {
      'content-type': isGarbage ? 'text/html' : 'application/json',
    });
    outgoing.end(isGarbage ? '<html><body>Bad gateway' : JSON.stringify(answer.body), () => {
      watch({ slot, name: `bank ${kind}:answered` });
    });
  }

  for (let slot = 0; slot < options.slots; slot++) {
    const server = createServer((incoming, outgoing) => {
      handle(slot, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
    });
    await new Promise<void>((done) => server.listen(0, options.host ?? '127.0.0.1', done));
    servers.push(server);
  }

  const byCode = (code: string) => [...ledger.values()].find((charge) => charge.code === code);
  return {
    dialect,
    ledger,
    byCode,
    pay(code, cents) {
      const charge = byCode(code);
      if (!charge) throw new Error(`The bank never issued the code ${code}.`);
      if (charge.receivedCents > 0) return false;
      charge.receivedCents = cents;
      charge.paidAt = now();
      return true;
    },
    urlOf: (slot) =>
      `http://${options.host ?? '127.0.0.1'}:${(servers[slot]?.address() as AddressInfo | undefined)?.port}`,
    forget() {
      ledger.clear();
      byKey.clear();
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise<void>((done) => server.close(() => done()));
      }
    },
  };
}

/** @returns a status to answer with instead, or what becomes of the answer. */
async function obey(
  verdict: Verdict,
  outgoing: ServerResponse,
): Promise<'go' | 'silent' | 'garbage' | number> {
  switch (verdict.kind) {
    case 'dead':
    case 'cut':
      outgoing.destroy();
      return 'silent';
    case 'delay':
      await sleep(verdict.ms);
      return outgoing.destroyed ? 'silent' : 'go';
    case 'silence':
      return 'silent';
    case 'status':
      return verdict.status;
    case 'garbage':
      return 'garbage';
    case 'go':
      return 'go';
  }
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
