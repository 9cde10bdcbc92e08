import { getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/files';
import { answerError } from '../../http/answer-error.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import { keepSentFile } from './keep-sent-file.ts';

/** `POST /api/admin/files`: multipart, one file named `file`, which is streamed into the shop. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'files.manage');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  return keepSentFile(context, request, { actorUserId: staff.user.id });
}

export const loader = refuseGet;
