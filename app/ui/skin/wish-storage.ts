import { readSkinKey, skinKey } from '#shop/catalog/sku.ts';

/** More than anybody collects before signing in; the account's own list has no such limit. */
const MAX_KEPT = 500;

/** What this browser's visitor wishes for without an account, stored as `Ahri_3`. Anyone may edit the storage. */
export function readWishes(key: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.flatMap((id) => (typeof id === 'string' ? (readSkinKey(id) ?? []) : [])).slice(0, MAX_KEPT);
  } catch (error) {
    console.error('Error loading wishes', error);
    return [];
  }
}

export function writeWishes(key: string, skus: readonly string[]): void {
  try {
    if (skus.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(skus.slice(-MAX_KEPT).map(skinKey)));
  } catch (error) {
    // Storage refused or full: the hearts still work in this tab.
    console.error('Error saving wishes', error);
  }
}
