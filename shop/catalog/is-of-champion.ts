import { sql, type RawBuilder } from 'kysely';

/** Of a column that holds keys: the catalogue has it in this group, or it is a skin of this champion that has left it. */
export const isOfChampion = (
  sku: RawBuilder<unknown>,
  championId: string,
): RawBuilder<boolean> => sql<boolean>`
  (starts_with(${sku}, ${`lol:${championId}:`}) or ${sku} in (select sku from skins where champion_id = ${championId}))`;
