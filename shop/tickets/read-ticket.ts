import { z } from 'zod';
import type { OrderStatus, TicketRow } from '#db/schema.ts';
import { addressOf } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { findTicketRecipient } from './find-ticket-recipient.ts';
import { NO_TICKET, TICKET_STATES } from './ticket.ts';

/** A message as both sides read it over the API. */
const shownReply = z.object({ from: z.enum(['customer', 'staff']), text: z.string(), createdAt: z.date() });

/** One thread. Who of the staff wrote is in no answer to a customer. */
export const shownTicket = z.object({
  id: z.string(),
  state: z.enum(TICKET_STATES),
  subject: z.string(),
  orderId: z.string().nullable(),
  sku: z.string().nullable(),
  fileVersion: z.number().nullable(),
  createdAt: z.date(),
  /** Oldest first. */
  replies: z.array(shownReply),
});

export const shownStaffTicket = shownTicket.extend({
  /** `id` is what an answer names as `seen`. `author`: who of the staff wrote it, for colleagues alone. */
  replies: z.array(shownReply.extend({ id: z.string(), author: z.string().nullable() })),
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Where an answer is mailed; null: the person reads it in the shop alone. */
  mailedTo: z.string().nullable(),
  currentFileVersion: z.number().nullable(),
  /** Of the same person, the last one that changed first. */
  others: z.array(z.object({ id: z.string(), subject: z.string(), state: z.enum(TICKET_STATES) })),
});

interface About {
  /** null: about no skin. */
  skinName: string | null;
  championName: string | null;
}

type With<Shown extends { replies: object[] }, More> = Omit<Shown, 'replies'> &
  More & { replies: (Shown['replies'][number] & { id: string; hasPicture: boolean })[] };

export type Ticket = With<z.input<typeof shownTicket>, About>;

interface Facts extends About {
  order: { id: string; status: OrderStatus; skins: string[] } | null;
  /** The file that the skin has now. */
  file: { version: number; updating: boolean; isBroken: boolean; updatedAt: Date } | null;
  downloadedAt: Date | null;
  /** It was delivered as a key, whose `downloadedAt` is when its owner saw it. */
  isKey: boolean;
}

export type StaffTicket = With<z.input<typeof shownStaffTicket>, Facts>;

/** Nobody reads a longer thread. The newest of it are shown. */
const MOST_REPLIES = 500;
const MOST_OTHERS = 10;

/** null: there is none, or it is not theirs. */
export async function readOwnTicket(
  ctx: ShopContext,
  { userId, id }: { userId: string; id: string },
): Promise<Ticket | null> {
  const row = await ctx.db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const [replies, names] = await Promise.all([readReplies(ctx, id), findNames(ctx, row)]);
  return { ...present(row), ...names, replies: replies.map(({ author: _author, ...reply }) => reply) };
}

export const showOwnTicket = operation(
  {
    id: 'tickets.read_own',
    who: 'customer',
    input: z.object({ ticketId: id() }),
    output: shownTicket,
    refusals: { not_found: 404 },
  },
  async (ctx, { userId, ticketId }) => (await readOwnTicket(ctx, { userId, id: ticketId })) ?? NO_TICKET,
);

