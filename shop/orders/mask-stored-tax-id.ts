import type { ShopContext } from '#shop/context.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';

/**
 * `***.982.247-**`: enough to compare with the payer's, as banks print it. null: there is none, or AUTH_SECRET was
 * changed.
 */
export function maskStoredTaxId(ctx: Pick<ShopContext, 'settings'>, sealed: string): string | null {
  const id = readStoredTaxId(ctx, sealed);
  if (id === null) return null;
  return id.length === 11
    ? `***.${id.slice(3, 6)}.${id.slice(6, 9)}-**`
    : `**.${id.slice(2, 5)}.${id.slice(5, 8)}/****-**`;
}

/** null: there is none, or AUTH_SECRET was changed. */
export function readStoredTaxId({ settings }: Pick<ShopContext, 'settings'>, sealed: string): string | null {
  if (sealed === '') return null;
  try {
    return unsealText(settings.sealingKey, sealed);
  } catch {
    return null;
  }
}
