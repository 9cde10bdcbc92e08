import { createHash } from 'node:crypto';
import { dayOf } from '#shop/numbers/day-span.ts';
import { isDay } from '#shop/text/is-day.ts';

export interface StatementRow {
  /** What the same row has in every file. */
  digest: string;
  day: string;
  /** Below zero: it left the account. */
  amountCents: number;
  /** What may be an end-to-end id, wherever in the row it stands. */
  ids: string[];
}

export type ReadStatement =
  /** `exportedOn`: the day on which the bank wrote it; null: it does not say. */
  | { ok: true; from: string; to: string; exportedOn: string | null; rows: StatementRow[] }
  | { ok: false; reason: 'no_statement' | 'cut_off' }
  /** Which row has no day or no sum that can be read, counted from 1, and what stands there. */
  | { ok: false; reason: 'unreadable_row'; row: number; text: string };

/**
 * A bank's statement: OFX 1, which closes no tags, or OFX 2, in UTF-8 or Windows letters. All or nothing: a row that
 * cannot be read would be missing in the sums.
 */
export function readStatement(bytes: Uint8Array): ReadStatement {
  const raw = decode(bytes);
  // What begins after the last end has none, and each would look for it in all that follows.
  const end = raw.lastIndexOf(']]>') + 3;
  const text = raw.slice(0, end).replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1') + raw.slice(end);
  if (!/<OFX[\s>]/i.test(text) || !/<BANKTRANLIST[\s>]/i.test(text))
    return { ok: false, reason: 'no_statement' };
  if (!/<\/(?:OFX|BANKTRANLIST)\s*>/i.test(text)) return { ok: false, reason: 'cut_off' };
  const [head = '', ...blocks] = text.split(/<STMTTRN\b[^<>]*>/i);
  const account = ['BANKID', 'ACCTID'].map((tag) => fieldsOf(head).get(tag) ?? '');
  const read: (Omit<StatementRow, 'digest'> & { fitId: string; content: string })[] = [];
  for (const [n, block] of blocks.entries()) {
    const fields = fieldsOf(block.split(/<\/(?:STMTTRN|BANKTRANLIST)\s*>/i, 1)[0] ?? '');
    const said = (tag: string) => fields.get(tag) ?? '';
    const day = readDay(said('DTPOSTED'));
    const cents = readCents(said('TRNAMT'));
    if (day === null || cents === null) {
      const what = day === null ? said('DTPOSTED') : said('TRNAMT');
      return { ok: false, reason: 'unreadable_row', row: n + 1, text: what.slice(0, 40) };
    }
    // Some banks leave the sign to the kind.
    const amountCents = said('TRNTYPE').toUpperCase() === 'DEBIT' ? -Math.abs(cents) : cents;
    const words = [...fields].filter(([tag]) => WORDS.includes(tag)).map(([, value]) => value);
    const content = JSON.stringify([account, day, amountCents, ...words]);
    read.push({
      day,
      amountCents,
      ids: findIds([...fields.values()].join(' ')),
      fitId: said('FITID'),
      content,
    });
  }
  const days = read.map(({ day }) => day).sort();
  const listed = (tag: string) => readDay(fieldsOf(head).get(tag) ?? '');
  const from = listed('DTSTART') ?? days[0];
  const to = listed('DTEND') ?? days.at(-1);
  if (from === undefined || to === undefined) return { ok: false, reason: 'no_statement' };
  const span = {
    from: days[0] && days[0] < from ? days[0] : from,
    to: (days.at(-1) ?? to) > to ? days.at(-1)! : to,
  };
  // Some banks fill it with anything: one from before the statement begins is none.
  const server = listed('DTSERVER');
  const exportedOn = server !== null && server >= span.from ? server : null;
  return { ok: true, ...span, exportedOn, rows: withDigests(read) };
}

