import { expect, test } from 'vitest';
import { addedWords, heldWords, releasedWords, removedWords } from './added-words.ts';
import { keyWords } from './key-words.ts';

test.each([
  [{ added: 12, repeatedLines: [], blankLines: [] }, '12 chaves guardadas.'],
  [
    { added: 1, repeatedLines: [2], blankLines: [3] },
    '1 chave guardada. A linha 2 ficou de fora: a loja já tem. A linha 3 está em branco.',
  ],
  [
    { added: 0, repeatedLines: [1, 2, 5], blankLines: [] },
    'Nenhuma chave guardada. As linhas 1, 2 e 5 ficaram de fora: a loja já tem.',
  ],
  [
    { added: 1000, repeatedLines: Array.from({ length: 14 }, (_, n) => n + 1), blankLines: [] },
    '1.000 chaves guardadas. As linhas 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 e mais 4 ficaram de fora: a loja já tem.',
  ],
])('%j', (added, told) => expect(addedWords(added)).toBe(told));

test.each([
  [{ removed: 2, soldLines: [], unknownLines: [] }, '2 chaves retiradas.'],
  [
    { removed: 1, soldLines: [2], unknownLines: [3, 4] },
    '1 chave retirada. A linha 2 já foi vendida e continua com quem comprou. As linhas 3 e 4 não estão no estoque deste produto.',
  ],
  [
    { removed: 0, soldLines: [1, 2], unknownLines: [3] },
    'Nenhuma chave retirada. As linhas 1 e 2 já foram vendidas e continuam com quem comprou. A linha 3 não está no estoque deste produto.',
  ],
])('%j', (removed, told) => expect(removedWords(removed)).toBe(told));

test('what waits since a restore says why, and what to do', () => {
  expect(heldWords(1)).toBe(
    '1 chave espera desde a restauração. Esta loja voltou de um backup: esta chave pode já ter sido vendida depois dele. Confira antes de liberar: se foi vendida, tire-a em ‘Retirar chaves’.',
  );
  expect(heldWords(1200)).toBe(
    '1.200 chaves esperam desde a restauração. Esta loja voltou de um backup: estas chaves podem já ter sido vendidas depois dele. Confira antes de liberar: as que foram vendidas, tire em ‘Retirar chaves’.',
  );
  expect(releasedWords({ released: 3 })).toBe('3 chaves liberadas.');
});

test('sold keys are told from each other by their ends', () => {
  expect(keyWords([])).toBe('');
  expect(keyWords(['1234'])).toBe('Chave …1234');
  expect(keyWords(['1234', '5678', '9abc'])).toBe('Chaves …1234, …5678 e …9abc');
});
