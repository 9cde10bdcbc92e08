import { encode, renderSVG } from 'uqr';
import { encodeQrPng } from './encode-qr-png.ts';

/**
 * One of the eight patterns, instead of drawing all eight and weighing them: that is nine tenths of the work,
 * and every reader undoes whichever pattern the code itself names (ISO/IEC 18004 section 7.8).
 */
const drawing = { ecc: 'M', maskPattern: 2 } as const;
/** Light modules around the code, without which readers do not find it (section 9.1). */
const QUIET_ZONE = 4;

/** Black on white with its quiet zone, as an SVG element to place in a page. */
export function drawQrSvg(pixCode: string): string {
  return renderSVG(pixCode, { ...drawing, border: QUIET_ZONE, whiteColor: '#fff', blackColor: '#000' });
}

/** The same picture as PNG: docs/contract.md's `qrCodeBase64` is this behind `data:image/png;base64,`. */
export function drawQrPng(pixCode: string): Buffer {
  return encodeQrPng(encode(pixCode, { ...drawing, border: 0 }).data, QUIET_ZONE);
}
