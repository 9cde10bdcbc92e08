import { groupThousands } from '#shop/text/group-thousands.ts';

export interface AddedKeys {
  added: number;
  repeatedLines: number[];
  blankLines: number[];
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

function countOf(count: number, done: 'guardada' | 'retirada'): string {
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
