import { sql } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, cutPage, isAfter, pageOf } from '#shop/pagination/page.ts';
import { keysOf } from '#shop/states/keys-of.ts';
import { pausesDelivery } from '#shop/states/why-waits.ts';
import type { DisputeState } from './reported-dispute.ts';

/** A dispute in the form that staff read. */
export interface Dispute {
  id: string;
  orderId: string;
  gateway: string;
  openedAt: Date;
  answerBy: Date | null;
  reason: string;
  state: DisputeState;
  decidedAt: Date | null;
  /** It pauses automatic delivery for its account. */
  pauses: boolean;
  customerName: string;
  /** What staff see of the keys that its order sold. */
  keys: string[];
}

const DISPUTES_PAGE = 25;
/** The section of the panel: what pauses, and what was decided lately. */
const SHOWN = 30;

/** Newest first, starting before `cursor`. */
export const showDisputes = operation(
  {
    id: 'disputes.list',
    who: 'disputes',
    input: cursorInput,
    output: pageOf(
      z.object({
        id: z.string(),
        orderId: z.string(),
        gateway: z.string(),
        openedAt: z.date(),
        answerBy: z.date().nullable(),
        reason: z.string(),
        state: z.enum(['open', 'lost', 'won']),
      }),
    ),
    refusals: {},
  },
  async (ctx, { cursor }) => {
    const rows = await selectDisputes(ctx)
      .where(isAfter(cursor, 'opened_at', 'disputes.id'))
      .orderBy('disputes.opened_at', 'desc')
      .orderBy('disputes.id', 'desc')
      .limit(DISPUTES_PAGE + 1)
      .execute();
    return cutPage(rows, DISPUTES_PAGE, ({ openedAt, id }) => ({ at: openedAt, id }));
  },
);

/** First those that pause an account, then the others; each with the newest first. */
export async function listLatestDisputes(ctx: ShopContext): Promise<Dispute[]> {
  return selectDisputes(ctx)
    .orderBy(pausesDelivery, 'desc')
    .orderBy('disputes.opened_at', 'desc')
    .limit(SHOWN)
    .execute();
}

/** The disputes of one order, oldest first. */
export async function listDisputesOfOrder(ctx: ShopContext, orderId: string): Promise<Dispute[]> {
  return selectDisputes(ctx).where('disputes.order_id', '=', orderId).orderBy('disputes.opened_at').execute();
}

function selectDisputes(ctx: ShopContext) {
  return ctx.db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select([
      'disputes.id',
      'disputes.order_id as orderId',
      'disputes.gateway',
      'disputes.opened_at as openedAt',
      'disputes.answer_by as answerBy',
      'disputes.reason',
      'disputes.state',
      'disputes.decided_at as decidedAt',
      // Whose account is deleted cannot be delivered to.
      sql<boolean>`${pausesDelivery} and orders.user_id is not null`.as('pauses'),
      'orders.customer_name as customerName',
      keysOf('disputes.order_id').as('keys'),
    ]);
}
