import { openSharp } from './configured-sharp.ts';

/** The size that messengers and social networks show whole. */
const MOSAIC = { width: 1200, height: 630 } as const;
/** More would be too small to be seen on a phone. */
export const MOSAIC_TILES = 6;

const GAP = 6;

/** Rows of tiles: five make no even grid, so four of them are shown. */
const ROWS: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [2],
  3: [3],
  4: [2, 2],
  5: [2, 2],
  6: [3, 3],
};

/** Several splashes as one JPEG. It holds no text: the page's title says whose they are, in every messenger's own letters. */
export async function composeMosaic(
  pictures: readonly Buffer[],
  { ink, accent }: { ink: string; accent: string },
): Promise<Buffer> {
  const sharp = await openSharp();
  const rows = ROWS[pictures.length];
  if (!rows) throw new RangeError(`A mosaic has 1 to ${MOSAIC_TILES} pictures, not ${pictures.length}.`);
  const height = Math.floor((MOSAIC.height - GAP * (rows.length - 1)) / rows.length);
  const places = rows.flatMap((columns, row) => {
    const width = Math.floor((MOSAIC.width - GAP * (columns - 1)) / columns);
    return Array.from({ length: columns }, (_, column) => ({
      width,
      height,
      left: column * (width + GAP),
      top: row * (height + GAP),
    }));
  });
  const tiles = await Promise.all(
    places.map(async ({ width, height, left, top }, index) => ({
      input: await sharp(pictures[index])
        .resize({ width, height, fit: 'cover', position: 'north' })
        .toBuffer(),
      left,
      top,
    })),
  );
  return sharp({ create: { ...MOSAIC, channels: 3, background: ink } })
    .composite([...tiles, { input: Buffer.from(frameOf(ink, accent)), left: 0, top: 0 }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** The lower edge in the shop's accent, so that the picture is known as one of its. */
const frameOf = (
  ink: string,
  accent: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${MOSAIC.width}" height="${MOSAIC.height}">
  <defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0.7" stop-color="${ink}" stop-opacity="0"/>
    <stop offset="1" stop-color="${ink}" stop-opacity="0.6"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#shade)"/>
  <rect y="${MOSAIC.height - 10}" width="100%" height="10" fill="${accent}"/>
</svg>`;
