import { expect, test } from 'vitest';
import { nameStatements } from './name-statements.server.ts';

const SQL = 'select id from orders where id = $1';

/** The names that a statement has in its first twenty uses, after the ones without. */
function namesOf(nameOf: ReturnType<typeof nameStatements>, text: string): (string | undefined)[] {
  const given = Array.from({ length: 20 }, () => nameOf(text));
  return [...new Set(given.slice(given.findIndex((name) => name !== undefined)))];
}

test('a statement that repeats gets one name, the same in every process, and another one another', () => {
  const names = nameStatements();
  expect(names(SQL)).toBeUndefined();
  const [name, ...others] = namesOf(names, SQL);
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(others).toEqual([]);
  const elsewhere = nameStatements();
  expect(namesOf(elsewhere, `${SQL} for update`)).not.toEqual([name]);
  expect(namesOf(elsewhere, SQL)).toEqual([name]);
});

test('a statement that selects all columns has none: after a migration its kept plan would be refused', () => {
  const names = nameStatements();
  for (const text of [
    'select * from orders where id = $1',
    'select "orders".* from orders where id = $1',
    'update orders set status = $1 returning *',
  ]) {
    expect(namesOf(names, text), text).toEqual([undefined]);
  }
  expect(namesOf(names, 'select count(*) from orders where id = $1')).not.toEqual([undefined]);
});

test('lists of every length do not fill the memory of the database', () => {
  const names = nameStatements();
  const given = new Set<string | undefined>();
  for (let length = 0; length < 200; length++) {
    const text = `select id from orders where id in (${'$1, '.repeat(length)}$1)`;
    for (const name of namesOf(names, text)) given.add(name);
  }
  given.delete(undefined);
  expect(given.size).toBe(100);
});

test('statements that are rare get no name, however many there are of them', () => {
  const names = nameStatements();
  for (let use = 0; use < 20; use++)
    for (let length = 0; length < 1_500; length++) expect(names(`${SQL} limit ${length}`)).toBeUndefined();
});
