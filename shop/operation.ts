import type { z } from 'zod';
import type { Session } from './accounts/sessions/session.ts';
import type { Right } from './accounts/staff/rights.ts';
import type { OutwardContext, ShopContext } from './context.ts';
import type { OutwardCallName } from './limits/outward-calls.ts';

/** Anybody, whoever is signed in, or staff with this right. */
export type Who = 'anyone' | 'customer' | Right;

/** Network address and browser of who asks. */
interface Source {
  address: string;
  userAgent: string | null;
}

/** What the doors say of who asks, beside the input. */
export type CallerOf<W extends Who> = W extends 'anyone'
  ? { userId: string | null; source: Source }
  : W extends 'customer'
    ? { userId: string; session?: Pick<Session, 'id' | 'role'>; source?: Source }
    : { actorUserId: string; source?: Source };

/** The status of an answer over HTTP, with the code that programs read where it is not the reason itself. */
type RefusalStatus = number | readonly [status: number, code: string];

export type Refused<Reason extends string = string> = {
  ok: false;
  reason: Reason;
  /** A Portuguese sentence for each field of the input that is not right. */
  fields?: Partial<Record<string, string>>;
  /** In the place of the sentence of the noun: what only the shop's data says. */
  message?: string;
  /** What the sentence names: skins, or what was right. */
  skins?: string[];
  priceCents?: number;
  totalCents?: number;
  retryAfterSeconds?: number;
  /** Of a colour that nobody can read. */
  nearest?: string;
};

/** What every door needs to know of a thing that can be done. */
export interface Described<
  W extends Who = Who,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Reason extends string = string,
  Limit extends OutwardCallName | undefined = OutwardCallName | undefined,
> {
  /** `noun.verb`. */
  id: string;
  who: W;
  /**
   * The only fields that come in: sums in centavos, moments as Date. `idempotencyKey` is the header of that name. A field
   * with the meta `isBody` is the whole body, with names that the function itself knows; one with `isText` may come as a
   * body of plain text.
   */
  input: Input;
  /** The only fields that go out. `Page`s have `entries` and `nextCursor`. */
  output: Output;
  /** Besides `invalid`: fields of the input that are not right; and `malformed`: fields that do not go together. */
  refusals: Readonly<Record<Reason, RefusalStatus>>;
  /** A row of the limits. Only an operation that has one may reach out of the shop. */
  limit?: Limit;
  /** Whoever has a second factor gives a code of it with the call: the field `code`. */
  asksCode?: true;
}

/** A described operation is the function itself, which code of the shop calls like any other. */
export type Operation = Described & ((ctx: never, input: never) => Promise<unknown>);

/** One thing that can be done, for all of its doors: a form, the API, a program's key (docs/decisions/operations.md). */
export function operation<
  W extends Who,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Run extends (
    ctx: Limit extends OutwardCallName ? OutwardContext : ShopContext,
    input: z.output<Input> & CallerOf<W>,
  ) => Promise<z.input<Output> | Refused<Reason | 'invalid' | 'malformed'>>,
  Reason extends string = never,
  Limit extends OutwardCallName | undefined = undefined,
>(
  described: Described<W, Input, Output, Reason, Limit>,
  run: Run,
): Run & Described<W, Input, Output, Reason, Limit> {
  return Object.assign((ctx: never, input: never) => run(ctx, input), described) as never;
}

/** Why an operation is refused: its doors have a sentence for each. */
export type ReasonOf<O> = O extends Described<Who, z.ZodObject, z.ZodType, infer Reason> ? Reason : never;
