import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { findDownload } from '#shop/collection/find-download.ts';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { operation } from '#shop/operation.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { fillInstallLink } from '#shop/text/check-install-link.ts';
import { readEnding } from './installable.ts';

const LIFE_MS = 10 * 60_000;

/** The address of one skin's file for a program without a session (docs/rulings.md, 'Address for an installer'). */
export const makeInstallAddress = operation(
  {
    id: 'collection.install',
    who: 'customer',
    input: z.object({ collectionId: id() }),
    // `href` null: the shop names no installer.
    output: z.object({ href: z.string().nullable(), url: z.string(), expiresAt: z.date() }),
    refusals: { not_found: 404, no_file: 409, disputed: 409, too_many_tries: 429 },
  },
  async (ctx, { userId, collectionId: entryId }) => {
    const allowed = await consumeRateLimit(ctx, rateLimits.installAccount, userId);
    if (!allowed.ok) return { ...allowed, reason: 'too_many_tries' };
    const made = await writeAddress(ctx, { userId, entryId });
    if (typeof made === 'string') return { ok: false, reason: made };
    const { installLink, brandName } = ctx.settings;
    const { skin_name: name } = await ctx.db
      .selectFrom('grants')
      .select('skin_name')
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow();
    const href = installLink && fillInstallLink(installLink, { url: made.url, name, brand: brandName });
    return { ...made, href };
  },
);

/** Made anew each time: an old one ends by itself. */
export async function writeAddress(
  ctx: ShopContext,
  entry: { userId: string; entryId: string },
): Promise<{ url: string; expiresAt: Date } | 'not_found' | 'no_file' | 'disputed'> {
  const found = await findDownload(ctx, entry);
  if (!found) return 'not_found';
  if ('isDisputed' in found) return 'disputed';
  const ending = 'file' in found ? readEnding(found.file.name) : null;
  if (ending === null) return 'no_file';
  const token = randomBytes(16).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + LIFE_MS);
  await ctx.db
    .insertInto('install_links')
    .values({
      token_digest: digestToken(token) ?? '',
      user_id: entry.userId,
      grant_id: entry.entryId,
      expires_at: expiresAt,
    })
    .execute();
  return { url: `${ctx.settings.appUrl}/i/${token}.${ending}`, expiresAt };
}
