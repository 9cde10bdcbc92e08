import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  type Entry,
  type LocalFileHeader,
  type ZipFile,
} from 'yauzl';
import { HEAD_BYTES, judgeBytes } from './judge-bytes.ts';
import { judgeName } from './judge-name.ts';
import type { Windows } from './read-windows.ts';

export interface Examination {
  verdict: 'clean' | 'suspicious' | 'not_examined';
  /** Files within it; null: the shop does not open its kind. */
  entries: number | null;
  /** Sentences for staff. */
  reasons: string[];
}

const MEGABYTE = 1024 * 1024;
const MOST_ENTRIES = 100_000;
/** All that is unpacked of one archive, as its own directory counts it. */
const MOST_OPENED = 4096 * MEGABYTE;
/** Less than this never hurts, however small it was packed. */
const LEAST_BOMB = 100 * MEGABYTE;
const MOST_RATIO = 100;
/** Between two files: what is behind a streamed one, or fills up a page. More is hidden from the directory. */
const MOST_GAP = 4096;
/** In front of the directory: what is behind a streamed file, at most. */
const LONGEST_DESCRIPTOR = 24;
/** The fixed parts of a file's header, of its line of the directory, and of the records at the end. */
const [HEADER, LINE, END, ZIP64_LOCATOR, ZIP64_END] = [30, 46, 22, 20, 56];
/** What is unpacked is garbage at once, and in small parts it is collected before there is much of it. */
const SMALL = 4096;
const NAMES_SHOWN = 3;
const LONGEST_SHOWN = 80;

const FINDINGS = {
  program: 'Programa ou script',
  disguised: 'Programa com o nome de outra coisa',
  name: 'Nome que engana ou sai da pasta',
  archive: 'Outro compactado por dentro',
  password: 'Com senha, e a loja não consegue olhar',
  method: 'Compactado de um jeito que a loja não abre',
  bomb: 'Cresce demais ao abrir',
  lie: 'O índice diz uma coisa, e o conteúdo é outra',
  hidden: 'Há bytes que o índice não mostra',
  overlap: 'Um arquivo está por cima do outro',
  broken: 'O compactado está quebrado',
  empty: 'Não há nenhum arquivo por dentro',
} as const;
type Finding = keyof typeof FINDINGS;

/** Looks into a file as whoever opens it would, streamed. What is said is what was looked at, never that it is safe. */
export async function examineArchive(windows: Windows, fileName: string): Promise<Examination> {
  const found = new Map<Finding, Found>();
  const note: Note = (finding, name) => {
    const { count, names } = found.get(finding) ?? { count: 0, names: [] };
    const isShown = name !== '' && names.length < NAMES_SHOWN;
    found.set(finding, { count: count + 1, names: isShown ? [...names, name] : names });
  };
  const done = (entries: number | null): Examination => ({
    verdict: 'suspicious',
    entries,
    reasons: [...found].map(describe),
  });

  const head = await readHead(windows.slices(0, Math.min(HEAD_BYTES, windows.size)));
  if (judgeName(fileName).includes('program') || judgeBytes(head) === 'program') note('program', fileName);
  const isZip = head.toString('latin1', 0, 2) === 'PK';
  const zip = await openZip(windows);
  if (isZip && zip) {
    const entries = await examineEntries(windows, zip, note);
    if (entries === 0 && found.size === 0) note('empty', fileName);
    return found.size > 0 ? done(entries) : { verdict: 'clean', entries, reasons: [] };
  }
  if (isZip) note('broken', fileName);
  // One tool opens what stands in front, another the ZIP behind it.
  else if (zip && zip.entryCount > 0) note('hidden', fileName);
  else if (judgeBytes(head) === 'archive' && /\.(?:zip|fantome)$/i.test(fileName)) note('lie', fileName);
  if (found.size > 0) return done(null);
  return {
    verdict: 'not_examined',
    entries: null,
    reasons: ['A loja só olha por dentro de arquivos ZIP.'],
  };
}

type Note = (finding: Finding, name: string) => void;
interface Found {
  count: number;
  names: string[];
}

