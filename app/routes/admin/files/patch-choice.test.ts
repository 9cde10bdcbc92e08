import { expect, test } from 'vitest';
import { readPatchChoice } from './patch-choice.ts';

const read = (query: string) => readPatchChoice(new URLSearchParams(query));
const SKINS = {
  scope: {
    skins: ['lol:Ahri:3', 'lol:Lux:7'],
  },
  state: 'updating',
  notify: false,
};

test('some skins are chosen one by one, or written into one field without scripts', () => {
  expect(read('quais=skins&fazer=marcar&skin=Ahri_3&skin=Lux_7')).toEqual(SKINS);
  expect(read('quais=skins&fazer=marcar&skin=Ahri_3,+Lux/7+nada')).toEqual(SKINS);
  expect(read('quais=skins&fazer=marcar&skin=')).toBeNull();
});
