import { z } from 'zod';
import type { API } from './api.ts';
import { describeApi, describeCodes, NEXT_CURSOR, type CodesOf } from './describe-api.ts';
import { describeEvents } from './describe-events.ts';
import { nounOf, OPERATION_WORDS } from './operation-words.ts';
import { V1_ANSWERS } from './v1-answers.ts';
import { OTHERS } from './v1-others.ts';
import { V1 } from './v1.ts';
import { wireName } from '#shop/text/wire-name.ts';

/** A call as OpenAPI has it, as far as it is completed here. */
export interface DescribedCall {
  operationId: string;
  summary?: string;
  'x-scope'?: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { description: string; headers?: object; content?: object }>;
}

/** What any call with a key may be refused with. */
const CODES: [number, string][] = [
  [401, 'invalid_key'],
  [403, 'key_in_browser'],
  [403, 'missing_scope'],
  [413, 'body_too_large'],
  [429, 'too_many_requests'],
];
const codesOf: CodesOf = ({ asksCode }) => [
  ...CODES,
  ...(asksCode ? ([[403, 'second_factor_required']] as [number, string][]) : []),
];
const KEY_AGAIN = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A mesma chamada de novo, por 24 horas, recebe a mesma resposta.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

let made: ReturnType<typeof describe> | undefined;
/** OpenAPI 3.1 of what a key opens, with the scope of each call: the same while this process lives. */
export const describeOpenCalls = () => (made ??= describe());

function describe() {
  const plain = Object.entries(V1).map(([path, calls]) => [
    path,
    Object.fromEntries(Object.entries(calls).map(([method, open]) => [method, open.call])),
  ]);
  const described = describeApi(Object.fromEntries(plain) as typeof API, codesOf);
  const paths = described.paths as unknown as Record<string, Record<string, DescribedCall>>;
  const scopes = new Map<string, string>(
    Object.values(V1).flatMap((calls) =>
      Object.values(calls).map(({ call, scope }) => [call.does.id, scope]),
    ),
  );
  for (const [path, calls] of Object.entries(OTHERS))
    for (const [method, { id, opens, isFile, says }] of Object.entries(calls)) {
      const { responses, ...parts } = says as Partial<DescribedCall>;
      if (opens) scopes.set(id, opens.scope);
      const codes: [number, string][] = [[400, 'malformed'], [404, 'not_found'], [422, 'invalid'], ...CODES];
      if (isFile) codes.push([411, 'length_required']);
      const call = { operationId: id, ...parts, responses: { ...responses, ...describeCodes(codes) } };
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => `{${wireName(name)}}`);
      (paths[address] ??= {})[method.toLowerCase()] = call;
    }
  for (const calls of Object.values(paths))
    for (const [method, call] of Object.entries(calls)) completeCall(call, method, scopes);
  const key = { type: 'http', scheme: 'bearer', description: 'flg_…' };
  return {
    ...described,
    components: { ...described.components, securitySchemes: { key } },
    paths,
    webhooks: describeEvents(),
  };
}

/** What every call with a key has, and what its operation does not say itself. */
function completeCall(call: DescribedCall, method: string, scopes: ReadonlyMap<string, string>): void {
  const id = call.operationId;
  const scope = scopes.get(id);
  Object.assign(call, {
    summary: OPERATION_WORDS[id],
    tags: [nounOf(id)],
    security: [{ key: scope ? [scope] : [] }],
    ...(scope && { 'x-scope': scope }),
  });
  const answer = V1_ANSWERS[id];
  if (answer) {
    const { $schema: _, ...schema } = z.toJSONSchema(answer, { io: 'output', override: leaveOpen });
    for (const [status, told] of Object.entries(call.responses))
      if (Number(status) < 300) {
        told.content = { 'application/json': { schema } };
        if (schema.type === 'array' && id !== 'attention.list') told.headers = NEXT_CURSOR;
      }
  }
  if (method !== 'post') return;
  const others = (call.parameters ?? []).filter(({ name }) => name !== KEY_AGAIN.name);
  call.parameters = [...others, KEY_AGAIN];
  const conflict = call.responses[409]?.description;
  Object.assign(call.responses, describeCodes([[409, [conflict, 'key_reused'].filter(Boolean).join(', ')]]));
}

/** More fields may come: whoever reads an answer takes those that they know. */
const leaveOpen = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown; pattern?: unknown } }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.pattern;
};
