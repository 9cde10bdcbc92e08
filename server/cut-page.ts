import { constants, crc32, deflateRawSync } from 'node:zlib';
import { copyBytes } from './copy-bytes.ts';

/** A page in which places are left for what differs from one visitor to the next. */
export interface CutPage<Blank extends string> {
  /** The page as text, or as gzip. */
  fillIn(values: Record<Blank, string>, encoding: 'gzip' | null): Buffer;
  /** What it takes in memory. */
  bytes: number;
}

interface Part {
  plain: Buffer;
  /** What makes it part of a gzip (RFC 1951), ending on a whole byte. */
  deflated: Buffer;
}

const SCRIPT = /(?<=<script\b[^>]*>)[^]*?(?=<\/script>)/g;
/** RFC 1952: deflate, no name, no time, no system named. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Cuts a page that was rendered with marks in place of values. `marks` are letters and digits; of two that begin alike,
 * the longer comes first. What stands between them is compressed now and once. A value goes into the gzip uncompressed,
 * so that filling in a page is little more than copying it.
 */
export function cutPage<Blank extends string>(html: string, marks: Record<Blank, string>): CutPage<Blank> {
  const blanks = Object.keys(marks) as Blank[];
  const blankOf = new Map(blanks.map((blank) => [marks[blank], blank]));
  const scripts = [...html.matchAll(SCRIPT)].map(
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  const kept: Part[] = [];
  const places: { blank: Blank; write: (value: string) => string }[] = [];
  let end = 0;
  for (const { index, 0: mark } of html.matchAll(new RegExp(Object.values(marks).join('|'), 'gu'))) {
    kept.push(compress(html.slice(end, index)));
    const isInScript = scripts.some(([from, to]) => from <= index && index < to);
    places.push({ blank: blankOf.get(mark) as Blank, write: isInScript ? writeInData : writeInHtml });
    end = index + mark.length;
  }
  const rest = compress(html.slice(end));

  return {
    fillIn(values, encoding) {
      const parts = places.flatMap(({ blank, write }, at) => [
        kept[at] as Part,
        store(Buffer.from(write(values[blank]))),
      ]);
      parts.push(rest);
      return encoding === 'gzip' ? asGzip(parts) : Buffer.concat(parts.map(({ plain }) => plain));
    },
    bytes: [...kept, rest].reduce((sum, { plain, deflated }) => sum + plain.length + deflated.length, 0),
  };
}

/** As React writes texts and attributes. */
function writeInHtml(value: string): string {
  return value.replace(/["'&<>]/g, (character) => ENTITIES[character] ?? '');
}
const ENTITIES: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** As `HeldScripts` writes the loaders' data: a JSON string in a text that is a JSON string itself. */
function writeInData(value: string): string {
  const inside = (text: string) => JSON.stringify(text).slice(1, -1);
  return inside(inside(value)).replaceAll('<', '\\u003c');
}

function compress(text: string): Part {
  const plain = Buffer.from(text);
  const deflated = deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH });
  return { plain: copyBytes(plain), deflated: copyBytes(deflated) };
}

/** In blocks that are not compressed, of which each holds 65,535 bytes at most. */
function store(plain: Buffer): Part {
  const blocks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += 0xffff) {
    const text = plain.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(text.length, 1);
    head.writeUInt16LE(text.length ^ 0xffff, 3);
    blocks.push(head, text);
  }
  return { plain, deflated: Buffer.concat(blocks) };
}

function asGzip(parts: Part[]): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(parts.reduce((sum, { plain }) => crc32(plain, sum), 0));
  tail.writeUInt32LE(
    parts.reduce((sum, { plain }) => sum + plain.length, 0),
    4,
  );
  return Buffer.concat([GZIP_HEADER, ...parts.map(({ deflated }) => deflated), LAST_BLOCK, tail]);
}