/** Staff only: the caller checks the role. */
export async function readStaffTicket(ctx: ShopContext, id: string): Promise<StaffTicket | null> {
  const row = await ctx.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [replies, names, customer, mailedTo, order, file, entry, others] = await Promise.all([
    readReplies(ctx, id),
    findNames(ctx, row),
    ctx.db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', '=', row.user_id)
      .executeTakeFirstOrThrow(),
    findTicketRecipient(ctx, row),
    readOrder(ctx, row.order_id),
    readFile(ctx, row),
    readEntry(ctx, row),
    ctx.db
      .selectFrom('tickets')
      .select(['id', 'subject', 'state'])
      .where('user_id', '=', row.user_id)
      .where('id', '<>', id)
      .orderBy('changed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_OTHERS)
      .execute(),
  ]);
  return {
    ...present(row),
    ...names,
    replies,
    customer,
    mailedTo: mailedTo?.address ?? null,
    order,
    file,
    currentFileVersion: file?.version ?? null,
    downloadedAt: entry?.downloaded_at ?? null,
    isKey: entry !== undefined && entry.key_id !== null,
    others,
  };
}

export const showTicket = operation(
  {
    id: 'tickets.read',
    who: 'tickets',
    input: z.object({ ticketId: id() }),
    output: shownStaffTicket,
    refusals: { not_found: 404 },
  },
  async (ctx, { ticketId }) => (await readStaffTicket(ctx, ticketId)) ?? NO_TICKET,
);

function present(row: TicketRow) {
  return {
    id: row.id,
    state: row.state,
    subject: row.subject,
    orderId: row.order_id,
    sku: row.sku,
    fileVersion: row.file_version,
    createdAt: row.created_at,
  };
}

async function readReplies(ctx: ShopContext, ticketId: string) {
  const rows = await ctx.db
    .selectFrom('ticket_replies as reply')
    .leftJoin('users', 'users.id', 'reply.author_id')
    .select(['reply.id', 'reply.from_staff', 'reply.body', 'reply.created_at', 'users.name'])
    .select('reply.picture_key')
    .where('reply.ticket_id', '=', ticketId)
    .orderBy('reply.created_at', 'desc')
    .orderBy('reply.id', 'desc')
    .limit(MOST_REPLIES)
    .execute();
  return rows.toReversed().map((row) => ({
    id: row.id,
    from: row.from_staff ? ('staff' as const) : ('customer' as const),
    text: row.body,
    hasPicture: row.picture_key !== null,
    createdAt: row.created_at,
    author: row.from_staff ? row.name : null,
  }));
}

/** As the order calls it, or else the catalogue: a skin may leave it. */
async function findNames(ctx: ShopContext, { order_id, sku }: TicketRow): Promise<About> {
  if (sku === null) return { skinName: null, championName: null };
  const item =
    order_id === null
      ? undefined
      : await ctx.db
          .selectFrom('owed_items')
          .select(['skin_name', 'champion_name'])
          .where('order_id', '=', order_id)
          .where('sku', '=', sku)
          .executeTakeFirst();
  const offered = ctx.catalog.current().findSkin(sku);
  return {
    skinName: item?.skin_name ?? offered?.name ?? addressOf(sku).join(' '),
    championName: item?.champion_name ?? offered?.championName ?? addressOf(sku)[0],
  };
}

async function readOrder(ctx: ShopContext, orderId: string | null): Promise<StaffTicket['order']> {
  if (orderId === null) return null;
  const rows = await ctx.db
    .selectFrom('orders')
    .leftJoin('owed_items as item', 'item.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'item.skin_name'])
    .where('orders.id', '=', orderId)
    .orderBy('item.position')
    .execute();
  const [first] = rows;
  if (!first) return null;
  return {
    id: first.id,
    status: first.status,
    skins: rows.flatMap(({ skin_name }) => (skin_name === null ? [] : [skin_name])),
  };
}

async function readFile(ctx: ShopContext, { sku }: TicketRow): Promise<StaffTicket['file']> {
  if (sku === null) return null;
  const row = await ctx.db
    .selectFrom('skin_files')
    .select(['version', 'updating', 'state', 'updated_at'])
    .where('sku', '=', sku)
    .executeTakeFirst();
  if (!row) return null;
  const { version, updating, state, updated_at } = row;
  return { version, updating, isBroken: state === 'broken', updatedAt: updated_at };
}

async function readEntry(ctx: ShopContext, { user_id, sku }: TicketRow) {
  if (sku === null) return undefined;
  return ctx.db
    .selectFrom('user_collection')
    .select(['downloaded_at', 'key_id'])
    .where('user_id', '=', user_id)
    .where('sku', '=', sku)
    .executeTakeFirst();
}