/** null: it is none. */
async function openZip(windows: Windows): Promise<ZipFile | null> {
  return fromRandomAccessReaderPromise(windows.reader, windows.size, {
    autoClose: false,
    // Names that the library refuses are just what is looked for.
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch(() => {
    if (windows.failure()) throw windows.failure();
    return null;
  });
}

/** @returns how many files there are. */
async function examineEntries(windows: Windows, zip: ZipFile, note: Note): Promise<number> {
  const places: Place[] = [];
  let directory: Place = [-1, -1];
  let listed = 0;
  let entries = 0;
  let opened = 0;
  let current = '';
  if (zip.entryCount > MOST_ENTRIES) {
    note('bomb', `${zip.entryCount.toLocaleString('pt-BR')} arquivos`);
    return zip.entryCount;
  }
  try {
    for await (const entry of zip.eachEntry()) {
      current = readName(entry, entry.extraFields);
      listed += LINE + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      // Of two names, one tool takes this and another that.
      const names = new Set([current, readName(entry, [])]);
      const isFolder = [...names].every((name) => name.endsWith('/'));
      if (!isFolder) entries++;
      for (const finding of new Set([...names].flatMap(judgeName))) note(finding, current);
      if (isShortcut(entry)) note('name', current);
      opened += entry.uncompressedSize;
      if (opened > MOST_OPENED || isBomb(opened, windows.size)) {
        note('bomb', current);
        return entries;
      }
      const header = await zip.readLocalFileHeaderPromise(entry);
      const start = header.fileDataStart;
      places.push([entry.relativeOffsetOfLocalHeader, start + entry.compressedSize]);
      if (isOther(entry, header)) note('lie', current);
      if (entry.isEncrypted()) note('password', current);
      else if (!entry.canDecodeFileData()) note('method', current);
      else if (isBomb(entry.uncompressedSize, entry.compressedSize)) note('bomb', current);
      else if (!isFolder || entry.compressedSize > 0)
        await examineContent(windows, entry, start, (finding) => note(finding, current));
    }
    directory = await findDirectory(windows, zip, note);
    // Lines that it does not count.
    if (directory[1] - directory[0] !== listed) note('lie', '');
    places.push(directory);
  } catch (error) {
    if (windows.failure()) throw windows.failure();
    // The library reads on from what it read before, so this is where the file ends being one.
    note('broken', current || String(error));
  }
  let end = 0;
  for (const place of places.toSorted(([one], [other]) => one - other)) {
    const [start, stop] = place;
    if (start < end) note('overlap', '');
    const most = place === directory ? LONGEST_DESCRIPTOR : MOST_GAP;
    if (start - end > (end === 0 ? 0 : most) || (await hasHeader(windows, [end, start]))) note('hidden', '');
    end = Math.max(end, stop);
  }
  return entries;
}

type Place = [start: number, end: number];

/** From its first line to the record behind its last one. */
async function findDirectory(windows: Windows, zip: ZipFile, note: Note): Promise<Place> {
  const read = (start: number, length: number) => readHead(windows.slices(start, start + length));
  const end = windows.size - END - zip.comment.length;
  const start = (await read(end, END)).readUInt32LE(16);
  const locator = await read(Math.max(end - ZIP64_LOCATOR, 0), Math.min(ZIP64_LOCATOR, end));
  if (locator.length < ZIP64_LOCATOR || locator.readUInt32LE(0) !== 0x07064b50) return [start, end];
  const zip64End = Number(locator.readBigUInt64LE(8));
  const zip64Start = Number((await read(zip64End, ZIP64_END)).readBigUInt64LE(48));
  // A tool that does not know ZIP64 would open another one.
  if (start !== zip64Start && start !== 0xffffffff) note('lie', '');
  return [zip64Start, zip64End];
}

/** A whole file may lie in a gap: a tool that reads without the directory finds it. */
async function hasHeader(windows: Windows, [start, end]: Place): Promise<boolean> {
  return end - start >= HEADER && (await readHead(windows.slices(start, end))).includes('PK\x03\x04');
}

/** Unpacks a file to its last byte and keeps its first ones. It ends where it grows beyond what the directory says. */
async function examineContent(
  windows: Windows,
  entry: Entry,
  start: number,
  note: (finding: Finding) => void,
): Promise<void> {
  const { uncompressedSize: size, compressedSize } = entry;
  let head: Buffer = Buffer.alloc(0);
  let seen = 0;
  let sum = 0;
  const look = async (content: AsyncIterable<Buffer>) => {
    for await (const part of content) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)]);
      seen += part.length;
      if (seen > size) throw new RangeError('More than the directory says.');
      sum = crc32(part, sum);
    }
  };
  const packed = windows.slices(start, start + compressedSize);
  try {
    if (entry.compressionMethod === 0) await look(packed);
    else await pipeline(packed, createInflateRaw({ chunkSize: SMALL }), look);
  } catch (error) {
    if (windows.failure()) throw error;
    note(seen > size ? 'bomb' : 'broken');
    return;
  }
  if (seen !== size || sum !== entry.crc32) note('lie');
  const kind = judgeBytes(head);
  const byName = judgeName(readName(entry, []));
  if (kind === 'archive') note('archive');
  if (kind === 'program' && !byName.includes('program')) note('disguised');
}

const isBomb = (opened: number, packed: number) => opened > LEAST_BOMB && opened > packed * MOST_RATIO;

const readName = (entry: Entry, extraFields: Entry['extraFields']) =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, extraFields, true);

/** A symbolic link, as Unix systems pack it. */
const isShortcut = ({ externalFileAttributes }: Entry) =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** The header in front of the file names another file, size or way of packing than the directory. */
function isOther(entry: Entry, header: LocalFileHeader): boolean {
  const isStreamed = (header.generalPurposeBitFlag & 8) !== 0;
  const differs = (own: number, told: number) =>
    own !== told && own !== 0xffffffff && !(isStreamed && own === 0);
  return (
    !header.fileName.equals(entry.fileNameRaw) ||
    header.compressionMethod !== entry.compressionMethod ||
    ((header.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & 1) !== 0 ||
    differs(header.compressedSize, entry.compressedSize) ||
    differs(header.uncompressedSize, entry.uncompressedSize)
  );
}

async function readHead(slices: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const slice of slices) parts.push(Buffer.from(slice));
  return Buffer.concat(parts);
}

/** Names are others' text: nothing in them turns the sentence around. */
function describe([finding, { count, names }]: [Finding, Found]): string {
  if (names.length === 0) return `${FINDINGS[finding]}.`;
  const shown = names.map((name) =>
    [...name]
      .slice(-LONGEST_SHOWN)
      .join('')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '�'),
  );
  const more = count > names.length ? ` e mais ${count - names.length}` : '';
  return `${FINDINGS[finding]}: ${shown.join(', ')}${more}.`;
}
