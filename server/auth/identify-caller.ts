import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';

/**
 * Tells `find-caller.ts` whose account a call is about, before anybody is signed in. These endpoints have no public
 * path.
 */
export function identifyCaller(now: () => Date) {
  return {
    id: 'identify-caller',
    endpoints: {
      /** The person who has given the right password and must give the code. */
      findChallengedUser: createAuthEndpoint.serverOnly(
        { method: 'GET', requireHeaders: true },
        async (ctx): Promise<string | null> => {
          const { name } = ctx.context.createAuthCookie('two_factor');
          const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
          if (!challenge) return null;
          const found = await ctx.context.internalAdapter.findVerificationValue(challenge);
          return found && found.expiresAt > now() ? found.value : null;
        },
      ),
      /** The person of the link in a recovery mail. */
      findRecoveringUser: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ token: z.string().min(1) }) },
        async (ctx): Promise<{ id: string; name: string; email: string } | null> => {
          const { internalAdapter } = ctx.context;
          const link = await internalAdapter.findVerificationValue(`reset-password:${ctx.body.token}`);
          if (!link || link.expiresAt <= now()) return null;
          return internalAdapter.findUserById(link.value);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
