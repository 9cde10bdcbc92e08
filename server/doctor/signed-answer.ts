import { z } from 'zod';

const moment = z.coerce.date();

/** What the running shop says to the doctor, and to nobody else. */
export const SignedAnswer = z.object({
  version: z.string(),
  /** The connection as the shop saw it. */
  seen: z.object({
    peer: z.string(),
    /** The peer is one of TRUSTED_PROXIES. */
    isTrusted: z.boolean(),
    forwardedFor: z.string().nullable(),
    /** Who the visitor is for the shop. */
    visitor: z.string(),
  }),
  /** null: the shop cannot read its database. */
  facts: z
    .object({
      /**
       * Those that sell, in the panel's order, each with its newest payment and its newest notice. An older release
       * does not tell.
       */
      providers: z
        .array(z.object({ name: z.string(), paidAt: moment.nullable(), heardAt: moment.nullable() }))
        .default([]),
      backup: z.object({
        lastAt: moment.nullable(),
        trouble: z.object({ since: moment, failure: z.string() }).nullable(),
      }),
    })
    .nullable(),
});
export type SignedAnswer = z.infer<typeof SignedAnswer>;
