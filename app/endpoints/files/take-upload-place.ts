import type { ShopContext } from '#shop/context.ts';

const PER_ACCOUNT = 2;
const AT_ONCE = 6;

/**
 * A body is held whole, several times over, until its picture is drawn: 57 at once were 540 MB (threat 65). Taken
 * before the first byte is read. null: no place now.
 */
export function takeUploadPlace(
  { memory }: Pick<ShopContext, 'memory'>,
  userId: string,
): { free: () => void } | null {
  const places = memory.uploadPlaces;
  if (places.total >= AT_ONCE || places.of(userId) >= PER_ACCOUNT) return null;
  return { free: places.take(userId) };
}
