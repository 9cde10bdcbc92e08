import type { Visitor } from '#app/request-context.ts';
import type { ShopContext } from '#shop/context.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';

/** Writes the download down before its first byte. null: there is nothing to download any more. */
export async function handOut(
  shop: ShopContext,
  { request, visitor }: { request: Request; visitor: Pick<Visitor, 'ip'> },
  answer: Response,
  entry: { userId: string; entryId: string },
): Promise<Response | null> {
  // The head of a file is no download, and a part that it does not have neither; an address leads to one, whoever asks.
  const isHandedOut = answer.headers.has('location') || (request.method !== 'HEAD' && answer.status !== 416);
  if (!isHandedOut) return answer;
  const userAgent = request.headers.get('user-agent');
  if (await recordDownload(shop, { ...entry, address: visitor.ip, userAgent })) return answer;
  await answer.body?.cancel();
  return null;
}
