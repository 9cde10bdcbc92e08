import { sql, type RawBuilder } from 'kysely';

/** Of a column that holds keys: the catalogue has it in this group, or it is a skin of this champion that has left it. */
export const isOfChampion = (
  sku: RawBuilder<unknown>,
  championId: string,
): RawBuilder<boolean> => sql<boolean>`
  (starts_with(${sku}, ${`lol:${championId}:`}) or ${sku} in (select sku from skins where champion_id = ${championId})
    or ${hasLeftGroup(sku, championId)})`;

/** The key of what a file sold does not name its group: the name does under which it was sold. */
function hasLeftGroup(sku: RawBuilder<unknown>, groupId: string): RawBuilder<boolean> {
  const [catalog] = /^file:[a-z0-9-]+:/.exec(groupId) ?? [];
  if (catalog === undefined) return sql<boolean>`false`;
  return sql<boolean>`(starts_with(${sku}, ${catalog}) and ${sku} not in (select sku from skins)
    and ${sku} in (select owed.sku from grants owed join champions on champions.name = owed.champion_name
      where champions.id = ${groupId}))`;
}
