import { posesAsShop } from './poses-as-shop.ts';
import { safeFirstName } from './safe-first-name.ts';

/** The first name of somebody as others read it. null: it looks like no person's, or like the shop's or its team's. */
export function publicFirstName(name: string, brandName: string): string | null {
  const first = safeFirstName(name);
  return first === null || posesAsShop(first, brandName) ? null : first;
}
