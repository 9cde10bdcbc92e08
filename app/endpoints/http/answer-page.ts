import type { Page } from '#shop/pagination/page.ts';

/** A page of a list, each entry in the contract's words; the next page's cursor in a header. */
export function answerPage<Entry>(
  { entries, nextCursor }: Page<Entry>,
  present: (entry: Entry) => unknown,
): Response {
  return answerWithCursor(entries.map(present), nextCursor);
}

export function answerWithCursor(shown: unknown, nextCursor: string | null): Response {
  return Response.json(shown, {
    headers: { 'Cache-Control': 'private, no-store', ...(nextCursor ? { 'X-Next-Cursor': nextCursor } : {}) },
  });
}
