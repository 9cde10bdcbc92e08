import { getShop, getVisitor } from '#app/request-context.ts';
import { isAuditCursor, listAudit } from '#shop/audit/list-audit.ts';
import type { Route } from './+types/audit';
import { answerError } from '../http/answer-error.ts';
import { answerPage } from '../http/answer-page.ts';
import { staffSession } from './staff-session.ts';

/** `GET /api/admin/audit?cursor=`: who did what, newest first; the next page's cursor in a header. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'log');
  if (staff instanceof Response) return staff;
  const cursor = url.searchParams.get('cursor');
  if (cursor && !isAuditCursor(cursor)) return answerError(400, 'malformed', getVisitor(context).requestId);
  return answerPage(await listAudit(getShop(context), { cursor }), (line) => line);
}
