import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII, with `/` between folders. */
  name: string;
  content: Buffer;
  /** As a picture is: packing it again would gain nothing. */
  isPacked?: true;
}

const VERSION = 20;
const [STORED, DEFLATED] = [0, 8];
/** 1980-01-01, the first day that the format knows: the entries say themselves when they were read. */
const NO_DATE = 0x21;

/**
 * A ZIP of a few small files in memory, by PKWARE's APPNOTE: each entry with its header, then the directory, then its
 * end. Node packs and sums; what is left is three records, so no library comes with it.
 */
export function writeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isPacked } of entries) {
    const packed = isPacked ? content : deflateRawSync(content);
    const label = Buffer.from(name, 'ascii');
    const shared = describe(isPacked ? STORED : DEFLATED, content, packed, label);
    const header = Buffer.concat([u32(0x04034b50), u16(VERSION), shared, label]);
    directory.push(
      u32(0x02014b50),
      u16(VERSION),
      u16(VERSION),
      shared,
      // No comment, disk 0, attributes of neither kind, and where the entry begins.
      Buffer.alloc(10),
      u32(offset),
      label,
    );
    parts.push(header, packed);
    offset += header.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const count = u16(entries.length);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(listed.length), u32(offset), u16(0)];
  return Buffer.concat([...parts, listed, ...end]);
}

/** The fields that an entry's header and its line of the directory share. */
function describe(method: number, content: Buffer, packed: Buffer, label: Buffer): Buffer {
  return Buffer.concat([
    u16(0),
    u16(method),
    u16(0),
    u16(NO_DATE),
    u32(crc32(content)),
    u32(packed.length),
    u32(content.length),
    u16(label.length),
    u16(0),
  ]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
