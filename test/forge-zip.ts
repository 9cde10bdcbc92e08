import { crc32, deflateRawSync } from 'node:zlib';

export interface ForgedEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** Stored unless it says 8, or what no reader opens. */
  method?: number;
  flags?: number;
  /** What the directory says instead of the truth. */
  says?: { name?: string; size?: number; packed?: number; crc?: number; method?: number; flags?: number };
  /** What the header in front of the file says instead of the directory. */
  header?: { name?: string; size?: number; method?: number };
  /** Put in front of its header, and told by nobody. */
  before?: Buffer;
  /** Takes the bytes of the entry of this number. */
  at?: number;
  mode?: number;
  extra?: Buffer;
  zip64?: boolean;
}

interface EndOfForged {
  /** Lines of the directory, as its end counts them. */
  count?: number;
  comment?: string;
  /** Put in front of the directory, and told by nobody. */
  before?: Buffer;
  /** The end has a record of 64 bits too; `at`: where the one of 32 bits says that the directory begins. */
  wide?: { count?: number; at?: number };
}

/** A ZIP, byte by byte, with whatever lies it is asked for. */
export function forgeZip(
  entries: readonly ForgedEntry[],
  { count = entries.length, comment = '', before, wide }: EndOfForged = {},
): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const push = (...parts: Buffer[]) => {
    for (const part of parts) {
      body.push(part);
      at += part.length;
    }
  };
  for (const entry of entries) {
    const { says = {}, header = {}, method = 0, flags = 0x800, extra = Buffer.alloc(0) } = entry;
    const content = Buffer.from(entry.content ?? 'conteúdo');
    const packed = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(entry.name);
    const told = {
      name: says.name === undefined ? name : Buffer.from(says.name),
      size: says.size ?? content.length,
      packed: says.packed ?? packed.length,
      crc: says.crc ?? crc32(content),
      method: says.method ?? method,
      flags: says.flags ?? flags,
    };
    push(entry.before ?? Buffer.alloc(0));
    const offset = entry.at === undefined ? at : (offsets[entry.at] ?? 0);
    offsets.push(offset);
    const wide = entry.zip64 === true;
    const sizes = (size: number, packedSize: number) =>
      words([wide ? 0xffffffff : packedSize, 4], [wide ? 0xffffffff : size, 4]);
    const fields = wide
      ? Buffer.concat([extra, words([1, 2], [16, 2], [told.size, 8], [told.packed, 8])])
      : extra;
    if (entry.at === undefined) {
      const own = header.name === undefined ? told.name : Buffer.from(header.name);
      push(
        words([0x04034b50, 4], [20, 2], [told.flags, 2], [header.method ?? told.method, 2], [0, 4]),
        words([told.crc, 4]),
        sizes(header.size ?? told.size, told.packed),
        words([own.length, 2], [fields.length, 2]),
        own,
        fields,
        packed,
      );
    }
    directory.push(
      words([0x02014b50, 4], [0x0314, 2], [20, 2], [told.flags, 2], [told.method, 2], [0, 4], [told.crc, 4]),
      sizes(told.size, told.packed),
      words([told.name.length, 2], [fields.length, 2], [0, 2], [0, 2], [0, 2]),
      words([((entry.mode ?? 0o100644) << 16) >>> 0, 4], [offset, 4]),
      told.name,
      fields,
    );
  }
  push(before ?? Buffer.alloc(0));
  const listed = Buffer.concat(directory);
  const all = wide?.count ?? count;
  const wideEnd = words(
    [0x06064b50, 4],
    [44, 8],
    [0, 8],
    [0, 4],
    ...[all, all, listed.length, at].map((value): [number, 8] => [value, 8]),
    [0x07064b50, 4],
    [0, 4],
    [at + listed.length, 8],
    [1, 4],
  );
  const end = words([0x06054b50, 4], [0, 4], [count & 0xffff, 2], [count & 0xffff, 2], [listed.length, 4]);
  const last = words([wide?.at ?? at, 4], [comment.length, 2]);
  return Buffer.concat([...body, listed, ...(wide ? [wideEnd] : []), end, last, Buffer.from(comment)]);
}

function words(...parts: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  return Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
      else if (bytes === 4) buffer.writeUInt32LE(value);
      else buffer.writeUInt16LE(value);
      return buffer;
    }),
  );
}
