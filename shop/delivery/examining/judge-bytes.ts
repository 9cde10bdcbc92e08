type Kind = 'program' | 'archive';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** By what a file begins with, whatever its name says. */
const BEGINNINGS: readonly (readonly [Kind, Buffer])[] = [
  // Windows, Linux, macOS (both orders of bytes, two widths; the fat one is also Java's), Android.
  ...['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '6465780a'].map(
    (begin) => ['program', hex(begin)] as const,
  ),
  // A shortcut of Windows; what installers and macros come in.
  ['program', hex('4c000000 01140200')],
  ['program', hex('d0cf11e0 a1b11ae1')],
  // ZIP (also an empty one), RAR, 7z, gzip, bzip2, xz, zstd, CAB, xar.
  ...[
    '504b0304',
    '504b0506',
    '526172211a07',
    '377abcaf271c',
    '1f8b08',
    '425a68',
    'fd377a585a00',
    '28b52ffd',
  ].map((begin) => ['archive', hex(begin)] as const),
  ['archive', Buffer.from('MSCF')],
  ['archive', Buffer.from('xar!')],
];
const TAR = { at: 257, begin: 'ustar' };
const SCRIPT =
  /^(?:\ufeff|ï»¿)?\s*(?:#!|@echo|<script|<\?php|<hta:|<job|\[internetshortcut\]|windows registry editor|regedit4|set-executionpolicy)/i;

/** So many bytes of the beginning decide. */
export const HEAD_BYTES = 512;

/** A program or an archive, as its first bytes say; null: nothing of either. */
export function judgeBytes(head: Buffer): Kind | null {
  const known = BEGINNINGS.find(([, begin]) => head.subarray(0, begin.length).equals(begin));
  if (known) return known[0];
  if (head.toString('latin1', TAR.at, TAR.at + TAR.begin.length) === TAR.begin) return 'archive';
  // What a Windows editor saves in 16 bits is the same script.
  return SCRIPT.test(head.toString('latin1').replaceAll(/\0|^ÿþ/g, '')) ? 'program' : null;
}
