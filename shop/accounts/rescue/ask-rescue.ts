import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tell } from '#shop/events/tell.ts';
import { line, paragraphs } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { isEmailAddress } from '#shop/text/is-email-address.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { MAX_RESCUE_REASON, RESCUE_DELAY_MS } from './rescue-limits.ts';
import { rescueToken } from './rescue-token.ts';

/**
 * Staff ask for the change of a customer's address. Nothing of the account changes yet. `staff`: whoever changes a
 * clerk's address could take the panel with it; the role goes first, and is given again. `email_taken`: the new address
 * has an account, which is the person's own or somebody else's.
 */
export const askRescue = operation(
  {
    id: 'rescues.ask',
    who: 'rescue',
    limit: 'ask-rescue',
    input: z.object({
      email: line(320, 'Informe o e-mail da conta.', 1).transform((email) => email.toLowerCase()),
      newEmail: z
        .string()
        .transform((typed) => tidyLine(typed).toLowerCase())
        .refine(isEmailAddress, 'Informe o e-mail novo.')
        .meta({ examples: ['novo@exemplo.com'] }),
      reason: paragraphs(
        10,
        MAX_RESCUE_REASON,
        `Escreva como a pessoa provou que a conta é dela, com 10 a ${MAX_RESCUE_REASON} caracteres.`,
      ),
    }),
    output: z.object({ id: z.string(), state: z.literal('waiting'), validAt: z.date() }),
    refusals: {
      unknown_account: 422,
      same_email: 422,
      email_taken: 409,
      staff: 409,
      already_open: 409,
      address_open: 409,
    },
  },
  (ctx, { actorUserId, email, newEmail, reason }) =>
    ctx.transaction(async (tx) => {
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
          asked_by: actorUserId,
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
        actorUserId: actorUserId,
        action: 'rescue.asked',
        subject: { type: 'user', id: user.id },
      });
      await tell(ctx, tx, { name: 'rescue.asked', rescueId: id });
      return { ok: true as const, id, state: 'waiting' as const, validAt: dueAt };
    }),
);

async function findHindrance(
  tx: Tx,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<'staff' | 'email_taken' | 'already_open' | 'address_open' | null> {
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
