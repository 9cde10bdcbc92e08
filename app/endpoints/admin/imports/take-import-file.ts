import type { RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { receiveFile, type ReceiveResult } from '#shop/moving/receive-file.ts';
import { acquireUploadSlot } from '../../files/acquire-upload-slot.ts';
import { answerError } from '../../http/answer-error.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { readFilePart } from '../../http/read-file-part.ts';
import { staffSession } from '../staff-session.ts';

/** One multipart file named `file`, looked into. A Response is the refusal of whoever may not send one. */
export async function takeImportFile(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ReceiveResult | { ok: false; reason: 'malformed' | 'busy' } | Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'moving');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, 'keep-import', staff.user.id);
  if (shop instanceof Response) return shop;
  const slot = acquireUploadSlot(shop, staff.user.id);
  if (!slot) return { ok: false, reason: 'busy' };
  try {
    const said = new Map<string, string>();
    const read = await readFilePart(
      request,
      'file',
      (file) => receiveFile(shop, { actorUserId: staff.user.id, said, ...file }),
      said,
    );
    return read?.taken ?? { ok: false, reason: 'malformed' };
  } finally {
    slot.release();
  }
}
