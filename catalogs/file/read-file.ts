import type { FileOptions, OfferedFile } from '#shop/catalog/catalog-provider.ts';
import { checkRows, type NamedPicture } from './check-rows.ts';
import { collectProblems, type Problems } from './collect-problems.ts';
import type { Table } from './columns.ts';
import { decodeText } from './decode-text.ts';
import { MOST_BYTES, MOST_TABLE_BYTES } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { isTooLarge, isZip, pictureKey, readZip, type ZippedPicture } from './read-zip.ts';

const BROKEN =
  'Algumas letras do arquivo estão quebradas: ele mistura codificações. Salve a tabela de novo em UTF-8.';

/** Of a file that somebody made, what it offers and all that is wrong with it. Nothing is written anywhere. */
export async function readFile(
  bytes: Buffer,
  version: string,
  options: FileOptions = {},
): Promise<OfferedFile> {
  const problems = collectProblems();
  const empty = () => ({
    version,
    groups: [],
    problems: problems.list(),
    ignoredColumns: [],
    pictures: new Map<string, () => Promise<Buffer>>(),
  });
  const opened = await open(bytes);
  if (!opened.ok) {
    problems.add(null, null, null, opened.reason);
    return empty();
  }
  const table = await readTable(opened.table, problems);
  if (!table) return empty();
  if (table.rows.length === 0) problems.add(null, null, null, 'A tabela não tem nenhum item.');
  const { groups, pictures: named } = checkRows(table.rows, problems);
  const pictures = await examinePictures(named, opened.pictures, problems, options);
  return { version, groups, problems: problems.list(), ignoredColumns: table.ignoredColumns, pictures };
}

type Opened =
  | { ok: true; table: Buffer; pictures: ReadonlyMap<string, ZippedPicture> }
  | { ok: false; reason: string };

async function open(bytes: Buffer): Promise<Opened> {
  if (bytes.length === 0) return { ok: false, reason: 'O arquivo está vazio.' };
  if (bytes.length > MOST_BYTES) return { ok: false, reason: 'O arquivo passa de 32 MB.' };
  if (isZip(bytes)) {
    const zip = await readZip(bytes);
    return zip.ok ? { ok: true, ...zip.content } : zip;
  }
  if (bytes.length > MOST_TABLE_BYTES) return { ok: false, reason: 'A tabela passa de 16 MB.' };
  return { ok: true, table: bytes, pictures: new Map() };
}

async function readTable(bytes: Buffer, problems: Problems): Promise<Table | null> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) {
    problems.add(null, null, null, decoded.reason);
    return null;
  }
  const { text } = decoded;
  const table = /^\s*[[{]/.test(text) ? readJson(text, problems) : await readCsv(text, problems);
  if (decoded.broken) {
    const rows = table?.rows.filter(({ cells }) =>
      Object.values(cells).some((cell) => cell.includes('\ufffd')),
    );
    for (const { at } of rows ?? []) problems.add(at, null, null, BROKEN);
    if (!rows || rows.length === 0) problems.add(null, null, null, BROKEN);
  }
  return table;
}

/** Each picture is looked at once, however many items name it. */
async function examinePictures(
  named: readonly NamedPicture[],
  zipped: ReadonlyMap<string, ZippedPicture>,
  problems: Problems,
  { examinePicture, knownPictures, signal }: FileOptions,
): Promise<OfferedFile['pictures']> {
  const pictures = new Map<string, () => Promise<Buffer>>();
  const wrong = new Map<string, string | null>();
  for (const { at, name } of named) {
    signal?.throwIfAborted();
    let reason = wrong.get(name);
    if (reason === undefined) {
      const picture = zipped.get(pictureKey(name));
      reason = picture
        ? await examine(name, picture, examinePicture)
        : knownPictures?.has(name)
          ? null
          : MISSING;
      wrong.set(name, reason);
      if (picture && reason === null) pictures.set(name, picture.read);
    }
    if (reason !== null) problems.add(at, 'picture', name, reason);
  }
  return pictures;
}

const MISSING =
  'Esta imagem não está no ZIP. Envie a tabela e as imagens juntas, e escreva o nome do arquivo como ele está lá dentro.';

async function examine(
  name: string,
  picture: ZippedPicture,
  examinePicture: FileOptions['examinePicture'],
): Promise<string | null> {
  if (isTooLarge(picture)) return 'A imagem passa de 8 MB.';
  const content = await picture.read().catch(() => null);
  if (!content) return 'A imagem está quebrada dentro do ZIP.';
  return (await examinePicture?.(name, content)) ?? null;
}
