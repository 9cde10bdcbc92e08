import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isOpenToOthers, makePrivate } from './make-private.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const log = { warn: () => expect.unreachable() };

/** A data folder as the releases before left it. */
function openFolder() {
  const outer = mkdtempSync(join(tmpdir(), 'fulgor-private-'));
  folders.push(outer);
  const data = join(outer, 'data');
  for (const folder of ['db/base/1', 'mail', 'files/uploads', 'backups/fulgor-1'])
    mkdirSync(join(data, folder), { recursive: true });
  const files = [
    'db/base/1/2619',
    'mail/a.eml',
    'files/uploads/a.zip',
    'backups/fulgor-1/database',
    'auth-secret',
  ];
  for (const file of files) {
    writeFileSync(join(data, file), 'x');
    chmodSync(join(data, file), 0o666);
  }
  writeFileSync(join(outer, 'elsewhere'), 'x');
  chmodSync(join(outer, 'elsewhere'), 0o644);
  symlinkSync(join(outer, 'elsewhere'), join(data, 'files/link'));
  chmodSync(data, 0o755);
  return { outer, data, files };
}

// shows: threat 77
test.skipIf(process.platform === 'win32')(
  'a start takes an open data folder away from the other accounts of the machine, with all that is in it',
  () => {
    const { outer, data, files } = openFolder();
    expect(isOpenToOthers(data)).toBe(true);
    makePrivate(data, log);
    expect(isOpenToOthers(data)).toBe(false);
    for (const folder of ['.', 'db', 'db/base/1', 'mail', 'files/uploads', 'backups/fulgor-1'])
      expect(modeOf(join(data, folder)), folder).toBe('700');
    for (const file of files) expect(modeOf(join(data, file)), file).toBe('600');
    // What a link leads to is not the shop's.
    expect(modeOf(join(outer, 'elsewhere'))).toBe('644');
  },
);

// shows: threat 77
test.skipIf(process.platform === 'win32')(
  'the files of the embedded database are closed at each start, also below a folder that is closed already',
  () => {
    const { data } = openFolder();
    makePrivate(data, log);
    writeFileSync(join(data, 'db/base/1/2620'), 'x');
    chmodSync(join(data, 'db/base/1/2620'), 0o666);
    makePrivate(data, log);
    expect(modeOf(join(data, 'db/base/1/2620'))).toBe('600');
  },
);

test('a folder that cannot be closed stops no start, and is said', () => {
  const said: string[] = [];
  makePrivate(join(tmpdir(), 'fulgor-not-there'), { warn: (event: string) => void said.push(event) });
  expect(said).toEqual(['data.not_private']);
});
