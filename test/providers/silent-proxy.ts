import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  port: number;
  /** From now on nothing is forwarded in either direction, and nothing is closed. */
  fallSilent(): void;
  /** Everything held back goes on, in its order. */
  speak(): void;
  /** Connections that are open towards it. */
  openCount(): number;
  /** Connections that were ever opened. */
  knocks(): number;
  close(): Promise<void>;
}

/**
 * Stands in front of any TCP server. What falls silent takes connections, as a machine does that has lost its power.
 */
export async function startSilentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  const open = new Set<Socket>();
  /** The data is dropped. It is read all the same: a connection that is not read does not notice its end. */
  let held: (() => void)[] = [];
  let isSilent = false;
  const soon = (deed: () => void) => (isSilent ? void held.push(deed) : deed());

  let knocks = 0;
  const server = createServer((client) => {
    knocks++;
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
    }
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
      open.delete(upstream);
    };
    client
      .on('data', (bytes) => soon(() => upstream.write(bytes)))
      .on('error', end)
      .on('close', end);
    upstream
      .on('data', (bytes) => soon(() => client.write(bytes)))
      .on('error', () => soon(end))
      .on('close', () => soon(end));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true;
    },
    speak() {
      isSilent = false;
      const deeds = held;
      held = [];
      for (const deed of deeds) deed();
    },
    openCount: () => open.size / 2,
    knocks: () => knocks,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
