import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { columnOf, findColumns, type Column, type Row, type Table } from './columns.ts';
import type { Problems } from './collect-problems.ts';
import { MOST_ROWS, TOO_MANY_ROWS } from './limits.ts';

const PIECE = 64 * 1024;
const LONGEST_RECORD = 20_000;
const UNREADABLE =
  'A partir daqui a tabela não pode ser lida: confira as aspas, que abrem e fecham a célula inteira.';

/** null: it cannot be read, and the problems say why. */
export async function readCsv(text: string, problems: Problems): Promise<Table | null> {
  const [said = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(said.length);
  const records = Readable.from(piecesOf(body)).pipe(
    parse({
      delimiter: separator ?? separatorOf(body),
      // A quote within a cell stays one: `Espada 5"`.
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  // A spreadsheet counts what names the separator as a row.
  let at = said === '' ? 0 : 1;
  let columns: (Column | null)[] | null = null;
  let ignoredColumns: string[] = [];
  const rows: Row[] = [];
  try {
    for await (const record of records) {
      at += 1;
      const cells = record as string[];
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!columns) {
        columns = cells.map(columnOf);
        ignoredColumns = cells.filter((cell) => cell.trim() !== '' && !columnOf(cell));
        if (!findColumns(columns, at, problems)) return null;
        continue;
      }
      if (rows.length === MOST_ROWS) {
        problems.add(null, null, null, TOO_MANY_ROWS);
        return null;
      }
      rows.push(readRow(cells, columns, at, problems));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.add(at + 1, null, null, UNREADABLE);
    return null;
  }
  if (!columns) problems.add(null, null, null, 'O arquivo está vazio.');
  return columns && { rows, ignoredColumns };
}

function readRow(cells: string[], columns: readonly (Column | null)[], at: number, problems: Problems): Row {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    problems.add(
      at,
      null,
      cells.at(-1) ?? null,
      'Esta linha tem mais células que o cabeçalho. Um texto com o separador dentro fica entre aspas.',
    );
  }
  const named: Row['cells'] = {};
  cells.forEach((cell, index) => {
    const column = columns[index];
    if (column) named[column] = cell;
  });
  return { at, cells: named };
}

/** Others are answered between two pieces. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
    await nextTurn();
  }
}

/** What the names of the columns have most of between them. */
function separatorOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const count = (separator: string) => heading.split(separator).length;
  return [';', '\t'].find((separator) => count(separator) > count(',')) ?? ',';
}
