/** Where a page of a list ended, newest first: the list goes on with what is older. */
export interface Cursor {
  at: Date;
  id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}_${id}`;
}

/** null for anything that `writeCursor` did not write: the database would fail on half a number or on no uuid. */
export function readCursor(text: string): Cursor | null {
  const [, time, id] = /^(\d{13})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(text) ?? [];
  return time && id ? { at: new Date(Number(time)), id } : null;
}
