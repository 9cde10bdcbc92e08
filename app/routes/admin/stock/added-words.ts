import { groupThousands } from '#shop/text/group-thousands.ts';

export interface AddedKeys {
  added: number;
  repeatedLines: number[];
  blankLines: number[];
}

/** What became of each line of a list. */
export function addedWords({ added, repeatedLines, blankLines }: AddedKeys): string {
  const told = [
    countOf(added),
    repeatedLines.length > 0 &&
      `${linesOf(repeatedLines)} ${repeatedLines.length === 1 ? 'ficou' : 'ficaram'} de fora: a loja já tem.`,
    blankLines.length > 0 &&
      `${linesOf(blankLines)} ${blankLines.length === 1 ? 'está' : 'estão'} em branco.`,
  ];
  return told.filter(Boolean).join(' ');
}

function countOf(added: number): string {
  if (added === 0) return 'Nenhuma chave guardada.';
  return added === 1 ? '1 chave guardada.' : `${groupThousands(added)} chaves guardadas.`;
}

/** Enough to find the others beside them. */
const NAMED = 10;

function linesOf(lines: readonly number[]): string {
  if (lines.length === 1) return `A linha ${lines[0]}`;
  const named = lines.slice(0, NAMED).map(String);
  const more = lines.length - named.length;
  const last = more > 0 ? `mais ${more}` : named.pop();
  return `As linhas ${named.join(', ')} e ${last}`;
}
