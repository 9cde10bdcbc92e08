import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolderPlace } from './folder-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'fulgor-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['nota.txt', 'nota.txt/backups'])(
  'a backup to %s, where a file is, is refused in words',
  async (path) => {
    writeFileSync(join(folder, 'nota.txt'), 'minha');
    const place = createFolderPlace(join(folder, path));
    const words = `${join(folder, path)} não é uma pasta: há um arquivo nesse caminho. Escolha outra pasta para o backup.`;
    await expect(place.begin('fulgor-20261123-120000')).rejects.toMatchObject({
      name: 'CommandRefused',
      message: words,
    });
    await expect(place.list()).rejects.toMatchObject({ name: 'CommandRefused', message: words });
  },
);

// shows: threat 77
test.skipIf(process.platform === 'win32')(
  'a folder that a backup makes is for its own account alone',
  async () => {
    const path = join(folder, 'novo/lugar');
    const draft = await createFolderPlace(path).begin('fulgor-20261123-120000');
    await draft.abandon();
    expect((statSync(path).mode & 0o777).toString(8)).toBe('700');
  },
);
