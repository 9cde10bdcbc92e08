import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PictureProgress } from './picture-progress.tsx';

const at: ComponentProps<typeof PictureProgress> = {
  done: 480,
  total: 1930,
  missing: 0,
  bytes: 5 * 1024 * 1024,
  pausedBy: null,
  isOff: false,
};
const read = (props: Partial<typeof at>) => renderToStaticMarkup(<PictureProgress {...at} {...props} />);

test('staff read how far it is, what is in its way, and that it can be off', () => {
  expect(read({})).toContain('Imagens preparadas: 480 de 1.930 (5 MB em disco)');
  expect(read({})).toContain('enquanto a máquina está livre');
  expect(read({})).toMatch(/<progress[^>]*max="1930"[^>]*value="480"/);
  expect(read({ pausedBy: 'source_silent' })).toContain('A fonte das imagens não está respondendo.');
  expect(read({ isOff: true })).toContain('A preparação está desligada (PREPARE_PICTURES=0).');
  expect(read({ done: 1930 })).toContain('Todas prontas');
  expect(read({ done: 1930 })).not.toContain('<progress');
  expect(read({ missing: 1 })).toContain('Uma skin não tem imagem na fonte');
});
