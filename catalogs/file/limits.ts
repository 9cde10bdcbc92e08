const MEGABYTE = 1024 * 1024;

export const MOST_ROWS = 20_000;
export const TOO_MANY_ROWS =
  'O catálogo tem mais de 20.000 itens, o máximo de um arquivo. Divida-o em catálogos menores.';
/** A list of so many rows has about four. */
export const MOST_TABLE_BYTES = 16 * MEGABYTE;
/** It is held in memory, one at a time. */
export const MOST_BYTES = 32 * MEGABYTE;
export const MOST_ENTRIES = 5_000;
export const MOST_PICTURE_BYTES = 8 * MEGABYTE;
/** A list shrinks to a tenth, a picture hardly: what grows more than this is made to grow. */
export const MOST_RATIO = 200;
export const LONGEST_NAME = 200;
export const LONGEST_RARITY = 40;
export const MOST_PROBLEMS = 200;

export const LEAST_CENTS = 100;
export const MOST_CENTS = 500_000;
