/** What mail programs turn into a link: `https://…`, `http:…`, `www.…`, `name@host`, `host.tld`, `1.2.3.4`, lookalikes too. */
const LINK =
  /\/\/|\b(?:https?|ftps?|mailto|javascript|file|intent|whatsapp|discord|steam)\s*:|www[.。․]|@|[\p{L}\p{N}][.。․]\p{L}{2}|(?<![\d.])\d{1,3}(?:[.。․]\d{1,3}){3}(?![\d.])/iu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Whether a mail program would make a link of a part of this text, with or without signs that nobody sees. */
export function hasLink(text: string): boolean {
  return LINK.test(text) || LINK.test(text.normalize('NFKC').replaceAll(UNSEEN, ''));
}
