import { connect } from 'node:net';
import fc from 'fast-check';
import type { FuzzRequest } from './requests.ts';

/** A request as bytes with some of them wrong: flipped, cut off, doubled, or with a false length. */
export function fuzzBytes(requests: fc.Arbitrary<FuzzRequest>, host: string): fc.Arbitrary<Buffer> {
  const framing = fc.constantFrom(
    '',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length: 1\r\nContent-Length: 2\r\n',
    'Expect: 100-continue\r\n',
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
    'Host: evil.example\r\n',
    `X-Long: ${'a'.repeat(17_000)}\r\n`,
    'X-Folded: a\r\n b\r\n',
    'No-Colon\r\n',
    ': empty\r\n',
  );
  const change = fc.tuple(fc.constantFrom('flip', 'cut', 'double', 'insert', 'none'), fc.nat(), fc.nat(255));
  return fc
    .tuple(requests, framing, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([request, extra, changes]) => {
      const headers = Object.entries(request.headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const length = request.body === null ? '' : `Content-Length: ${Buffer.byteLength(request.body)}\r\n`;
      let bytes = Buffer.from(
        `${request.method} ${request.path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n${headers}${length}${extra}Connection: close\r\n\r\n${request.body ?? ''}`,
      );
      for (const [kind, where, value] of changes) {
        const at = bytes.length === 0 ? 0 : where % bytes.length;
        if (kind === 'flip' && bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (value || 1);
        if (kind === 'cut') bytes = bytes.subarray(0, at);
        if (kind === 'double') bytes = Buffer.concat([bytes, bytes.subarray(at)]);
        if (kind === 'insert')
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([value, 0, 13, 10]), bytes.subarray(at)]);
      }
      return bytes;
    });
}

/**
 * Sends the bytes and reads what comes back.
 * @returns every status line of the answer; [] where the server closed without one, or went on waiting for the rest
 */
export function sendBytes(port: number, bytes: Buffer): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const finish = () => {
      socket.destroy();
      // At a line's start only: a body may well contain the letters.
      resolve([...answer.matchAll(/(?:^|\r\n)HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status)));
    };
    socket.setTimeout(300, finish);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', finish).on('error', finish);
    socket.end(bytes);
  });
}
