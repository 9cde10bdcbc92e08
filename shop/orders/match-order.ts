import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import type { Database } from '#db/schema.ts';

export type OrderFilter = (
  eb: ExpressionBuilder<Database, 'orders'>,
) => ExpressionWrapper<Database, 'orders', SqlBool>;

// No name is nearly this long. Also bounds what one search costs, whatever was sent.
const LONGEST_QUERY = 100;

/**
 * What a clerk typed, as filters to be tried until one finds something: the beginning of an order's number; or
 * words of the name or of the e-mail's front part, of which the last may still be being typed; or the beginning of
 * an e-mail, or of its domain with the @. Of several words, whole ones are tried first: every word that begins
 * like a frequent one is much to collect. Folded as `order_search_words` of migration 0006 folds what it indexes.
 * @returns none where nothing was typed that an order could have.
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

function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter);
}

function readWords(folded: string): string[] {
  return folded.split(/[\s\0-\x1f]+/).flatMap((word) => {
    // Around an address stands what mail programs put there.
    if (/@\w/.test(word)) return [/[\w@](?:.*[^>,;])?/s.exec(word)?.[0] ?? word];
    return word.split(/[!-/:-@[-`{-~]+/).filter((part) => part !== '');
  });
}

/** One term of PostgreSQL's own notation; quotes and backslashes in it are letters. */
function quote(word: string, isBeginning: boolean): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'${isBeginning ? ':*' : ''}`;
}

/** Every uuid that begins so: its primary key is an index for that. null: no uuid does. */
function readIdRange(start: string): { first: string; last: string } | null {
  const fill = (digit: string) =>
    start + '00000000-0000-0000-0000-000000000000'.slice(start.length).replaceAll('0', digit);
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fill('0'));
  return start !== '' && isUuid ? { first: fill('0'), last: fill('f') } : null;
}
