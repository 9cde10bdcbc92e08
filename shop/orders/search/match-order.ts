import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import type { Database } from '#db/schema.ts';

export type OrderFilter = (
  eb: ExpressionBuilder<Database, 'orders'>,
) => ExpressionWrapper<Database, 'orders', SqlBool>;

// No name is this long. The limit also bounds the cost of one search.
const LONGEST_QUERY = 100;

/**
 * Turns the text that a clerk typed into filters, to be tried until one finds an order: the beginning of an order
 * number; words of the name or of the part before the @ of an e-mail, where the last word may be incomplete; the
 * beginning of an e-mail, or of its domain with the @. Whole words are tried first, because the matches of a frequent
 * beginning are many. It folds text like `order_search_words` of migration 0006.
 * @returns no filter if no order can match.
 */
export function matchOrder(typed: string): OrderFilter[] {
  const folded = fold(typed.slice(0, LONGEST_QUERY)).trim();
  const ids = readIdRange(/^(?:pedido\s*)?#?([0-9a-f-]+)$/.exec(folded)?.[1] ?? '');
  const words = readWords(folded);
  const isId: OrderFilter[] = ids ? [(eb) => eb.between('orders.id', ids.first, ids.last)] : [];
  if (words.length === 0) return isId;
  const last = words.length - 1;
  const whole = words.map((word) => quote(word, word.includes('@')));
  const begun = [...whole.slice(0, last), ...words.slice(last).map((word) => quote(word, true))];
  return (last === 0 ? [begun] : [whole, begun]).map(
    (terms) => (eb) =>
      eb.or([
        sql<SqlBool>`orders.search_words @@ ${terms.join(' & ')}::tsquery`,
        ...isId.map((filter) => filter(eb)),
      ]),
  );
}

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
const PLAIN = ACCENTED.normalize('NFD').replace(/\p{M}/gu, '');

export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter);
}

export function readWords(folded: string): string[] {
  return folded.split(/[\s\0-\x1f]+/).flatMap((word) => {
    // Mail programs put these around an address.
    if (/@\w/.test(word)) return [/[\w@](?:.*[^>,;])?/s.exec(word)?.[0] ?? word];
    return word.split(/[!-/:-@[-`{-~]+/).filter((part) => part !== '');
  });
}

/** One term of PostgreSQL's tsquery notation. Quotes and backslashes in it are ordinary characters. */
export function quote(word: string, isBeginning: boolean): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'${isBeginning ? ':*' : ''}`;
}

/** Every uuid with this beginning, as a range that the primary key's index can read. null: no uuid has it. */
export function readIdRange(start: string): { first: string; last: string } | null {
  const fill = (digit: string) =>
    start + '00000000-0000-0000-0000-000000000000'.slice(start.length).replaceAll('0', digit);
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fill('0'));
  return start !== '' && isUuid ? { first: fill('0'), last: fill('f') } : null;
}
