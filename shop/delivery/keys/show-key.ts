import { findDownload } from '#shop/collection/find-download.ts';
import type { ShopContext } from '#shop/context.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';

/**
 * The key of an entry of a collection, for its owner alone. That they saw it is written down as a download is, before
 * they do. null: the entry is not theirs, has no key, is not delivered yet, or its money went back.
 */
export async function showKey(
  ctx: ShopContext,
  use: { userId: string; entryId: string; address: string; userAgent: string | null },
): Promise<string | null> {
  const found = await findDownload(ctx, use);
  if (!found || !('key' in found)) return null;
  return (await recordDownload(ctx, use)) ? found.key : null;
}
