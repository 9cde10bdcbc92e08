/**
 * A provider that costs the shop nothing but the call: AbacatePay v1's `create` and `check` answered at once,
 * from a process of its own. `POST /pay?id=` makes a charge paid. Prints its address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const BR_CODE =
  '00020126580014br.gov.bcb.pix0136b76aa9c2-2ec4-4110-954e-ebfe34f05b6152040000530398654041.005802BR5913Loja de Medida6009SAO PAULO62290525';
const paid = new Set<string>();
let count = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://gateway');
  const id = url.searchParams.get('id') ?? '';
  const answer = (data: unknown) => {
    const text = JSON.stringify({ data, error: null });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  if (url.pathname === '/pay') {
    paid.add(id);
    return answer({ id });
  }
  if (url.pathname.endsWith('/check'))
    return answer({ status: paid.has(id) ? 'PAID' : 'PENDING', expiresAt });
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => void (body += chunk));
  request.on('end', () => {
    const { amount } = JSON.parse(body) as { amount: number };
    const created = `pix_char_${process.pid}x${++count}`;
    answer({
      id: created,
      amount,
      status: 'PENDING',
      devMode: false,
      brCode: `${BR_CODE}${created.padEnd(25, 'x')}63041D3A`,
      brCodeBase64: '',
      platformFee: 80,
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
      expiresAt,
    });
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
