import type { Selectable } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, DisputesTable, OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Fact } from '#shop/events/shop-event.ts';
import { tellChange } from '#shop/events/tell.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { lockAccount } from './lock-account.ts';
import type { DisputeState, ReportedDispute } from './reported-dispute.ts';

type Charge = Pick<ChargeRow, 'id' | 'gateway'>;
type Dispute = Selectable<DisputesTable>;

/**
 * A dispute only moves up: an answer that was overtaken on its way changes nothing. A bank may give a loss back
 * (docs/decisions/disputes.md).
 */
const RANK: Record<DisputeState, number> = { open: 0, lost: 1, won: 2 };
const REASON_LENGTH = 200;

/**
 * Opens and decides disputes, as often as the provider is asked. The caller holds the lock of the order.
 * @returns `isLost`: a dispute of a provider without ids was lost just now, and its answers do not tell such a loss from a
 * refund. `facts`: the caller tells them once the money is booked, because programs hear what is so by then.
 */
export async function recordDisputes(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  charge: Charge,
  { disputes, askedAt }: { disputes: readonly ReportedDispute[]; askedAt: Date },
): Promise<{ isLost: boolean; facts: DisputeFact[] }> {
  let isLost = false;
  const facts: DisputeFact[] = [];
  for (const reported of disputes) {
    const known = await tx
      .selectFrom('disputes')
      .selectAll()
      .where('charge_id', '=', charge.id)
      .orderBy('opened_at')
      .execute();
    const row = findRow(charge, known, reported);
    if (row) {
      const isDecided = await moveDispute(ctx, tx, order, row, reported);
      if (isDecided) facts.push(factOf(row.id, reported.state));
      isLost ||= isDecided && reported.state === 'lost' && reported.gatewayDisputeId === null;
    } else if (isNew(known, reported, askedAt)) {
      facts.push(...(await openDispute(ctx, tx, order, charge, { reported, number: known.length + 1 })));
    }
  }
  return { isLost, facts };
}

type DisputeFact = Extract<Fact, { disputeId: string }>;
const factOf = (disputeId: string, state: DisputeState): DisputeFact => ({
  name: state === 'open' ? 'order.disputed' : 'order.dispute_closed',
  disputeId,
});

function findRow(charge: Charge, known: Dispute[], reported: ReportedDispute): Dispute | undefined {
  const id = reported.gatewayDisputeId;
  const open = known.filter(({ state }) => state === 'open');
  const unnamed = open.find((row) => row.gateway_dispute_id.startsWith(`${charge.id}:`));
  if (id !== null) return known.find((row) => row.gateway_dispute_id === id) ?? unnamed;
  return reported.state === 'open' ? open[0] : unnamed;
}

/** Without an id nobody can tell an old dispute from a new one: an answer from before the decision opens none. */
function isNew(known: Dispute[], { gatewayDisputeId, state }: ReportedDispute, askedAt: Date): boolean {
  if (gatewayDisputeId !== null) return true;
  return state === 'open' && !known.some(({ decided_at }) => decided_at !== null && decided_at > askedAt);
}

async function openDispute(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  charge: Charge,
  { reported, number }: { reported: ReportedDispute; number: number },
): Promise<DisputeFact[]> {
  // An automatic delivery to this account is over, or it waits and finds the dispute.
  if (order.user_id !== null) await lockAccount(tx, order.user_id, 'to pause');
  const now = ctx.now();
  const row = await tx
    .insertInto('disputes')
    .values({
      order_id: order.id,
      charge_id: charge.id,
      gateway: charge.gateway,
      gateway_dispute_id: reported.gatewayDisputeId ?? `${charge.id}:${number}`,
      opened_at: reported.openedAt ?? now,
      answer_by: reported.answerBy,
      reason: cutText(reported.reason, REASON_LENGTH),
      state: reported.state,
      decided_at: reported.state === 'open' ? null : now,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_dispute_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) {
    ctx.log.error('dispute.of_another_charge', { chargeId: charge.id, orderId: order.id });
    return [];
  }
  const states = reported.state === 'open' ? [reported.state] : (['open', reported.state] as const);
  for (const state of states) await noteState(ctx, tx, order, row.id, state);
  return states.map((state) => factOf(row.id, state));
}

/** @returns whether it was decided just now. */
async function moveDispute(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  row: Dispute,
  reported: ReportedDispute,
): Promise<boolean> {
  const isDecided = RANK[reported.state] > RANK[row.state];
  const named = {
    gateway_dispute_id: reported.gatewayDisputeId ?? row.gateway_dispute_id,
    answer_by: reported.answerBy ?? row.answer_by,
    reason: reported.gatewayDisputeId === null ? row.reason : cutText(reported.reason, REASON_LENGTH),
  };
  const isSame =
    named.gateway_dispute_id === row.gateway_dispute_id &&
    named.answer_by?.getTime() === row.answer_by?.getTime() &&
    named.reason === row.reason;
  if (isSame && !isDecided) return false;
  await tx
    .updateTable('disputes')
    .set(isDecided ? { ...named, state: reported.state, decided_at: ctx.now() } : named)
    .where('id', '=', row.id)
    .execute();
  if (isDecided) await noteState(ctx, tx, order, row.id, reported.state);
  else await tellChange(ctx, tx, { name: 'order.changed', order });
  return isDecided;
}

const ACTIONS = { open: 'dispute.opened', won: 'dispute.won', lost: 'dispute.lost' } as const;

async function noteState(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  disputeId: string,
  state: DisputeState,
): Promise<void> {
  await recordAudit(ctx, tx, {
    actorUserId: null,
    action: ACTIONS[state],
    subject: { type: 'order', id: order.id },
    details: { disputeId },
  });
  if (order.user_id !== null) await refreshClocks(ctx, tx, { userId: order.user_id });
  await tellChange(ctx, tx, { name: 'order.changed', order });
  ctx.log.warn(ACTIONS[state], { disputeId, orderId: order.id });
}
