import type { RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { takeStatement, type TakeStatementResult } from '#shop/ledger/statements/take-statement.ts';
import { acquireUploadSlot } from '../../files/acquire-upload-slot.ts';
import { answerError } from '../../http/answer-error.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { readFilePart } from '../../http/read-file-part.ts';
import { staffSession } from '../staff-session.ts';

/** One multipart file named `file`, taken in as a statement. A Response is the refusal of whoever may not send one. */
export async function takeStatementFile(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<TakeStatementResult | { ok: false; reason: 'malformed' | 'busy' } | Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'reconciliation');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, 'keep-statement', staff.user.id);
  if (shop instanceof Response) return shop;
  const slot = acquireUploadSlot(shop, staff.user.id);
  if (!slot) return { ok: false, reason: 'busy' };
  try {
    const read = await readFilePart(request, 'file', ({ content }) =>
      takeStatement(shop, { actorUserId: staff.user.id, content }),
    );
    return read?.taken ?? { ok: false, reason: 'malformed' };
  } finally {
    slot.release();
  }
}
