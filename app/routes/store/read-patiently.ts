import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';

/** A database that has gone silent answers with an error only much later. */
const PATIENCE_MS = 3000;

/** What the page of a skin says besides; null: it cannot be read now. The skin is sold without it. */
export async function readPatiently<T>(
  context: Readonly<RouterContextProvider>,
  event: 'skin.reviews_unknown' | 'skin.file_unknown',
  read: () => Promise<T>,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } catch (error) {
    getShop(context).log.error(event, { requestId: getVisitor(context).requestId, error });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
