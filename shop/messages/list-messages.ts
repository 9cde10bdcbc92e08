import type { MessageRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';

/** A message in the form that staff read; times in ISO 8601. */
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

const MESSAGES_PAGE = 25;

/**
 * Newest first, starting before `cursor`; `nextCursor` is null on the last page. Staff only: the caller checks the
 * role.
 */
export async function listMessages(
  ctx: ShopContext,
  { cursor }: { cursor: string | null },
): Promise<Page<StaffMessage>> {
  const rows = await ctx.db
    .selectFrom('messages')
    .selectAll()
    .where(isAfter(cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, MESSAGES_PAGE, (row) => ({ at: row.created_at, id: row.id }));
  return { entries: entries.map(present), nextCursor };
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
