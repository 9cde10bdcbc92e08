import { expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#test/database.ts';
import { migrate, migrationNames } from './migrate.server.ts';

test('an empty database gets every migration once, and a second start nothing', async () => {
  const database = await createEmptyTestDatabase();
  expect(await migrate(database)).toEqual(migrationNames());
  expect(await migrate(database)).toEqual([]);
  await database.close();
});

test('a database of each earlier release is brought forward without losing its rows', async () => {
  for (const release of migrationNames().slice(0, -1)) {
    const database = await createEmptyTestDatabase();
    await migrate(database, release);
    await database.executeSql(
      `insert into users (id, name, email) values (gen_random_uuid(), 'Ana', 'ana@exemplo.com')`,
    );
    expect(await migrate(database)).toEqual(migrationNames().filter((name) => name > release));
    const { rows } = await database.executeSql('select name from users');
    expect(rows).toEqual([{ name: 'Ana' }]);
    await database.close();
  }
});

test('two processes that start at once on one database both end up migrated', async () => {
  const database = await createEmptyTestDatabase();
  const applied = await Promise.all([migrate(database), migrate(database)]);
  expect(applied.flat().sort()).toEqual(migrationNames());
  await database.close();
});
