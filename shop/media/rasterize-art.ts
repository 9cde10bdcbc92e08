import { openSharp } from './configured-sharp.ts';

/** Generated art as a JPEG or PNG in the size of a real splash. Pass only an SVG of our own. */
export async function rasterizeArt(svg: string, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const sharp = await openSharp();
  const picture = sharp(Buffer.from(svg), { density: 72 })
    .resize(1215, 717, { fit: 'fill' })
    .flatten({ background: '#0a0b10' });
  if (format === 'png') return picture.png().toBuffer();
  return picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
}
