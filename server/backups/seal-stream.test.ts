import { expect, test } from 'vitest';
import { deriveSealingKeys, sealStream, unsealStream } from './seal-stream.ts';

const CHUNK = 64 * 1024;
const SEALED_CHUNK = CHUNK + 16;
const keys = deriveSealingKeys('uma frase bem longa');
const key = keys.of('a part');

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function read(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
const seal = (content: Buffer, size = 50_000) => read(sealStream(inPieces(content, size), key));
const unseal = (content: Buffer, size = 70_001) => read(unsealStream(inPieces(content, size), key));
const contentOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 31) % 251));

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 77])(
  '%i bytes come back',
  async (bytes) => {
    const content = contentOf(bytes);
    const sealed = await seal(content);
    expect(sealed.length).toBe(bytes + 16 * Math.max(1, Math.ceil(bytes / CHUNK)));
    expect((await unseal(sealed)).equals(content)).toBe(true);
    expect((await unseal(sealed, 1_000_000)).equals(content)).toBe(true);
  },
);

test('what was cut, at whatever place, is refused', async () => {
  const sealed = await seal(contentOf(3 * CHUNK));
  for (const bytes of [0, 10, SEALED_CHUNK, 2 * SEALED_CHUNK, sealed.length - 1]) {
    await expect(unseal(sealed.subarray(0, bytes))).rejects.toThrow('cortado ou foi alterado');
  }
});

test('chunks that were swapped, left out or put behind the end are refused', async () => {
  const sealed = await seal(contentOf(3 * CHUNK));
  const [first, second, last] = [0, 1, 2].map((at) =>
    sealed.subarray(at * SEALED_CHUNK, (at + 1) * SEALED_CHUNK),
  );
  for (const order of [
    [second, first, last],
    [first, last],
    [first, second, last, last],
  ]) {
    await expect(unseal(Buffer.concat(order as Buffer[]))).rejects.toThrow('cortado ou foi alterado');
  }
});

test('a part of another backup, or another part of this one, is refused', async () => {
  const sealed = await seal(contentOf(100));
  const again = deriveSealingKeys('uma frase bem longa', keys.salt);
  expect((await read(unsealStream(inPieces(sealed, 100), again.of('a part')))).length).toBe(100);
  for (const other of [keys.of('another part'), deriveSealingKeys('uma frase bem longa').of('a part')]) {
    await expect(read(unsealStream(inPieces(sealed, 100), other))).rejects.toThrow('cortado ou foi alterado');
  }
});
