import type { ShopContext } from '#shop/context.ts';
import { deriveToken } from '#shop/secrets/derive-token.ts';

/** The secret of the link that stops a rescue (to the old address) or confirms it (to the new one). */
export function rescueToken(
  ctx: ShopContext,
  kind: 'stop' | 'confirm',
  { id, nonce }: { id: string; nonce: string },
): string {
  return deriveToken(ctx.settings.sealingKey, `rescue-${kind}`, id, nonce);
}
