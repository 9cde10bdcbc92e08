import type { ShopContext } from '#shop/context.ts';

const PER_ACCOUNT = 2;
const AT_ONCE = 6;

/**
 * An upload stays in memory as a whole, several times over, until its picture is drawn: 57 at once took 540 MB.
 * Call it before the first byte is read. null: no slot is free.
 */
export function acquireUploadSlot(
  { memory }: Pick<ShopContext, 'memory'>,
  userId: string,
): { release: () => void } | null {
  const slots = memory.uploadSlots;
  if (slots.total >= AT_ONCE || slots.of(userId) >= PER_ACCOUNT) return null;
  return { release: slots.acquire(userId) };
}
