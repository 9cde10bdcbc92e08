/** What mail programs turn into a link: `https://…`, `www.…`, `name@host`, `host.tld`, lookalikes too. */
const LINK = /\/\/|www[.．。․]|@|＠|[\p{L}\p{N}][.．。․]\p{L}{2}/iu;

/** Whether a mail program would make a link of a part of this text. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}
