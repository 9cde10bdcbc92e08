export type DecodedText =
  /** `broken`: it says that it is UTF-8, and is not everywhere: U+FFFD stands at those places. */
  { ok: true; text: string; broken: boolean } | { ok: false; reason: string };

/** As a program of tables saves it: UTF-8, UTF-16 with its mark, or the Windows letters of Brazil (Windows-1252). */
export function decodeText(bytes: Buffer): DecodedText {
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark.startsWith('fffe')) return decoded(bytes, 'utf-16le');
  if (mark.startsWith('feff')) return decoded(bytes, 'utf-16be');
  if (bytes.includes(0)) {
    return {
      ok: false,
      reason: 'Isto não é um texto que a loja leia. Salve a tabela como CSV em UTF-8 e envie de novo.',
    };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, text, broken: false };
  } catch {
    // Text in Windows-1252 has next to no sequence of bytes that UTF-8 would write.
    return mark === 'efbbbf' || UTF8_LETTER.test(bytes.toString('latin1'))
      ? { ...decoded(bytes, 'utf-8'), broken: true }
      : decoded(bytes, 'windows-1252');
  }
}

const UTF8_LETTER =
  /[\xc2-\xdf][\x80-\xbf](?![\x80-\xbf])|[\xe1-\xec][\x80-\xbf]{2}(?![\x80-\xbf])|\xf0[\x90-\xbf][\x80-\xbf]{2}/;

const decoded = (bytes: Buffer, encoding: string): Extract<DecodedText, { ok: true }> => {
  const text = new TextDecoder(encoding).decode(bytes);
  return { ok: true, text, broken: encoding.startsWith('utf-16') && text.includes('\ufffd') };
};
