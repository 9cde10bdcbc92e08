import { encode } from 'uqr';
import { encodeQrPng } from './encode-qr-png.ts';

/**
 * A fixed mask pattern. To try all eight and compare them takes nine tenths of the time, and a reader undoes the
 * pattern that the code names (ISO/IEC 18004, 7.8).
 */
const DRAWING = { ecc: 'M', maskPattern: 2, border: 0 } as const;
/** Light modules around the code. Readers do not find it without them (section 9.1). */
const QUIET_ZONE = 4;

/** The code in black on white with its quiet zone, as PNG: docs/contract.md's `qrCodeBase64` is this behind `data:image/png;base64,`. */
export function drawQrPng(pixCode: string): Buffer {
  return encodeQrPng(encode(pixCode, DRAWING).data, QUIET_ZONE);
}
