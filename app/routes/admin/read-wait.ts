import { describeWait } from '#shop/limits/describe-wait.ts';

/** What a screen says to whom its form sent back to wait (app/endpoints/admin/from-screen.ts). */
export function readWait(query: URLSearchParams): string | undefined {
  const seconds = Number(query.get('espere'));
  return seconds > 0 ? describeWait(seconds) : undefined;
}
