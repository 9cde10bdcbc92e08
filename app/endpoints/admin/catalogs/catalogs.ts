import { action as answerApi, loader } from '#app/doors/answer-api.ts';
import { toWire } from '#app/doors/codec.ts';
import { CATALOG_FILE_REFUSALS } from '#app/doors/sentences/catalogs.ts';
import { getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/catalogs';
import { answerError } from '../../http/answer-error.ts';
import { takeCatalogFile } from './take-catalog-file.ts';

/** `POST /api/admin/catalogs` and `…/{id}`: a file is tried. The rest of these addresses stands in app/doors/api.ts. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { request, context, params } = args;
  if (request.method !== 'POST') return answerApi(args);
  const catalogId = (params as { catalogId?: string }).catalogId ?? null;
  const taken = await takeCatalogFile(request, context, catalogId);
  if (taken instanceof Response) return taken;
  if (taken.ok) {
    const headers = { 'Cache-Control': 'private, no-store' };
    return Response.json(toWire(taken.catalog), { status: catalogId === null ? 201 : 200, headers });
  }
  const [status, code, message] = CATALOG_FILE_REFUSALS[taken.reason];
  const fields = taken.reason === 'too_large' ? { fields: { file: message } } : {};
  return answerError(status, code, getVisitor(context).requestId, message, fields);
}

export { loader };
