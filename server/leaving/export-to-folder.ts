import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '#db/client.server.ts';
import { exportShop, type Exported } from '#shop/moving/leaving/export-shop.ts';
import { CommandRefused } from '../commands/command-refused.ts';

/** Writes everything that leaves into a folder that is empty or not there, page by page. */
export async function exportToFolder(db: Executor, folder: string): Promise<Exported> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new CommandRefused(`A pasta ${folder} não está vazia: escolha outra, e nada é sobrescrito.`);
  const files = new Map<string, FileHandle>();
  try {
    const pieces = exportShop(db);
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      let file = files.get(value.file);
      if (!file) {
        file = await open(join(folder, value.file), 'wx', 0o600);
        files.set(value.file, file);
      }
      await file.appendFile(value.text);
    }
  } finally {
    for (const file of files.values()) await file.close();
  }
}
