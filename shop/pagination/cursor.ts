/** The end of a page of a list, newest first. The next page begins with older rows. */
export interface Cursor {
  at: Date;
  id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}_${id}`;
}

/** null if `writeCursor` did not write this: the database would fail on half a number or on no uuid. */
export function readCursor(text: string): Cursor | null {
  const [, time, id] = /^(\d{13})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(text) ?? [];
  return time && id ? { at: new Date(Number(time)), id } : null;
}
