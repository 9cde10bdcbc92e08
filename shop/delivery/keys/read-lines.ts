const MOST_KEYS = 5_000;
const LONGEST_KEY = 1_000;
/** Half a character, or one that nobody sees; a tab may stand within a key. */
const ODD = /\p{Cs}|(?!\t)\p{Cc}/u;

export interface TypedKey {
  /** Counted from 1. */
  line: number;
  text: string;
}

interface ReadLines {
  keys: TypedKey[];
  /** Lines without anything, but for those at the end. */
  blank: number[];
  /** Lines that say the same as one above them. */
  repeated: number[];
  /** Why nothing of it can be taken in. */
  problem: string | null;
}

/** One key on each line. Blanks around it do not belong to it. */
export function readLines(typed: string): ReadLines {
  const lines = typed.replace(/\s+$/u, '').split(/\r\n|\r|\n/);
  const read: ReadLines = { keys: [], blank: [], repeated: [], problem: null };
  const seen = new Set<string>();
  for (const [index, whole] of lines.entries()) {
    const [line, text] = [index + 1, whole.trim()];
    if (text === '') read.blank.push(line);
    else if (seen.has(text)) read.repeated.push(line);
    else read.keys.push({ line, text });
    seen.add(text);
  }
  const tooLong = read.keys.find(({ text }) => text.length > LONGEST_KEY);
  const odd = read.keys.find(({ text }) => ODD.test(text));
  if (read.keys.length === 0) read.problem = 'Cole ao menos uma chave, uma por linha.';
  else if (read.keys.length > MOST_KEYS)
    read.problem = `São até ${MOST_KEYS} chaves de cada vez. Divida a lista em duas.`;
  else if (tooLong)
    read.problem = `A linha ${tooLong.line} passa de ${LONGEST_KEY} caracteres. Nada foi guardado.`;
  else if (odd) read.problem = `A linha ${odd.line} tem um caractere que ninguém vê. Nada foi guardado.`;
  return read;
}

/** What staff see of a key. Of a short one less, so that it stays one. */
export function endOf(text: string): string {
  const characters = [...text];
  return characters.slice(-Math.min(4, Math.max(1, Math.floor(characters.length / 2)))).join('');
}