/** What the bank says of a row, beside its day and its sum. */
const WORDS = ['TRNTYPE', 'CHECKNUM', 'REFNUM', 'NAME', 'MEMO'];

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The values of the tags, closed or not; the first one of each name. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [, tag = '', value = ''] of block.matchAll(/<([A-Z][\w.]*)(?:[^\w.<>][^<>]*)?>([^<]*)/gi)) {
    const text = value
      .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
      .trim();
    if (text !== '' && !fields.has(tag.toUpperCase())) fields.set(tag.toUpperCase(), text);
  }
  return fields;
}

/** `20261103120000[-3:BRT]`; where it names no zone, or no hour of the day, it is the day that it says. */
function readDay(text: string): string | null {
  const [, year, month, day, time, zone] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T?(\d\d:?\d\d:?\d\d)?(?:\.\d+)?\s*(?:\[([+-]?\d{1,4}(?:\.\d{1,4})?)[^\]]*\])?)$/.exec(
      text,
    ) ?? [];
  const said = `${year}-${month}-${day}`;
  if (!isDay(said)) return null;
  const digits = time?.replaceAll(':', '') ?? '';
  if (zone === undefined || /^(?:000000|120000)?$/.test(digits)) return said;
  const ahead = hoursOf(zone);
  if (Math.abs(ahead) > 14) return null;
  const minutes = (Number(digits.slice(0, 2)) - ahead) * 60 + Number(digits.slice(2, 4));
  return dayOf(new Date(Date.parse(said) + minutes * 60_000));
}

/** `-3`, `-3.5`, and `-0330` of banks that write hours and minutes. */
function hoursOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-]?)(\d{1,2})(\d\d)$/.exec(zone) ?? [];
  return hours === undefined ? Number(zone) : Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60);
}

/** `-1.234,56`, `1,234.56`, `15.00`, `+15`, `R$ 15,00`, `15,00-`. */
function readCents(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0]|R\$/g, '').replace('\u2212', '-');
  const [, before, digits = '', after] = /^([+-]?)([\d.,]*\d)([+-]?)$/.exec(bare) ?? [];
  const [, whole, part = ''] =
    /^(\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?|\d+)(?:[.,](\d{1,2})0*)?$/
      .exec(digits)
      ?.filter((_, n) => n !== 2) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole.replaceAll(/[.,]/g, '') + part.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return before === '-' || after === '-' ? -cents : cents;
}

/** As the banks write it, also within a longer word; and any word that is as long. */
function findIds(text: string): string[] {
  const found = [...text.matchAll(/[ED]\d{20}[a-z0-9]{11}/gi), ...text.matchAll(/[a-z0-9]{26,64}/gi)];
  return [...new Set(found.map(([id]) => id))];
}

/**
 * The same row has the same digest in every file that it comes in. Equal rows of one file are as many payments, unless
 * they have an end-to-end id, or a FITID in a file where each FITID is one row's.
 */
function withDigests(
  rows: (Omit<StatementRow, 'digest'> & { fitId: string; content: string })[],
): StatementRow[] {
  const byFitId = Map.groupBy(rows, ({ fitId }) => fitId);
  const isTrusted = [...byFitId].every(
    ([fitId, some]) =>
      !/^0*$/.test(fitId) &&
      new Set(some.map(({ content }) => content)).size === 1 &&
      readDay(fitId) === null,
  );
  const seen = new Map<string, number>();
  const digested = rows.map(({ fitId, content, ...row }): StatementRow => {
    const id = row.ids.find((each) => /^E\d{20}/i.test(each));
    // One payment has one id; two refunds of it may have the same.
    const isPayment = id !== undefined && row.amountCents > 0;
    const what = isPayment ? `${id.toLowerCase()} ${row.amountCents}` : `${fitId} ${content}`;
    const nth = isPayment || isTrusted ? 0 : (seen.get(what) ?? 0);
    seen.set(what, nth + 1);
    return { ...row, digest: createHash('sha256').update(`${what} ${nth}`).digest('hex') };
  });
  return [...new Map(digested.map((row) => [row.digest, row])).values()];
}
