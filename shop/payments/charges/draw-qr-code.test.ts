import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawQrPng } from './draw-qr-code.ts';

const CODE =
  '00020126580014br.gov.bcb.pix0136b76aa9c2-2ec4-4110-954e-ebfe34f05b6152040000530398654041.005802BR5913Loja de Medida6009SAO PAULO62290525pix_char_1xxxxxxxxxxxxxxx63041D3A';

test('the PNG shows the code module by module, black on white inside its quiet zone', async () => {
  const { data: modules, size } = encode(CODE, { border: 4, ecc: 'M', maskPattern: 2 });
  const { data, info } = await sharp(drawQrPng(CODE))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([size * 8, size * 8]);
  const isDark = (x: number, y: number) => data[(y * info.width + x) * info.channels] === 0;
  const shown = Array.from({ length: size * 8 }, (_, y) =>
    Array.from({ length: size * 8 }, (_, x) => isDark(x, y)),
  );
  const wanted = modules.flatMap((row) =>
    Array.from({ length: 8 }, () => row.flatMap((dark) => Array.from({ length: 8 }, () => dark))),
  );
  expect(shown).toEqual(wanted);
  expect(modules[0]?.some(Boolean)).toBe(false);
});

test('a reader that is not ours reads the PNG', async () => {
  const { data, info } = await sharp(drawQrPng(CODE))
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQr({ data, width: info.width, height: info.height })).toBe(CODE);
});
