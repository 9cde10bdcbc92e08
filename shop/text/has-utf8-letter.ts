const LETTER =
  /[\xc2-\xdf][\x80-\xbf](?![\x80-\xbf])|[\xe1-\xec][\x80-\xbf]{2}(?![\x80-\xbf])|\xf0[\x90-\xbf][\x80-\xbf]{2}/;

/** Of bytes that are not sound UTF-8: whether a letter is written so. Text in Windows-1252 has next to no such sequence. */
export const hasUtf8Letter = (bytes: Buffer): boolean => LETTER.test(bytes.toString('latin1'));
