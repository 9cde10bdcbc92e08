import type { describeOpenCalls } from '#app/doors/describe-v1.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema | false;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Told {
  description: string;
  content?: Record<string, { schema: Schema }>;
}
interface CalledWith {
  operationId: string;
  'x-scope'?: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Pick<Told, 'content'>;
  responses: Record<string, Told>;
}

/** What programs may rely on, a line for each thing: `coupons.create in body.code` with `! string`. */
export type ApiDigest = Record<string, string>;

/** `!`: it must be there, or always is. Then its types, and the values where only some are taken. */
export function digestApi(described: ReturnType<typeof describeOpenCalls>): ApiDigest {
  const digest: ApiDigest = {};
  for (const [path, calls] of Object.entries(described.paths))
    for (const [method, told] of Object.entries(calls)) {
      const call = told as unknown as CalledWith;
      const id = call.operationId;
      digest[`${id} at`] = `${method} ${path}`;
      digest[`${id} scope`] = call['x-scope'] ?? 'none';
      for (const { name, in: place, required, schema } of call.parameters ?? [])
        walk(digest, `${id} in ${place}.${name}`, schema, required);
      for (const { schema } of Object.values(call.requestBody?.content ?? {}).slice(0, 1))
        walk(digest, `${id} in body`, schema, false);
      for (const [status, { description, content }] of Object.entries(call.responses)) {
        if (Number(status) >= 300) {
          for (const code of description.split(', ')) digest[`${id} code ${status} ${code}`] = '!';
          continue;
        }
        digest[`${id} out ${status}`] = '!';
        for (const { schema } of Object.values(content ?? {}))
          walk(digest, `${id} out ${status}`, schema, true);
      }
    }
  for (const { post } of Object.values(described.webhooks))
    walk(
      digest,
      `${post.operationId} out`,
      post.requestBody.content['application/json'].schema as Schema,
      true,
    );
  return digest;
}

function walk(digest: ApiDigest, place: string, schema: Schema, isRequired: boolean): void {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const types = new Set(options.flatMap(({ type = [] }) => type));
  const isClosed = options.some((option) => option.enum !== undefined || option.const !== undefined);
  const values = options.flatMap(
    (option) => option.enum ?? (option.const === undefined ? [] : [option.const]),
  );
  const mark = isRequired ? '!' : '?';
  digest[place] = [
    mark,
    [...types].toSorted().join('|'),
    isClosed ? values.map(String).toSorted().join('|') : '',
  ]
    .join(' ')
    .trim();
  // Of several shapes a field belongs to one.
  const shapes = options.filter(({ properties }) => properties);
  const isSure = (name: string) => shapes.every(({ required = [] }) => required.includes(name));
  for (const { items, properties = {} } of options) {
    if (items) walk(digest, `${place}[]`, items, true);
    for (const [name, field] of Object.entries(properties))
      walk(digest, `${place}.${name}`, field, isSure(name));
  }
}

/** What a program that works with `before` would stumble over in `after`. */
export function listBreaks(before: ApiDigest, after: ApiDigest): string[] {
  const breaks: string[] = [];
  for (const [place, was] of Object.entries(before)) {
    const is = after[place];
    if (is === undefined) breaks.push(`${place} is gone`);
    else if (is !== was && breaksUse(place, was, is)) breaks.push(`${place}: ${was} → ${is}`);
  }
  const known = new Set(Object.keys(before).map((place) => place.split(' ')[0]));
  for (const [place, is] of Object.entries(after))
    if (
      before[place] === undefined &&
      known.has(place.split(' ')[0]) &&
      / in /.test(place) &&
      is.startsWith('!') &&
      isReached(place, before)
    )
      breaks.push(`${place} has to be given`);
  return breaks;
}

/** A field that must be given inside something new and optional troubles nobody. */
const isReached = (place: string, before: ApiDigest) => {
  const around = place.replace(/(?:\.[^.\s]+|\[\])$/, '');
  return / in [a-z]+$/.test(around) || before[around] !== undefined;
};

function breaksUse(place: string, was: string, is: string): boolean {
  if (/ (?:at|scope)$/.test(place)) return true;
  const [wasMark = '', wasTypes = '', wasValues = ''] = was.split(' ');
  const [isMark = '', isTypes = '', isValues = ''] = is.split(' ');
  const holds = (all: string, some: string) => some.split('|').every((one) => all.split('|').includes(one));
  if (/ in /.test(place)) {
    const isNarrower = isValues !== '' && (wasValues === '' || !holds(isValues, wasValues));
    return (wasMark === '?' && isMark === '!') || (isTypes !== '' && !holds(isTypes, wasTypes)) || isNarrower;
  }
  return (wasMark === '!' && isMark === '?') || (wasTypes !== '' && !holds(wasTypes, isTypes));
}
