// Nobody types them on purpose, PostgreSQL refuses one of them, and in a mail's header they start a new line.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Half of an emoji, as a cut by length leaves it: as JSON the database refuses it. */
const HALF = /\p{Cs}/gu;

/** What somebody typed, as one line without anything unseen but spaces. */
export function tidyLine(text: string): string {
  return withoutUnseen(text).replace(/\s+/g, ' ').trim();
}

/** The same for a text of several lines: its line breaks stay. */
export function tidyParagraphs(text: string): string {
  return withoutUnseen(text.replace(/\r\n?/g, '\n')).trim();
}

function withoutUnseen(text: string): string {
  return text.replace(HALF, '\ufffd').replace(CONTROL, ' ');
}
