import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const [FILTER_NONE, FILTER_UP] = [0, 2];
/** With one bit per pixel a module is as wide as one byte. */
const PIXELS_PER_MODULE = 8;

/**
 * A PNG (ISO/IEC 15948) of square black and white modules, 8 × 8 pixels each, one bit per pixel. A general
 * picture library takes seven times as long for this as everything else in a checkout together.
 */
export function encodeQrPng(modules: boolean[][]): Buffer {
  const size = modules.length;
  const lineBytes = 1 + size;
  // Of each row of modules only the first line is spelled out; "as above" is a line of zeros.
  const lines = Buffer.alloc(size * PIXELS_PER_MODULE * lineBytes);
  for (const [y, row] of modules.entries()) {
    const first = y * PIXELS_PER_MODULE * lineBytes;
    lines[first] = FILTER_NONE;
    for (const [x, isDark] of row.entries()) lines[first + 1 + x] = isDark ? 0x00 : 0xff;
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
    chunk('IDAT', deflateSync(lines, { level: 1 })),
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
