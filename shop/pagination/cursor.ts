/** Where a page of a list ended, newest first: the list goes on with what is older. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

export function writeCursor(row: { created_at: Date; id: string }): string {
  return `${row.created_at.getTime()}_${row.id}`;
}

/** null for anything that `writeCursor` did not write: the database would fail on half a number or on no uuid. */
export function readCursor(text: string): Cursor | null {
  const [, time, id] = /^(\d{13})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(text) ?? [];
  return time && id ? { createdAt: new Date(Number(time)), id } : null;
}
