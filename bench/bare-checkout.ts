/**
 * A checkout without a shop: takes the buyer's order over HTTP, inserts its rows in one transaction, asks the
 * gateway for a code, keeps it and answers. No session, no limits, no checks, no code drawn, no log: what is left
 * is talking to the three sides, which no shop can leave out. Prints its address.
 */
import { randomUUID } from 'node:crypto';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { insertOrder } from './insert-order.ts';

const [url = '', gateway = '', userIds = ''] = process.argv.slice(2);
const users = userIds.split(',');
const pool = new pg.Pool({ connectionString: url, max: 10 });
const agent = new Agent({ keepAlive: true });
let taken = 0;

const server = createServer((incoming, outgoing) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => void (body += chunk));
  incoming.on('end', () => void answer(outgoing, JSON.parse(body)));
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);

async function answer(outgoing: ServerResponse, order: unknown): Promise<void> {
  const text = JSON.stringify(await takeOrder(order));
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  outgoing.writeHead(200, headers).end(text);
}

async function takeOrder(order: unknown): Promise<unknown> {
  const client = await pool.connect();
  const chargeId = await insertOrder(client, users[taken++ % users.length] ?? '');
  client.release();
  const code = await askForCode({ amount: 1500, order });
  await pool.query({
    name: 'keep',
    text: `update charges set pix_code = $2, gateway_charge_id = $3 where id = $1`,
    values: [chargeId, code.brCode, code.id],
  });
  return { payment: { id: chargeId, pixCode: code.brCode } };
}

function askForCode(body: unknown): Promise<{ id: string; brCode: string }> {
  return new Promise((done, fail) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    request(`${gateway}/create?${randomUUID()}`, { method: 'POST', agent, headers }, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => void (received += chunk));
      answer.on('end', () => done((JSON.parse(received) as { data: { id: string; brCode: string } }).data));
    })
      .on('error', fail)
      .end(text);
  });
}
