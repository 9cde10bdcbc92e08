import type { MessageRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readCursor, writeCursor } from '#shop/pagination/cursor.ts';

/** A message as staff read it; times in ISO 8601. */
export interface StaffMessage {
  id: string;
  kind: MessageRow['kind'];
  name: string;
  email: string;
  subject: string | null;
  body: string;
  createdAt: Date;
  isRead: boolean;
  isDone: boolean;
}

export const MESSAGES_PAGE = 25;

/** Newest first, from before `cursor` on; `nextCursor` null on the last page. Staff only: the caller asks who reads. */
export async function listMessages(
  ctx: ShopContext,
  { cursor }: { cursor: string | null },
): Promise<{ messages: StaffMessage[]; nextCursor: string | null }> {
  const after = cursor === null ? null : readCursor(cursor);
  let query = ctx.db
    .selectFrom('messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_PAGE + 1);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, MESSAGES_PAGE);
  const last = page.at(-1);
  return {
    messages: page.map(present),
    nextCursor: rows.length > MESSAGES_PAGE && last ? writeCursor(last) : null,
  };
}

function present(row: MessageRow): StaffMessage {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    subject: row.subject,
    body: row.body,
    createdAt: row.created_at,
    isRead: row.read_at !== null,
    isDone: row.done_at !== null,
  };
}
