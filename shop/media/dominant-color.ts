import { openPicture, type PictureRefusal } from './open-picture.ts';

/** The colour (`#rrggbb`) of a card's box until its picture has loaded. */
export async function dominantColor(source: Buffer): Promise<{ ok: true; color: string } | PictureRefusal> {
  const opened = await openPicture(source);
  if (!opened.ok) return opened;
  try {
    // From a thumbnail: the full picture costs fifty times more and gives the same result.
    const { data } = await opened.picture
      .resize(48, 28, { fit: 'cover' })
      .flatten({ background: '#0a0b10' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { ok: true, color: weightedMean(data) };
  } catch {
    return { ok: false, reason: 'not_a_picture' };
  }
}

/** Vivid pixels have more weight: the plain mean of a dark splash is always the same grey. */
function weightedMean(pixels: Buffer): string {
  const sums = [0, 0, 0];
  let total = 0;
  for (let index = 0; index + 2 < pixels.length; index += 3) {
    const channels = [pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0];
    const weight = 8 + Math.max(...channels) - Math.min(...channels);
    channels.forEach((value, channel) => {
      sums[channel] = (sums[channel] ?? 0) + value * weight;
    });
    total += weight;
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / total)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
