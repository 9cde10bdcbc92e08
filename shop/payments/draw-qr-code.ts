import { openSharp } from '#shop/media/configured-sharp.ts';
import { encode, renderSVG } from 'uqr';

const QUIET_ZONE_MODULES = 4;
const PIXELS_PER_MODULE = 8;

/** Black on white with its quiet zone, as an SVG element to place in a page. */
export function drawQrSvg(pixCode: string): string {
  return renderSVG(pixCode, { border: QUIET_ZONE_MODULES, ecc: 'M', whiteColor: '#fff', blackColor: '#000' });
}

/** The same picture as PNG: contract.md's `qrCodeBase64` is this behind `data:image/png;base64,`. */
export async function drawQrPng(pixCode: string): Promise<Buffer> {
  const { data, size } = encode(pixCode, { border: QUIET_ZONE_MODULES, ecc: 'M' });
  const pixels = Buffer.alloc(size * size);
  data.forEach((row, y) => row.forEach((dark, x) => (pixels[y * size + x] = dark ? 0 : 255)));
  const sharp = await openSharp();
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * PIXELS_PER_MODULE, null, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
