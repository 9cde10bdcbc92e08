import { z } from 'zod';
import { id, line, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { grantStaff, revokeStaff } from './grant-staff.ts';
import { listStaff } from './list-staff.ts';
import { STAFF_ROLES } from './rights.ts';
import { roleOfWord, roleWord } from './role-word.ts';

export const showTeam = operation(
  {
    id: 'team.list',
    who: 'team',
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        role: z.enum(STAFF_ROLES).transform(roleWord),
        hasSecondFactor: z.boolean(),
        grantedAt: z.date(),
      }),
    ),
    refusals: {},
  },
  (ctx) => listStaff(ctx),
);

/** Gives an account this role, in place of another one or of none. */
export const setRole = operation(
  {
    id: 'team.set_role',
    who: 'team',
    input: z.object({
      email: line(320, 'Informe o e-mail da conta.', 1),
      role: z
        .string()
        .transform(roleOfWord)
        .refine((role) => role !== undefined, `Escolha um papel: ${STAFF_ROLES.map(roleWord).join(', ')}.`)
        .meta({ examples: ['entrega'] }),
    }),
    output: z.object({ changed: z.boolean() }),
    refusals: {
      unknown_account: 422,
      unproved_email: 422,
      own_role: 422,
      last_owner: 409,
      not_owner: [403, 'forbidden'],
    },
  },
  async (ctx, { actorUserId, email, role }) => {
    const granted = await grantStaff(ctx, { email }, actorUserId, { role });
    if (granted.ok) return granted;
    const { reason } = granted;
    if (reason === 'revoked') throw new Error('Only the boot asks whether rights were revoked.');
    return { ok: false, reason };
  },
);

/** The account stays, without a role. */
export const removeMember = operation(
  {
    id: 'team.remove',
    who: 'team',
    input: z.object({ userId: id() }),
    output: nothing,
    refusals: { not_found: 404, own_role: 422, last_owner: 409, not_owner: [403, 'forbidden'] },
  },
  async (ctx, { actorUserId, userId }) => {
    const revoked = await revokeStaff(ctx, { userId }, actorUserId);
    if (revoked.ok) return revoked.changed ? revoked : { ok: false, reason: 'not_found' };
    switch (revoked.reason) {
      case 'own_role':
      case 'last_owner':
      case 'not_owner':
        return { ok: false, reason: revoked.reason };
      default:
        return { ok: false, reason: 'not_found' };
    }
  },
);
