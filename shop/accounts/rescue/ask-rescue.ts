import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { isEmailAddress } from '#shop/text/is-email-address.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';
import { digestToken } from '#shop/text/derive-token.ts';
import { MAX_RESCUE_REASON, RESCUE_DELAY_MS } from './rescue-limits.ts';
import { rescueToken } from './rescue-token.ts';

/**
 * `staff`: whoever changes a clerk's address could take the panel with it; the role goes first, and is given again.
 * `email_taken`: the new address has an account, which is the person's own or somebody else's.
 */
export type RescueRefusal =
  | 'unknown_account'
  | 'same_email'
  | 'email_taken'
  | 'staff'
  | 'already_open'
  | 'address_open';

export type AskRescueResult =
  | { ok: true; rescue: { id: string; dueAt: Date } }
  | { ok: false; reason: 'invalid'; fields: Partial<Record<'email' | 'new_email' | 'reason', string>> }
  | { ok: false; reason: RescueRefusal };

/** Staff ask for the change of a customer's address (ruling 50). Nothing of the account changes yet. */
export async function askRescue(
  ctx: OutwardContext,
  asked: { actorUserId: string; email: string; newEmail: string; reason: string },
): Promise<AskRescueResult> {
  const email = tidyLine(asked.email).toLowerCase();
  const newEmail = tidyLine(asked.newEmail).toLowerCase();
  const reason = tidyParagraphs(asked.reason);
  const fields = check({ email, newEmail, reason });
  if (Object.keys(fields).length > 0) return { ok: false, reason: 'invalid', fields };

  return ctx.transaction(async (tx): Promise<AskRescueResult> => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { ok: false, reason: 'unknown_account' };
    if (email === newEmail) return { ok: false, reason: 'same_email' };
    const hindrance = await findHindrance(tx, { userId: user.id, newEmail });
    if (hindrance) return { ok: false, reason: hindrance };

    const id = randomUUID();
    const nonce = randomUUID();
    const dueAt = new Date(ctx.now().getTime() + RESCUE_DELAY_MS);
    const digestOf = (kind: 'stop' | 'confirm') => digestToken(rescueToken(ctx, kind, { id, nonce })) ?? '';
    const made = await tx
      .insertInto('email_rescues')
      .values({
        id,
        user_id: user.id,
        old_email: email,
        new_email: newEmail,
        reason,
        asked_by: asked.actorUserId,
        nonce,
        stop_digest: digestOf('stop'),
        confirm_digest: digestOf('confirm'),
        created_at: ctx.now(),
        due_at: dueAt,
        confirmed_at: null,
        ended_at: null,
      })
      // Both open rescues are unique indexes: the account's own was looked for under its lock, the address' is a race.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return { ok: false, reason: 'address_open' };
    await recordAudit(ctx, tx, {
      actorUserId: asked.actorUserId,
      action: 'rescue.asked',
      subject: { type: 'user', id: user.id },
    });
    for (const kind of ['asked-old', 'asked-new'] as const) {
      await ctx.enqueue(tx, { name: 'mail-rescue', data: { rescueId: id, kind } });
    }
    return { ok: true, rescue: { id, dueAt } };
  });
}

function check(form: { email: string; newEmail: string; reason: string }) {
  const fields: Partial<Record<'email' | 'new_email' | 'reason', string>> = {};
  if (form.email === '' || form.email.length > 320) fields.email = 'Informe o e-mail da conta.';
  if (!isEmailAddress(form.newEmail)) fields.new_email = 'Informe o e-mail novo.';
  if (form.reason.length < 10 || form.reason.length > MAX_RESCUE_REASON) {
    fields.reason = `Escreva como a pessoa provou que a conta é dela, com 10 a ${MAX_RESCUE_REASON} caracteres.`;
  }
  return fields;
}

async function findHindrance(
  tx: Tx,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<RescueRefusal | null> {
  if (await isStaff(tx, userId)) return 'staff';
  if (await hasAccount(tx, newEmail)) return 'email_taken';
  const open = await tx
    .selectFrom('email_rescues')
    .select('user_id')
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('new_email', '=', newEmail)]))
    .execute();
  if (open.some((each) => each.user_id === userId)) return 'already_open';
  return open.length > 0 ? 'address_open' : null;
}

export async function isStaff(tx: Tx, userId: string): Promise<boolean> {
  const role = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return role !== undefined;
}

export async function hasAccount(tx: Tx, email: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return user !== undefined;
}
