import { count } from '#shop/text/count.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

export interface AddedKeys {
  added: number;
  repeatedLines: number[];
  blankLines: number[];
}

export interface ReleasedKeys {
  released: number;
}

export interface RemovedKeys {
  removed: number;
  soldLines: number[];
  unknownLines: number[];
}

/** What became of each line of a list. */
export function addedWords({ added, repeatedLines, blankLines }: AddedKeys): string {
  const told = [
    countOf(added, 'guardada'),
    linesOf(repeatedLines, ['ficou de fora: a loja já tem', 'ficaram de fora: a loja já tem']),
    linesOf(blankLines, ['está em branco', 'estão em branco']),
  ];
  return told.filter(Boolean).join(' ');
}

/** The same, of a list that had to go. */
export function removedWords({ removed, soldLines, unknownLines }: RemovedKeys): string {
  const told = [
    countOf(removed, 'retirada'),
    linesOf(soldLines, [
      'já foi vendida e continua com quem comprou',
      'já foram vendidas e continuam com quem comprou',
    ]),
    linesOf(unknownLines, ['não está no estoque deste produto', 'não estão no estoque deste produto']),
  ];
  return told.filter(Boolean).join(' ');
}

export const releasedWords = ({ released }: ReleasedKeys): string => countOf(released, 'liberada');

/** Why so many keys of a product are not sold, and what to do about it. */
export function heldWords(held: number): string {
  const why =
    held === 1
      ? 'esta chave pode já ter sido vendida depois dele. Confira antes de liberar: se foi vendida, tire-a'
      : 'estas chaves podem já ter sido vendidas depois dele. Confira antes de liberar: as que foram vendidas, tire';
  return `${count(held, 'chave espera', 'chaves esperam')} desde a restauração. Esta loja voltou de um backup: ${why} em ‘Retirar chaves’.`;
}

function countOf(count: number, done: 'guardada' | 'retirada' | 'liberada'): string {
  if (count === 0) return `Nenhuma chave ${done}.`;
  return count === 1 ? `1 chave ${done}.` : `${groupThousands(count)} chaves ${done}s.`;
}

/** Enough to find the others beside them. */
const NAMED = 10;

function linesOf(lines: readonly number[], [ofOne, ofMany]: readonly [string, string]): string {
  if (lines.length === 0) return '';
  if (lines.length === 1) return `A linha ${lines[0]} ${ofOne}.`;
  const named = lines.slice(0, NAMED).map(String);
  const more = lines.length - named.length;
  const last = more > 0 ? `mais ${more}` : named.pop();
  return `As linhas ${named.join(', ')} e ${last} ${ofMany}.`;
}
