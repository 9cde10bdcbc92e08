import { z } from 'zod';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** From a phone to the computer on which an installer runs: a link to the own collection, to the own proved address. */
export const mailCollection = operation(
  {
    id: 'collection.mail',
    who: 'customer',
    input: z.object({}),
    output: nothing,
    refusals: { not_confirmed: 409 },
    limit: 'mail-collection',
  },
  (ctx, { userId }) =>
    ctx.transaction(async (tx) => {
      const person = await tx
        .selectFrom('users')
        .select(['email as to', 'name'])
        .where('id', '=', userId)
        .where('email_verified', '=', true)
        .executeTakeFirst();
      if (!person) return { ok: false as const, reason: 'not_confirmed' as const };
      const url = `${ctx.settings.appUrl}/dashboard/colecao`;
      await ctx.enqueue(tx, { name: 'mail-account', data: { kind: 'open-collection', ...person, url } });
      return { ok: true as const };
    }),
);
