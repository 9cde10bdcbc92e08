import { z } from 'zod';
import { describeOpenCalls } from '#app/doors/describe-v1.ts';

type Described = Record<string, any>;

/** The description as it is told, and what its sentences about answers say of a real one. */
const described = JSON.parse(JSON.stringify(describeOpenCalls())) as Described;
const schemas = new Map<object, z.ZodType>();

/** The address of the description that a real path is at; where two fit, the one with fewer names. */
export function describedAddress(path: string): string | undefined {
  const parts = path.split('/');
  const fits = Object.keys(described.paths).filter((address) => {
    const names = address.split('/');
    return (
      names.length === parts.length && names.every((name, at) => name.startsWith('{') || name === parts[at])
    );
  });
  const [best] = fits.toSorted((a, b) => a.split('{').length - b.split('{').length);
  return best;
}

/** null: the description says this answer. Else what differs. */
export function compareAnswer(
  method: string,
  path: string,
  { status, body, type }: { status: number; body: unknown; type: string | null },
): string | null {
  const call = described.paths[describedAddress(path) ?? '']?.[method.toLowerCase()] as Described | undefined;
  // What is refused may be at no address.
  if (!call) return status < 400 ? 'an address that is not described' : null;
  const said = call.responses[status] as Described | undefined;
  if (!said) return `${status} is not described`;
  if (!said.content) return body === null ? null : 'a body that is not described';
  const [kind, { schema }] = Object.entries<Described>(said.content)[0]!;
  if (!type?.startsWith(kind)) return `${type} in place of ${kind}`;
  if (kind !== 'application/json') return null;
  const whole = schema.$ref ? described.components.schemas.Error : schema;
  if (schema.$ref) {
    const { code } = (body as Described).error;
    if (!(said.description as string).split(', ').includes(code)) return `${status} ${code} is not described`;
  }
  if (!schemas.has(whole)) schemas.set(whole, z.fromJSONSchema(whole));
  const { error } = schemas.get(whole)!.safeParse(body);
  return error ? z.prettifyError(error) : null;
}
