import type { Problems } from './collect-problems.ts';

/** What a row says, by the names of its columns: the contract's, and what a Brazilian table calls them. */
const COLUMNS = {
  group: ['grupo'],
  name: ['nome'],
  id: ['codigo'],
  price: ['preco'],
  rarity: ['raridade'],
  picture: ['imagem', 'figura', 'foto'],
} as const;

export type Column = keyof typeof COLUMNS;

const REQUIRED: readonly Column[] = ['group', 'name', 'id'];

/** One row as it stands in the source, before anything is believed of it. */
export interface Row {
  /** As a spreadsheet counts. */
  at: number;
  cells: Partial<Record<Column, string>>;
}

export interface Table {
  rows: Row[];
  ignoredColumns: string[];
}

/** null: it says nothing to the shop. */
export function columnOf(heading: string): Column | null {
  const folded = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const names = Object.entries(COLUMNS) as [Column, readonly string[]][];
  return names.find(([column, others]) => column === folded || others.includes(folded))?.[0] ?? null;
}

/** false: not all are there, or one is there twice. */
export function findColumns(found: readonly (Column | null)[], at: number, problems: Problems): boolean {
  const missing = REQUIRED.filter((column) => !found.includes(column));
  const twice = found.filter((column, index) => column && found.indexOf(column) < index);
  for (const column of missing) {
    problems.add(
      at,
      column,
      null,
      `Falta a coluna ${column} (${COLUMNS[column][0]}). A primeira linha traz os nomes: group, name e id, e se quiser price, rarity e picture.`,
    );
  }
  for (const column of twice) problems.add(at, column, null, `A coluna ${column} aparece duas vezes.`);
  return missing.length + twice.length === 0;
}
