import { z } from 'zod';
import { toReais } from '#shop/text/reais.ts';
import { isSum, wireName } from '#shop/text/wire-name.ts';
import { VERSION } from '#shop/version.ts';
import type { Call } from './call.ts';

type Schema = Record<string, unknown>;

/** Codes that any call of a door may be refused with. */
export type CodesOf = (does: Call['does']) => [status: number, code: string][];

/** OpenAPI 3.1 of every call of a table of addresses, in the contract's words. */
export function describeApi(
  table: Readonly<Record<string, Readonly<Partial<Record<string, Call>>>>>,
  codes: CodesOf = codesOfPeople,
) {
  return {
    openapi: '3.1.0',
    info: { title: 'Fulgor', version: VERSION },
    components: { schemas: { Error: ERROR } },
    paths: Object.fromEntries(
      Object.entries(table).map(([path, calls]) => [
        path.replaceAll(/:(\w+)/g, (_, name: string) => `{${wireName(name)}}`),
        Object.fromEntries(
          Object.entries(calls).flatMap(([method, call]) =>
            call ? [[method.toLowerCase(), describeCall(call, path, method === 'GET', codes)]] : [],
          ),
        ) as Record<string, Schema>,
      ]),
    ),
  };
}

const ERROR: Schema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        scope: { type: 'string', description: 'Só com missing_scope' },
      },
      required: ['code', 'message', 'requestId'],
    },
  },
  required: ['error'],
};

function describeCall({ does, answer }: Call, path: string, isRead: boolean, codes: CodesOf): Schema {
  const { properties = {}, required = [] } = print(does.input, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const inAddress = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => wireName(name)));
  // An address names it by its two parts.
  if (inAddress.has('skin_num')) delete properties.sku;
  const parameters = Object.entries(properties).flatMap(([name, schema]) => {
    const isHeader = name === 'idempotency_key';
    const place = inAddress.has(name) ? 'path' : isHeader ? 'header' : isRead ? 'query' : null;
    const isRequired = place === 'path' || required.includes(name);
    return place
      ? [
          {
            name: isHeader ? 'Idempotency-Key' : name,
            in: place,
            required: isRequired,
            schema: (place === 'path' && IN_ADDRESS[name]) || schema,
          },
        ]
      : [];
  });
  const inBody = Object.entries(properties).filter(
    ([name]) => !isRead && !inAddress.has(name) && name !== 'idempotency_key',
  );
  const whole = Object.values(does.input.shape).some((field) => field.meta()?.isBody === true);
  const body = {
    type: 'object',
    ...(!whole && {
      properties: Object.fromEntries(inBody),
      // Its key or its address.
      required: required.filter((name) => name !== 'sku' && inBody.some(([field]) => field === name)),
    }),
  };
  return {
    operationId: does.id,
    'x-who': does.who,
    ...(parameters.length > 0 && { parameters }),
    ...(inBody.length > 0 && {
      requestBody: { content: { 'application/json': { schema: body }, ...asText(does) } },
    }),
    responses: { ...describeAnswers(does, answer), ...describeRefusals(does, codes) },
  };
}

/** A body of plain text, where a field may come alone. */
const asText = ({ input }: Call['does']): Schema =>
  Object.values(input.shape).some((field) => field.meta()?.isText === true)
    ? { 'text/plain': { schema: { type: 'string' } } }
    : {};

function describeAnswers({ output }: Call['does'], answer: Call['answer']): Schema {
  const codes = typeof answer === 'number' ? [answer] : (answer.statuses ?? [200]);
  if (codes[0] === 204) return { 204: { description: 'Feito' } };
  if (typeof answer !== 'number' && answer.type !== undefined)
    return { [codes[0]!]: { description: 'Feito', content: { [answer.type]: {} } } };
  const schema = print(output, 'output');
  const { entries, next_cursor } = (schema.properties ?? {}) as Record<string, Schema | undefined>;
  const isPage = next_cursor !== undefined && entries !== undefined;
  const done = {
    description: 'Feito',
    ...(isPage && { headers: NEXT_CURSOR }),
    content: { 'application/json': { schema: isPage ? entries : schema } },
  };
  const notYet = { ...done, description: 'Ainda não: repita a mesma chamada' };
  return Object.fromEntries(codes.map((code) => [code, code === 202 && codes.length > 1 ? notYet : done]));
}

export const NEXT_CURSOR: Schema = {
  'X-Next-Cursor': { description: 'A próxima página: `cursor`', schema: { type: 'string' } },
};

const codesOfPeople: CodesOf = ({ who, limit }) => [
  ...(who !== 'anyone' ? ([[401, 'unauthenticated']] as [number, string][]) : []),
  ...(who !== 'anyone' && who !== 'customer' ? ([[403, 'forbidden']] as [number, string][]) : []),
  ...(limit ? ([[429, 'too_many_requests']] as [number, string][]) : []),
];

function describeRefusals(does: Call['does'], codesOf: CodesOf): Schema {
  const codes = Object.entries(does.refusals).map(([reason, how]): [number, string] =>
    typeof how === 'number' ? [how, reason] : [how[0], how[1]],
  );
  return describeCodes([...codes, [400, 'malformed'], [422, 'invalid'], ...codesOf(does)]);
}

export function describeCodes(
  codes: [number, string][],
): Record<string, { description: string; content: object }> {
  const byStatus = Map.groupBy(codes, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      {
        description: [...new Set(named.map(([, code]) => code))].toSorted().join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The JSON Schema of what the API says: sums in reais, moments as text, names with underscores. */
export function print(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const part = zodSchema as unknown as z.ZodType;
      if (part.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      if (isRefusedWhenAbsent(part)) delete jsonSchema.default;
      if (part instanceof z.ZodObject && io === 'input') {
        const fields = Object.entries<z.ZodType>(part.shape);
        const wanted = fields.flatMap(([name, field]) => (isRefusedWhenAbsent(field) ? [name] : []));
        if (wanted.length > 0) jsonSchema.required = [...(jsonSchema.required ?? []), ...wanted];
      }
      delete jsonSchema.of;
      delete jsonSchema.isBody;
      delete jsonSchema.isText;
      delete jsonSchema.additionalProperties;
    },
  }) as Schema;
  return inWords(printed) as Schema;
}

/** What stands in for it is there to be refused by the sentence of its field. */
const isRefusedWhenAbsent = (field: z.ZodType): boolean =>
  field.def.type === 'prefault' && !field.safeParse(undefined).success;

/** Beside each key of what is sold; null where the static-data source has no such skin. */
const ADDRESS: [string, Schema][] = [
  ['champion_id', { type: ['string', 'null'] }],
  ['skin_num', { type: ['integer', 'null'] }],
];

/** In an address both are there; an item of a catalogue of one's own may have letters for its number. */
const IN_ADDRESS: Readonly<Record<string, Schema>> = {
  champion_id: { type: 'string' },
  skin_num: { type: ['integer', 'string'] },
};

function inWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'required' && Array.isArray(part)) return [key, (part as string[]).map(wireName)];
      if (key !== 'properties') return [key, inWords(part)];
      const fields = Object.entries(part as Record<string, Schema>);
      const named = fields.map(([name, field]) => [
        wireName(name),
        isSum(name) ? inReais(field) : inWords(field),
      ]);
      return [key, Object.fromEntries('sku' in (part as object) ? [...ADDRESS, ...named] : named)];
    }),
  );
}

function inReais(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inReais);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'type' && part === 'integer') return [key, 'number'];
      if ((key === 'minimum' || key === 'maximum') && typeof part === 'number') return [key, toReais(part)];
      return [key, inReais(part)];
    }),
  );
}
