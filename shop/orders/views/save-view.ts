import { sql } from 'kysely';
import { z } from 'zod';
import { line } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { readViewQuery } from '#shop/orders/search/order-query.ts';
import { orderView } from './list-views.ts';

export const LONGEST_NAME = 40;
/** More would not fit above a list. */
export const MAX_VIEWS = 20;

/** Keeps a selection under a name. One that this clerk has under the same name gives way. */
export const saveView = operation(
  {
    id: 'views.save',
    who: 'orders.read',
    input: z.object({
      name: line(LONGEST_NAME, `Dê um nome de até ${LONGEST_NAME} letras.`, 1),
      query: z
        .string()
        .max(1000)
        .meta({ examples: ['late=1'] }),
      shared: z.boolean().default(false),
    }),
    output: orderView,
    refusals: { not_kept: [422, 'invalid'], too_many: 409 },
  },
  async (ctx, { actorUserId, name, query: typed, shared }) => {
    const query = readViewQuery(typed);
    if (query === null) return { ok: false as const, reason: 'not_kept' as const };
    return ctx.transaction(async (tx) => {
      // Two windows of one clerk save in turn.
      await sql`select from users where id = ${actorUserId} for update`.execute(tx);
      await tx
        .deleteFrom('order_views')
        .where('user_id', '=', actorUserId)
        .where('name', '=', name)
        .execute();
      const { count } = await tx
        .selectFrom('order_views')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', actorUserId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_VIEWS) return { ok: false as const, reason: 'too_many' as const };
      const { id } = await tx
        .insertInto('order_views')
        .values({ user_id: actorUserId, name, query, shared, created_at: ctx.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, name, query, shared, own: true };
    });
  },
);
