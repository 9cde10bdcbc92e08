const PROGRAMS =
  'ahk apk app appx bash bat chm class cmd com command cpl dll dmg docm exe gadget hta jar js jse lnk mjs msc msi msix msp ' +
  'ocx php pif pkg pl pptm ps1 psm1 py pyc pyw rb reg scf scr sct settingcontent-ms sh sys url vbe vbs workflow ws wsc wsf xll xlsm';
const ARCHIVES =
  '7z ace arj bz2 cab fantome gz img iso lha lzh modpkg rar tar tgz vhd vhdx wim xz zip zst zstd';
const HARMLESS =
  'avi bmp csv doc docx dds gif htm html ini jpeg jpg json mp3 mp4 pdf png rtf txt wav webp xls xlsx';
const endsWith = (extensions: string) => new RegExp(`\\.(?:${extensions.replaceAll(' ', '|')})$`);
const PROGRAM = endsWith(PROGRAMS);
const ARCHIVE = endsWith(ARCHIVES);
/** 'foto.png.exe', where a system hides the last part. */
const TWO_ENDINGS = new RegExp(`\\.(?:${HARMLESS.replaceAll(' ', '|')})\\s*\\.[^.]+$`);

/** What is shown other than it is, turns around what is read, or is not seen at all. */
const DECEIVES = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\s{8}/u;
/** Out of the folder in which it is opened, or into a device of Windows. */
const LEAVES = /^\/|:|(?:^|\/)(?:\.\.|(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?)(?:\/|$)/;
const LONGEST = 500;

export type NameFinding = 'program' | 'archive' | 'name';

/** What is wrong with the name of a file within an archive. */
export function judgeName(name: string): NameFinding[] {
  // One of sixty thousand dots keeps the patterns below at work for two seconds, and an archive may have thousands.
  if (name.length > LONGEST) return [...judgeName(name.slice(-LONGEST)), 'name'];
  const path = name.toLowerCase().replaceAll('\\', '/');
  // Windows leaves dots and spaces at the end out.
  const ending = path.replace(/[\s.\p{Cc}]+$/u, '');
  const found: NameFinding[] = [];
  const isProgram = PROGRAM.test(ending);
  if (isProgram) found.push('program');
  if (ARCHIVE.test(ending)) found.push('archive');
  if (
    DECEIVES.test(path) ||
    LEAVES.test(path) ||
    (isProgram && TWO_ENDINGS.test(ending)) ||
    (ending !== path && PROGRAM.test(ending))
  )
    found.push('name');
  return found;
}
