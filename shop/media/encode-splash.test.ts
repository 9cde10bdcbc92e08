import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSkin } from '#demo/draw-skin.ts';
import { dominantColor } from './dominant-color.ts';
import { encodeSplash, splashWidths } from './encode-splash.ts';
import { maxPictureBytes } from './open-picture.ts';
import { rasterizeArt } from './rasterize-art.ts';

const small = { width: 330, format: 'jpeg' } as const;
let splash: Buffer;

beforeAll(async () => {
  splash = await rasterizeArt(drawSkin({ championId: 'Iara', skinNum: 1 }));
});

async function encoded(source: Buffer, options: Parameters<typeof encodeSplash>[1]): Promise<Buffer> {
  const result = await encodeSplash(source, options);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.data;
}

describe('encodeSplash', () => {
  it('answers in each format and width with the proportions kept', async () => {
    for (const [format, decoded] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpeg', 'jpeg'],
    ] as const) {
      for (const width of splashWidths) {
        const meta = await sharp(await encoded(splash, { width, format })).metadata();
        expect(meta).toMatchObject({ format: decoded, width, height: Math.round((width * 717) / 1215) });
      }
    }
  });

  it('makes a card of about 10 KB as AVIF', async () => {
    const { length } = await encoded(splash, { width: 330, format: 'avif' });
    expect(length).toBeGreaterThan(2_000);
    expect(length).toBeLessThan(14_000);
  });

  it('makes the picture of a skin on a phone fit into the ten packets that a connection begins with', async () => {
    const { length } = await encoded(splash, { width: 800, format: 'avif' });
    expect(length).toBeGreaterThan(5_000);
    expect(length).toBeLessThan(14_000);
  });

  it('never enlarges', async () => {
    const tiny = await sharp(splash).resize(200).png().toBuffer();
    expect(await sharp(await encoded(tiny, { width: 800, format: 'webp' })).metadata()).toMatchObject({
      width: 200,
    });
  });

  // shows: threat F11
  it('drops metadata and applies the orientation it held', async () => {
    const tagged = await sharp(splash)
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    const clean = await encoded(tagged, small);
    const meta = await sharp(clean).metadata();
    expect([meta.exif, meta.icc, meta.xmp]).toEqual([undefined, undefined, undefined]);
    expect(clean.includes('secret-owner')).toBe(false);
    expect(meta.height).toBeGreaterThan(meta.width);
  });

  // shows: threat 32, threat F9
  it('refuses what is no JPEG, PNG or WebP, whatever it is called', async () => {
    const svg = Buffer.from(drawSkin({ championId: 'Iara', skinNum: 1 }));
    const gif = await sharp(splash).resize(20).gif().toBuffer();
    const avif = await encoded(splash, { width: 330, format: 'avif' });
    for (const source of [
      svg,
      gif,
      avif,
      Buffer.alloc(0),
      Buffer.from('<html>'),
      Buffer.from('ffd8ff00', 'hex'),
    ]) {
      expect(await encodeSplash(source, small)).toEqual({ ok: false, reason: 'not_a_picture' });
    }
  });

  it('refuses a damaged file', async () => {
    const cut = splash.subarray(0, splash.length / 3);
    expect(await encodeSplash(cut, small)).toEqual({ ok: false, reason: 'not_a_picture' });
    expect(await dominantColor(cut)).toEqual({ ok: false, reason: 'not_a_picture' });
  });

  // shows: threat 33, threat F10
  it('refuses a small file of very many pixels, and a very large file', async () => {
    const bomb = await sharp({ create: { width: 6000, height: 4001, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(200_000);
    expect(await encodeSplash(bomb, small)).toEqual({ ok: false, reason: 'too_many_pixels' });
    const heavy = Buffer.concat([splash, Buffer.alloc(maxPictureBytes - splash.length + 1)]);
    expect(await encodeSplash(heavy, small)).toEqual({ ok: false, reason: 'too_large' });
  });
});

describe('dominantColor', () => {
  it('is the colour of a plain picture', async () => {
    const plain = await sharp({ create: { width: 90, height: 50, channels: 3, background: '#c81e5a' } })
      .png()
      .toBuffer();
    expect(await dominantColor(plain)).toEqual({ ok: true, color: '#c81e5a' });
  });

  it('leans to the vivid part of a dark picture', async () => {
    const red = await sharp({ create: { width: 30, height: 50, channels: 3, background: '#e01010' } })
      .png()
      .toBuffer();
    const mostlyBlack = await sharp({ create: { width: 90, height: 50, channels: 3, background: '#000' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const result = await dominantColor(mostlyBlack);
    expect(result.ok && Number.parseInt(result.color.slice(1, 3), 16)).toBeGreaterThan(0xb0);
  });

  it('refuses an SVG', async () => {
    expect(await dominantColor(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({
      ok: false,
      reason: 'not_a_picture',
    });
  });
});
