import { hasUtf8Letter } from '#shop/catalog/catalog-provider.ts';

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
    return mark === 'efbbbf' || hasUtf8Letter(bytes)
      ? { ...decoded(bytes, 'utf-8'), broken: true }
      : decoded(bytes, 'windows-1252');
  }
}

const decoded = (bytes: Buffer, encoding: string): Extract<DecodedText, { ok: true }> => {
  const text = new TextDecoder(encoding).decode(bytes);
  return { ok: true, text, broken: encoding.startsWith('utf-16') && text.includes('\ufffd') };
};
