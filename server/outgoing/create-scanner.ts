import { once } from 'node:events';
import { connect } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Scanned, ScanContent } from '#shop/outgoing/scan-content.ts';

/** So long it may look at a large file and say nothing. */
const SILENT_MS = 3 * 60_000;
const LONGEST_ANSWER = 4096;

/**
 * Asks the ClamAV of the operator (CLAMAV): `tcp://host:port` or `unix:/path`. Streamed, by its INSTREAM. `signal`: from
 * then on nobody waits for what it says.
 */
export function createScanner(
  address: string,
  { silentMs = SILENT_MS, signal }: { silentMs?: number; signal?: AbortSignal | undefined } = {},
): ScanContent {
  const { protocol, hostname, port, pathname } = new URL(address);
  return async (content) => {
    const socket =
      protocol === 'unix:'
        ? connect(decodeURIComponent(pathname))
        : connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString();
      // It ends in a NUL, as the command did.
      if (answer.includes('\0') || answer.length > LONGEST_ANSWER) socket.end();
    });
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('error', () => {});
    if (signal) addAbortSignal(signal, socket);
    const closed = once(socket, 'close').catch(() => {});
    // What fails here is told by the answer that is missing, or that came before all was sent.
    await pipeline(Readable.from(frames(content)), socket, { end: false }).catch(() => socket.destroySoon());
    await closed;
    return readAnswer(answer);
  };
}

async function* frames(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const part of content) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.byteLength);
    yield length;
    yield part;
  }
  yield Buffer.alloc(4);
}

function readAnswer(answer: string): Scanned {
  const said = answer.split('\0')[0]!.trim();
  const [, name] = /^stream: (.{1,200}) FOUND$/.exec(said) ?? [];
  if (name !== undefined) return { is: 'found', name };
  if (said === 'stream: OK') return { is: 'clean' };
  return {
    is: 'silent',
    why: said.includes('size limit exceeded')
      ? 'O antivírus não aceita um arquivo deste tamanho (StreamMaxLength).'
      : 'O antivírus não respondeu. A loja pergunta de novo em alguns minutos.',
  };
}
