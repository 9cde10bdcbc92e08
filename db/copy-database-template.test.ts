import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabaseTemplate } from './copy-database-template.server.ts';

let folder: string;
let template: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fulgor-template-'));
  template = join(folder, 'template');
  database = join(folder, 'db');
  for (const name of ['PG_VERSION', 'base/1/PG_VERSION', 'base/1/112']) write(template, name, 'template');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(parent: string, name: string, text: string): void {
  mkdirSync(join(parent, name, '..'), { recursive: true });
  writeFileSync(join(parent, name), text);
}
const read = (name: string) => readFileSync(join(database, name), 'utf8');

test('a new database has every file of the template', () => {
  copyDatabaseTemplate(template, database);
  expect(['PG_VERSION', 'base/1/PG_VERSION', 'base/1/112'].map(read)).toEqual(Array(3).fill('template'));
});

test('a database that is there keeps its files', () => {
  write(database, 'PG_VERSION', 'grown');
  write(database, 'base/1/112', 'grown');
  copyDatabaseTemplate(template, database);
  expect(read('base/1/112')).toBe('grown');
});

test('a copy that was ended half-way is made anew', () => {
  write(database, 'base/1/112', 'half');
  copyDatabaseTemplate(template, database);
  expect(read('base/1/112')).toBe('template');
});

test('a copy that fails leaves nothing that passes for a database', () => {
  // A file where the template has a folder.
  write(database, 'base', 'in the way');
  expect(() => copyDatabaseTemplate(template, database)).toThrow();
  expect(() => read('PG_VERSION')).toThrow('ENOENT');
});
