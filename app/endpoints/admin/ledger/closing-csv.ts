import { getShop, getVisitor } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id as isId } from '#shop/fields.ts';
import { readClosingFile } from '#shop/ledger/closings/close-month.ts';
import { answerError } from '../../http/answer-error.ts';
import { staffSession } from '../staff-session.ts';
import type { Route } from './+types/closing-csv';

/** `GET /api/admin/closings/{id}.csv`: the same bytes each time. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'reconciliation');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const { requestId } = getVisitor(context);
  const [, name = ''] = /^(.+)\.csv$/.exec(params.file) ?? [];
  const id = isId().safeParse(name).data;
  const found = id === undefined ? null : await readClosingFile(shop, id);
  if (!found || id === undefined) return answerError(404, 'not_found', requestId);
  if (found.csv === null) {
    const message = 'Este arquivo foi guardado com outro AUTH_SECRET e só abre com ele.';
    return answerError(409, 'sealed', requestId, message);
  }
  if (request.method !== 'HEAD') {
    await shop.transaction((tx) =>
      recordAudit(shop, tx, {
        actorUserId: staff.user.id,
        action: 'closing.exported',
        subject: { type: 'closing', id },
        details: { name: found.month },
      }),
    );
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(found.csv), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="fechamento-${found.month}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
