import type { z } from 'zod';
import { fieldsOf } from '#shop/fields.ts';
import type { Described, Refused } from '#shop/operation.ts';

/** An operation as its doors do it: what the schema does not let through never reaches the function. */
export async function perform<Ctx, Input, Result, Schema extends z.ZodObject>(
  does: ((ctx: Ctx, input: Input) => Promise<Result>) & Pick<Described, 'id'> & { input: Schema },
  ctx: Ctx,
  caller: Omit<Input, keyof z.output<Schema>>,
  typed: z.input<Schema>,
): Promise<Result | Refused<'invalid'>> {
  const { data, error } = does.input.safeParse(typed);
  if (error) return { ok: false, reason: 'invalid', fields: fieldsOf(error) };
  return does(ctx, { ...data, ...caller } as Input);
}
