import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const [FILTER_NONE, FILTER_UP] = [0, 2];
/** With one bit per pixel, a module is one byte wide. */
const PIXELS_PER_MODULE = 8;

const DARK = 0x00;
const LIGHT = 0xff;
/** A code has about 1,400 bytes. zlib's default would allocate sixteen thousand for each. */
const PIECE_BYTES = 2_048;

/**
 * A PNG (ISO/IEC 15948) of square black and white modules, 8 × 8 pixels each, one bit per pixel, with `border` light
 * modules around them. A general picture library would take seven times as long for this as the rest of a checkout.
 */
export function encodeQrPng(modules: boolean[][], border: number): Buffer {
  const size = modules.length + 2 * border;
  const lineBytes = 1 + size;
  // Each row of modules writes only its first line of pixels; the others are zeros with the filter "as above".
  const lines = Buffer.alloc(size * PIXELS_PER_MODULE * lineBytes);
  for (let y = 0; y < size; y++) {
    const first = y * PIXELS_PER_MODULE * lineBytes;
    lines[first] = FILTER_NONE;
    lines.fill(LIGHT, first + 1, first + lineBytes);
    const row = modules[y - border] ?? [];
    for (let x = 0; x < row.length; x++) if (row[x]) lines[first + 1 + border + x] = DARK;
    for (let line = 1; line < PIXELS_PER_MODULE; line++) lines[first + line * lineBytes] = FILTER_UP;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * PIXELS_PER_MODULE, 0);
  header.writeUInt32BE(size * PIXELS_PER_MODULE, 4);
  // Bit depth 1, colour type 0 (grey); compression, filter and interlace methods 0.
  header.writeUInt8(1, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 1, chunkSize: PIECE_BYTES })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
