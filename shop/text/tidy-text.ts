// Nobody types these on purpose. PostgreSQL refuses one of them, and in a mail header they start a new line.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Half of an emoji, from a cut by length: the database refuses it in JSON. */
const HALF = /\p{Cs}/gu;

/** Typed text as one line, without invisible characters. */
export function tidyLine(text: string): string {
  return withoutUnseen(text).replace(/\s+/g, ' ').trim();
}

/** The same for a text of several lines, which keeps its line breaks. */
export function tidyParagraphs(text: string): string {
  return withoutUnseen(text.replace(/\r\n?/g, '\n')).trim();
}

function withoutUnseen(text: string): string {
  return text.replace(HALF, '\ufffd').replace(CONTROL, ' ');
}
