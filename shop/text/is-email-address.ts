const EMAIL = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]{2,}$/;
// A control character or half an emoji could break mail headers.
const UNSEEN = /[\p{Cc}\p{Cs}]/u;

/** One address as people type it, trimmed before. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text) && !UNSEEN.test(text);
}
