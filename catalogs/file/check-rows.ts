import { createHash } from 'node:crypto';
import { readReais, tidyLine, type OfferedGroup, type OfferedItem } from '#shop/catalog/catalog-provider.ts';
import type { Column, Row } from './columns.ts';
import type { Problems } from './collect-problems.ts';
import { LEAST_CENTS, LONGEST_NAME, LONGEST_RARITY, MOST_CENTS } from './limits.ts';

const ID = /^[A-Za-z0-9._-]{1,60}$/;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const FORMULA = /^\s*[=+@-]/;

/** What an item names as its picture, by row. */
export interface NamedPicture {
  at: number;
  name: string;
}

/** The rows as groups of items, as far as they can be believed. The problems name each that cannot. */
export function checkRows(
  rows: readonly Row[],
  problems: Problems,
): { groups: OfferedGroup[]; pictures: NamedPicture[] } {
  const groups = new Map<string, OfferedGroup>();
  const firstWith = new Map<string, number>();
  const pictures: NamedPicture[] = [];
  for (const { at, cells } of rows) {
    const say = (column: Column, reason: string) => problems.add(at, column, cells[column] ?? '', reason);
    const group = readText(cells.group, LONGEST_NAME, (reason) => say('group', reason), 'o grupo');
    const name = readText(cells.name, LONGEST_NAME, (reason) => say('name', reason), 'o nome');
    const rarity = cells.rarity?.trim()
      ? readText(cells.rarity, LONGEST_RARITY, (reason) => say('rarity', reason), 'a raridade')
      : null;
    const id = readId(cells.id ?? '', at, firstWith, (reason) => say('id', reason));
    const priceCents = readPrice(cells.price ?? '', (reason) => say('price', reason));
    const picture = cells.picture?.trim() || null;
    if (picture) pictures.push({ at, name: picture });
    if (group === null || name === null || id === null) continue;
    const slug = slugOf(group);
    const found = groups.get(slug) ?? { id: slug, name: group, title: '', items: [] };
    groups.set(slug, found);
    found.items.push({ id, name, priceCents, rarity, picture } satisfies OfferedItem);
  }
  return { groups: [...groups.values()], pictures };
}

/** null: it has been said what is wrong. */
function readText(
  cell: string | undefined,
  most: number,
  say: (reason: string) => void,
  what: string,
): string | null {
  const text = tidyLine(cell ?? '');
  if (!VISIBLE.test(text)) say(`Falta ${what}.`);
  else if (FORMULA.test(text)) say('Uma célula não pode começar com =, +, - ou @: seria uma fórmula.');
  else if (text.length > most) say(`São até ${most} caracteres.`);
  else return text;
  return null;
}

function readId(
  cell: string,
  at: number,
  firstWith: Map<string, number>,
  say: (reason: string) => void,
): string | null {
  const id = cell.trim();
  const before = firstWith.get(id);
  if (id === '') say('Falta o id.');
  else if (!ID.test(id) || /^\.+$/.test(id) || FORMULA.test(id))
    say(
      'O id tem de 1 a 60 letras sem acento, números, pontos, hífens ou sublinhados, e começa por letra ou número.',
    );
  else if (before !== undefined) say(`Este id já está na linha ${before}.`);
  else {
    firstWith.set(id, at);
    return id;
  }
  return null;
}

/** null: none is named, or it has been said what is wrong. */
function readPrice(cell: string, say: (reason: string) => void): number | null {
  if (cell.trim() === '') return null;
  const cents = readReais(cell);
  if (cents === null) say('O preço é um número com até duas casas decimais, como 15,00.');
  else if (cents < LEAST_CENTS) say('O menor preço que o PIX da loja cobra é R$ 1,00.');
  else if (cents > MOST_CENTS) say('O maior preço é R$ 5.000,00.');
  else return cents;
  return null;
}

/**
 * Of a name, so that a file that is read again has the same groups. Names that differ in case, accents or signs alone are
 * one group.
 */
function slugOf(name: string): string {
  const whole = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (/^[a-z0-9-]{1,40}$/.test(whole)) return whole;
  // Too long, or of other letters.
  const digest = createHash('sha256')
    .update(whole || name)
    .digest('hex');
  const start = whole.replace(/[^a-z0-9-]/g, '').slice(0, 31);
  return `${start.replace(/^-+|-+$/g, '') || 'g'}-${digest.slice(0, 8)}`;
}
