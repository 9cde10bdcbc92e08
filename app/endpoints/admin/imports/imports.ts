import { action as answerApi, loader } from '#app/doors/answer-api.ts';
import { toWire } from '#app/doors/codec.ts';
import { explainImportFile, IMPORT_FILE_REFUSALS } from '#app/doors/sentences/imports.ts';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from '../../http/answer-error.ts';
import type { Route } from './+types/imports';
import { takeImportFile } from './take-import-file.ts';

/** `POST /api/admin/imports`: a file is looked into. The rest of these addresses stands in app/doors/api.ts. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { request, context } = args;
  if (request.method !== 'POST') return answerApi(args);
  const taken = await takeImportFile(request, context);
  if (taken instanceof Response) return taken;
  if (taken.ok) {
    const headers = { 'Cache-Control': 'private, no-store' };
    return Response.json(toWire(taken.import), { status: 201, headers });
  }
  const [status, code] = IMPORT_FILE_REFUSALS[taken.reason];
  const message = explainImportFile(taken.reason, 'row' in taken ? taken.row : null);
  const { requestId } = getVisitor(context);
  if (taken.reason === 'unknown_kind')
    return answerError(status, code, requestId, message, { header: taken.header });
  const fields = taken.reason === 'too_large' ? { fields: { file: message } } : {};
  return answerError(status, code, requestId, message, fields);
}

export { loader };
