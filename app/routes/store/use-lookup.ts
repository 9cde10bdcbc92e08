import { useEffect } from 'react';
import { addressOf } from '#shop/catalog/sku.ts';

/** What people look for and the shop has no file of: which skin, and nothing that was typed. */
export function useLookup({ sku }: { sku: string }, isWanted: boolean): void {
  useEffect(() => {
    const path = `/api/demand/${addressOf(sku).join('/')}`;
    // Nobody waits for the answer, and nobody misses one that does not come.
    if (isWanted) fetch(path, { method: 'POST', keepalive: true }).catch(() => {});
  }, [sku, isWanted]);
}
