import { z } from 'zod';

export type Parsed<T> = { ok: true; value: T } | { ok: false };

/** A body that is not JSON and one with a wrong shape get the same answer: malformed. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<Parsed<T>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return { ok: false };
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return { ok: false };
  }
  const parsed = schema.safeParse(body);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false };
}
