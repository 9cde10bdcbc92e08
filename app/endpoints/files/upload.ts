import { getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/upload';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { sendStoredPicture } from './send-picture.ts';

/** `GET /uploads/{key}`: an avatar or cover. A new picture has a new address, so this one never changes. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  if (!isUuid(params.key)) return answerError(404, 'not_found', getVisitor(context).requestId);
  return sendStoredPicture(context, `uploads/${params.key}`, 'private, max-age=31536000, immutable');
}
