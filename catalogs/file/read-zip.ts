import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { MOST_ENTRIES, MOST_PICTURE_BYTES, MOST_RATIO, MOST_TABLE_BYTES } from './limits.ts';

export interface ZipContent {
  table: Buffer;
  /** By `pictureKey` of the name within the ZIP. */
  pictures: ReadonlyMap<string, ZippedPicture>;
}

export interface ZippedPicture {
  size: number;
  read(): Promise<Buffer>;
}

const TABLE = /(?:^|\/)[^/]+\.(?:csv|json)$/i;
/** What systems put beside the files. */
const UNSEEN = /(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)/i;

/** Nothing is unpacked before its size is known, and the library ends what grows beyond it. */
export async function readZip(
  bytes: Buffer,
): Promise<{ ok: true; content: ZipContent } | { ok: false; reason: string }> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    return await readEntries(zip);
  } catch {
    return refuse('O ZIP está quebrado ou não é um ZIP. Compacte os arquivos de novo.');
  }
}

async function readEntries(zip: ZipFile): ReturnType<typeof readZip> {
  const files: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (files.length === MOST_ENTRIES) return refuse('O ZIP tem mais de 5.000 arquivos.');
    entry.fileName = nameOf(entry);
    const { fileName } = entry;
    if (fileName.endsWith('/') || UNSEEN.test(fileName)) continue;
    if (fileName === '[Content_Types].xml') return refuse(SPREADSHEET);
    if (entry.isEncrypted()) return refuse(`O ZIP tem senha: a loja não abre ${fileName}.`);
    if (entry.uncompressedSize > Math.max(1, entry.compressedSize) * MOST_RATIO)
      return refuse(`${fileName} cresce demais ao abrir. Compacte os arquivos de novo.`);
    files.push(entry);
  }
  const tables = files.filter(({ fileName }) => TABLE.test(fileName));
  const [table] = tables;
  if (!table) return refuse('O ZIP não traz nenhuma tabela: falta catalog.csv ou catalog.json.');
  if (tables.length > 1)
    return refuse(
      `O ZIP traz mais de uma tabela (${tables.map(({ fileName }) => fileName).join(', ')}): deixe só uma.`,
    );
  if (table.uncompressedSize > MOST_TABLE_BYTES) return refuse('A tabela passa de 16 MB.');
  const read = async (entry: Entry) => buffer(await zip.openReadStreamPromise(entry));
  const pictures = new Map<string, ZippedPicture>();
  for (const entry of files) {
    if (entry === table) continue;
    const { uncompressedSize: size } = entry;
    pictures.set(pictureKey(entry.fileName), { size, read: () => read(entry) });
  }
  return { ok: true, content: { table: await read(table), pictures } };
}

/**
 * macOS writes UTF-8 and Windows in Brazil CP850, and neither says so: the library would read CP437. An extra field with
 * the name it has read by itself.
 */
function nameOf({ fileName, fileNameRaw, extraFields }: Entry): string {
  if (extraFields.some(({ id }) => id === UNICODE_PATH)) return fileName;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return Array.from(fileNameRaw, (byte) => CP850[byte - 0x80] ?? String.fromCharCode(byte))
      .join('')
      .replaceAll('\\', '/');
  }
}

const UNICODE_PATH = 0x7075;
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** macOS writes a letter and its accent apart. */
export const pictureKey = (name: string): string => name.normalize('NFC').toLowerCase();

const SPREADSHEET = 'Isto é uma planilha do Excel. Salve-a como CSV (UTF-8) e envie o CSV.';
const refuse = (reason: string) => ({ ok: false as const, reason });

export const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK';
export const isTooLarge = ({ size }: ZippedPicture): boolean => size > MOST_PICTURE_BYTES;
