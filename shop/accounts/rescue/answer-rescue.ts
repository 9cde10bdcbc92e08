import type { RescueState } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { maskAddress } from './mask-address.ts';

/** What whoever holds one of the two links may know. */
export interface RescueView {
  /** `stop`: the link of the old address. `confirm`: that of the new one. */
  kind: 'stop' | 'confirm';
  state: RescueState;
  isConfirmed: boolean;
  oldEmail: string;
  newEmail: string;
  dueAt: Date;
}

/** null: no rescue has this token. */
export async function readRescue(ctx: ShopContext, token: string): Promise<RescueView | null> {
  const digest = digestToken(token);
  if (digest === null) return null;
  const row = await ctx.db
    .selectFrom('email_rescues')
    .select(['state', 'confirmed_at', 'old_email', 'new_email', 'due_at', 'stop_digest'])
    .where((eb) => eb.or([eb('stop_digest', '=', digest), eb('confirm_digest', '=', digest)]))
    .executeTakeFirst();
  if (!row) return null;
  return {
    kind: row.stop_digest === digest ? 'stop' : 'confirm',
    state: row.state,
    isConfirmed: row.confirmed_at !== null,
    oldEmail: maskAddress(row.old_email),
    newEmail: maskAddress(row.new_email),
    dueAt: row.due_at,
  };
}

/** The button behind a link. Pressed again, or too late, it changes nothing. @returns whether it changed something. */
export async function answerRescue(ctx: OutwardContext, token: string): Promise<boolean> {
  const digest = digestToken(token);
  if (digest === null) return false;
  return ctx.transaction(async (tx) => {
    const stopped = await tx
      .updateTable('email_rescues')
      .set({ state: 'stopped', ended_at: ctx.now() })
      .where('stop_digest', '=', digest)
      .where('state', '=', 'waiting')
      .returning(['id', 'user_id'])
      .executeTakeFirst();
    const confirmed =
      stopped ??
      (await tx
        .updateTable('email_rescues')
        .set({ confirmed_at: ctx.now() })
        .where('confirm_digest', '=', digest)
        .where('state', '=', 'waiting')
        .where('confirmed_at', 'is', null)
        .returning(['id', 'user_id'])
        .executeTakeFirst());
    if (!confirmed) return false;
    await recordAudit(ctx, tx, {
      actorUserId: null,
      action: stopped ? 'rescue.stopped' : 'rescue.confirmed',
      subject: { type: 'user', id: confirmed.user_id },
    });
    if (stopped) await tell(ctx, tx, { name: 'rescue.stopped', rescueId: stopped.id });
    return true;
  });
}
