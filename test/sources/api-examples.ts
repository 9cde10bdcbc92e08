import type { z } from 'zod';
import { API, type Method } from '#app/doors/api.ts';
import type { Call } from '#app/doors/call.ts';
import { bareOf } from '#app/doors/codec.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { FORMS } from '#app/doors/forms.ts';
import type { Operation } from '#shop/operation.ts';

export interface ListedCall {
  method: Method;
  /** With the `:names` of the operation's input. */
  path: string;
  does: Operation;
  /** The fields of the query or the body, by the contract's names. */
  fields: Record<string, unknown>;
}

/** Every call of the API, with a body that it would take: the examples of its fields, or the least that they allow. */
export function listCalls(
  table: Readonly<Record<string, Readonly<Partial<Record<Method, Call>>>>> = API,
): ListedCall[] {
  return Object.entries(table).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { does }]) => {
      const inAddress = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      const whole = Object.values(does.input.shape).find((field) => field.meta()?.isBody === true);
      const fields = Object.entries(does.input.shape)
        .filter(([name]) => !inAddress.has(name) && name !== 'idempotencyKey')
        .map(([name, field]) => [wireName(name), exampleOf(field as z.ZodType)]);
      return {
        method: method as Method,
        path,
        does,
        fields: (whole ? exampleOf(whole) : Object.fromEntries(fields)) as ListedCall['fields'],
      };
    }),
  );
}

export interface ListedForm extends Pick<ListedCall, 'method' | 'path' | 'does'> {
  /** What somebody types. */
  fields: Record<string, string>;
}

/** Every operation that a form of a screen does. */
export function listForms(): ListedForm[] {
  return Object.entries(FORMS).flatMap(([path, calls]) =>
    calls.map(({ does }) => {
      const fields = Object.entries(does.input.shape).map(([name, field]) => {
        const example = exampleOf(field as z.ZodType);
        return [
          name,
          typeof example === 'object' ? JSON.stringify(example) : `${example as string | number | boolean}`,
        ];
      });
      return { method: 'POST', path, does, fields: Object.fromEntries(fields) as ListedForm['fields'] };
    }),
  );
}

/** A value that the field takes, as the API spells it. */
function exampleOf(field: z.ZodType): unknown {
  const [example] = metaOf(field).examples ?? [];
  if (example !== undefined) return example;
  const { def } = bareOf(field) as unknown as {
    def: {
      type: string;
      element: z.ZodType;
      items: z.ZodType[];
      options: z.ZodType[];
      entries: Record<string, string>;
      values: unknown[];
      shape: z.ZodRawShape;
    };
  };
  switch (def.type) {
    case 'number':
      return metaOf(field).minimum ?? 1;
    case 'boolean':
      return true;
    case 'date':
      return '2026-12-24';
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'array':
      return [exampleOf(def.element)];
    case 'tuple':
      return def.items.map(exampleOf);
    case 'union':
      return exampleOf(def.options[0]!);
    case 'record':
      return {};
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, part]) => [wireName(name), exampleOf(part as z.ZodType)]),
      );
    default:
      return 'abc';
  }
}

function metaOf(field: z.ZodType): { examples?: unknown[]; minimum?: number } {
  const { innerType, in: source } = field.def as unknown as { innerType?: z.ZodType; in?: z.ZodType };
  const below = innerType ?? source;
  return { ...(below && metaOf(below)), ...field.meta() };
}
