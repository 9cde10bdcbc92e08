import { z } from 'zod';
import type { RescueState } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';

/** As staff see it. */
export interface StaffRescue {
  id: string;
  state: RescueState;
  customerName: string;
  oldEmail: string;
  newEmail: string;
  reason: string;
  /** null: that account is gone. */
  askedBy: string | null;
  createdAt: Date;
  dueAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

const RESCUES_PAGE = 25;

/** Newest first. Staff only: the caller checks the role. */
export async function listRescues(
  ctx: ShopContext,
  { cursor }: { cursor: string | null },
): Promise<Page<StaffRescue>> {
  const rows = await ctx.db
    .selectFrom('email_rescues')
    .innerJoin('users as customer', 'customer.id', 'email_rescues.user_id')
    .leftJoin('users as clerk', 'clerk.id', 'email_rescues.asked_by')
    .selectAll('email_rescues')
    .select(['customer.name as customer_name', 'clerk.name as clerk_name'])
    .where(isAfter(cursor, 'email_rescues.created_at', 'email_rescues.id'))
    .orderBy('email_rescues.created_at', 'desc')
    .orderBy('email_rescues.id', 'desc')
    .limit(RESCUES_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, RESCUES_PAGE, (row) => ({ at: row.created_at, id: row.id }));
  return {
    entries: entries.map((row) => ({
      id: row.id,
      state: row.state,
      customerName: row.customer_name,
      oldEmail: row.old_email,
      newEmail: row.new_email,
      reason: row.reason,
      askedBy: row.clerk_name,
      createdAt: row.created_at,
      dueAt: row.due_at,
      confirmedAt: row.confirmed_at,
      endedAt: row.ended_at,
    })),
    nextCursor,
  };
}

export const showRescues = operation(
  {
    id: 'rescues.list',
    who: 'rescue',
    input: z.object({ cursor: z.string().nullable().default(null) }),
    output: z.object({
      rescues: z.array(
        z
          .object({
            id: z.string(),
            state: z.string(),
            customerName: z.string(),
            oldEmail: z.string(),
            newEmail: z.string(),
            reason: z.string(),
            askedBy: z.string().nullable(),
            createdAt: z.date(),
            dueAt: z.date(),
            confirmedAt: z.date().nullable(),
            endedAt: z.date().nullable(),
          })
          .transform(({ oldEmail: email, dueAt: validAt, ...rescue }) => ({ ...rescue, email, validAt })),
      ),
      nextCursor: z.string().nullable(),
    }),
    refusals: {},
  },
  async (ctx, asked) => {
    const { entries: rescues, nextCursor } = await listRescues(ctx, asked);
    return { rescues, nextCursor };
  },
);
