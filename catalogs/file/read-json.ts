import { columnOf, type Column, type Row, type Table } from './columns.ts';
import type { Problems } from './collect-problems.ts';
import { MOST_ROWS, TOO_MANY_ROWS } from './limits.ts';

const SHAPE =
  'O JSON traz uma lista de itens: [{"group": "Espadas", "name": "Espada de gelo", "id": "espada-1"}].';

/** A list of objects with the names of the columns, or an object whose `items` are one. Rows are counted from 1. */
export function readJson(text: string, problems: Problems): Table | null {
  const refuse = (reason: string) => {
    problems.add(null, null, null, reason);
    return null;
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(`O arquivo começa como JSON e não é: falta ou sobra algum sinal. ${SHAPE}`);
  }
  const list = Array.isArray(value) ? value : (value as { items?: unknown } | null)?.items;
  if (!Array.isArray(list)) return refuse(SHAPE);
  if (list.length === 0) return refuse('A lista de itens está vazia.');
  if (list.length > MOST_ROWS) return refuse(TOO_MANY_ROWS);
  const ignored = new Set<string>();
  const rows = list.flatMap((entry: unknown, index) => readEntry(entry, index + 1, ignored, problems) ?? []);
  return { rows, ignoredColumns: [...ignored] };
}

/** null: it has been said what is wrong. */
function readEntry(entry: unknown, at: number, ignored: Set<string>, problems: Problems): Row | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    problems.add(at, null, null, SHAPE);
    return null;
  }
  const cells: Row['cells'] = {};
  let isRight = true;
  const say = (column: Column, reason: string) => {
    problems.add(at, column, null, reason);
    isRight = false;
  };
  for (const [heading, value] of Object.entries(entry) as [string, unknown][]) {
    const column = columnOf(heading);
    if (!column) ignored.add(heading);
    else if (column in cells) say(column, `${column} aparece duas vezes.`);
    else if (typeof value === 'string') cells[column] = value;
    // Of a price in a table `4.485` would be R$ 4.485,00.
    else if (typeof value === 'number')
      cells[column] = column === 'price' ? String(value).replace('.', ',') : String(value);
    else if (value !== null) say(column, `${column} é um texto ou um número.`);
  }
  return isRight ? { at, cells } : null;
}
