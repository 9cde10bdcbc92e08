import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HookReceiver {
  url: string;
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string;
  heard: { headers: IncomingHttpHeaders; body: string }[];
  /** How it answers from now on. */
  temper(answer: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** A program that hears of the shop, with any temper. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const heard: HookReceiver['heard'] = [];
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/avisos`,
    host,
    heard,
    temper: (next) => void (answer = next),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
