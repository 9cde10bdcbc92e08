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
      /** The newest payment and the newest notice of the provider that makes new charges. */
      paidAt: moment.nullable(),
      heardAt: moment.nullable(),
      backup: z.object({
        lastAt: moment.nullable(),
        trouble: z.object({ since: moment, failure: z.string() }).nullable(),
      }),
    })
    .nullable(),
});
export type SignedAnswer = z.infer<typeof SignedAnswer>;
