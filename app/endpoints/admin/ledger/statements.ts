import { toWire } from '#app/doors/codec.ts';
import { explainStatement, STATEMENT_REFUSALS } from '#app/doors/sentences/ledger.ts';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from '../../http/answer-error.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import type { Route } from './+types/statements';
import { takeStatementFile } from './take-statement-file.ts';

/** `POST /api/admin/statements`: a bank's statement is laid beside the shop's books. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const taken = await takeStatementFile(request, context);
  if (taken instanceof Response) return taken;
  if (taken.ok)
    return Response.json(toWire(taken.statement), { headers: { 'Cache-Control': 'private, no-store' } });
  const [status, code] = STATEMENT_REFUSALS[taken.reason];
  return answerError(status, code, getVisitor(context).requestId, explainStatement(taken));
}

export const loader = refuseGet;
