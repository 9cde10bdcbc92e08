import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { hasUtf8Letter } from '#shop/text/has-utf8-letter.ts';

/** A row as a spreadsheet counts it. The first one that says anything has the names of the columns. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** What cannot be read, from this row on where it began well. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: 'no_table' | 'empty' | 'broken_quotes' | 'no_export';
  readonly row: number | null;
  constructor(reason: UnreadableFile['reason'], row: number | null = null) {
    super(reason);
    this.reason = reason;
    this.row = row;
  }
}

const LONGEST_RECORD = 200_000;

/** The rows of a CSV, as its bytes come. Quotes may hold separators and line ends. */
export async function* readTable(content: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  const pieces = decodePieces(content)[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const [said = '', separator] = /^sep=(.)\r?\n/i.exec(first.value) ?? [];
  const body = first.value.slice(said.length);
  async function* all() {
    yield body;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  }
  const records = pipeline(
    Readable.from(all()),
    parse({
      delimiter: separator ?? separatorOf(body),
      // A quote within a cell stays one: `Espada 5"`.
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST_RECORD,
    }),
    // Whoever reads the records hears it.
    () => undefined,
  );
  // A spreadsheet counts what names the separator as a row.
  let row = said === '' ? 0 : 1;
  try {
    for await (const record of records) {
      row += 1;
      const cells = record as string[];
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // What was read before it, if it was not handed out yet.
    const { records = 0 } = error as CsvError & { records?: number };
    throw new UnreadableFile('broken_quotes', Math.max(row, records + (said === '' ? 0 : 1)) + 1);
  }
}

const END_OF_LINE = 0x0a;

/**
 * Text as programs of tables save it: UTF-8, UTF-16 with its mark, or the Windows letters of Brazil. It is cut at the
 * ends of lines, which no letter has in it, and each line says which of them it is: how the bytes came changes nothing.
 */
async function* decodePieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let wide: TextDecoder | null = null;
  /** What a line that is not UTF-8 is read as, once a letter has said which. */
  let broken: 'utf-8' | 'windows-1252' | null = null;
  let rest = Buffer.alloc(0);
  let isFirst = true;
  const decode = (bytes: Buffer): string => {
    if (wide) return wide.decode(bytes, { stream: true });
    if (bytes.includes(0)) throw new UnreadableFile('no_table');
    return decodeUtf8(bytes) ?? linesOf(bytes).map(decodeLine).join('');
  };
  const decodeUtf8 = (bytes: Buffer): string | null => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (text.length < bytes.length) broken ??= 'utf-8';
      return text;
    } catch {
      return null;
    }
  };
  const decodeLine = (line: Buffer): string => {
    const text = decodeUtf8(line);
    if (text !== null) return text;
    broken ??= hasUtf8Letter(line) ? 'utf-8' : 'windows-1252';
    return new TextDecoder(broken).decode(line);
  };
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length < 4) continue;
    if (isFirst) {
      isFirst = false;
      const mark = rest.subarray(0, 2).toString('hex');
      if (mark === 'fffe' || mark === 'feff')
        wide = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be');
      if (rest.subarray(0, 4).toString('latin1') === 'PK\x03\x04') throw new UnreadableFile('no_table');
    }
    const end = wide ? rest.length : rest.lastIndexOf(END_OF_LINE) + 1;
    if (end === 0) {
      if (rest.length > LONGEST_RECORD) throw new UnreadableFile('no_table');
      continue;
    }
    yield decode(rest.subarray(0, end));
    rest = Buffer.from(rest.subarray(end));
  }
  if (rest.length > 0) yield decode(rest);
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(END_OF_LINE, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
  }
  return lines;
}

/** What the names of the columns have most of between them. */
function separatorOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const count = (separator: string) => heading.split(separator).length;
  return [';', '\t'].find((separator) => count(separator) > count(',')) ?? ',';
}
