import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  /** An address of PostgreSQL as it is behind this balancer. */
  before(url: string): string;
  /** From now on it leads there; null: nowhere. As HAProxy does with a server that is down, it cuts who is connected. */
  leadTo(url: string | null): void;
  /** Cuts each open connection when it next asks something, which so is never answered. */
  cutAtNextQuestion(): void;
  /** How many have connected so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Stands before servers of which one is the primary. */
export async function startBalancer(url: string): Promise<Balancer> {
  let target: URL | null = new URL(url);
  const open = new Set<Socket>();
  let doomed = new WeakSet<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections++;
    if (!target) return void client.destroy();
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.destroy();
        open.delete(socket);
      }
    };
    open.add(client).add(upstream);
    client.on('data', (bytes) => (doomed.has(client) ? end() : upstream.write(bytes)));
    upstream.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', end).on('close', end);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    before: (address) => Object.assign(new URL(address), { host: `127.0.0.1:${port}` }).href,
    leadTo(next) {
      target = next === null ? null : new URL(next);
      cut();
    },
    cutAtNextQuestion() {
      doomed = new WeakSet(open);
    },
    connections: () => connections,
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
