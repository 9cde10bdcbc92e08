import type { RouterContextProvider } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { countFiles } from '#app/ui/skin/count-files.ts';
import { readExamined } from '#shop/delivery/examining/read-examined.ts';
import { formatDate } from '#shop/text/format-date.ts';
import { readPatiently } from './read-patiently.ts';

/** What was looked at in the file of a skin, and when: never that it is safe. null: there is nothing to say. */
export function loadExamined(context: Readonly<RouterContextProvider>, sku: string): Promise<string | null> {
  return readPatiently(context, 'skin.file_unknown', async () => {
    const examined = await readExamined(getShop(context), sku);
    if (!examined) return null;
    const { at, entries, byStaff } = examined;
    return byStaff
      ? `Conferido pela equipe em ${formatDate(at)}: ${countFiles(entries)}`
      : `Conferido em ${formatDate(at)}: ${countFiles(entries)}, nenhum executável`;
  });
}
