import type { z } from 'zod';
import type { Constraint } from '#app/ui/form/constraint.ts';
import { bareOf } from './codec.ts';

/** The browser's half of a schema, for the fields of a form. */
export function constraintsOf({ shape }: z.ZodObject): Record<string, Constraint> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const schema = field as z.ZodType;
      const { type } = bareOf(schema).def;
      const { maxLength, maximum } = { ...metaOf(schema) };
      const isNumber = type === 'number';
      const longest =
        isNumber && !name.endsWith('Cents') ? String(maximum).length + 2 : isNumber ? 12 : maxLength;
      const constraint: Constraint = {
        ...(schema.safeParse(undefined).success ? {} : { required: true as const }),
        ...(longest !== undefined && { maxLength: longest as number }),
        ...(isNumber && { inputMode: name.endsWith('Cents') ? ('decimal' as const) : ('numeric' as const) }),
        ...(type === 'date' && { type: 'date' as const }),
      };
      return [name, constraint];
    }),
  );
}

function metaOf(schema: z.ZodType): Record<string, unknown> | undefined {
  const { innerType } = schema.def as unknown as { innerType?: z.ZodType };
  return schema.meta() ?? (innerType && metaOf(innerType));
}
