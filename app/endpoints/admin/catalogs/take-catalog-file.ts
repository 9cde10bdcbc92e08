import type { RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { tryFile, type TryFileResult } from '#shop/file-catalogs/try-file.ts';
import { acquireUploadSlot } from '../../files/acquire-upload-slot.ts';
import { answerError } from '../../http/answer-error.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { readFilePart } from '../../http/read-file-part.ts';
import { staffSession } from '../staff-session.ts';

/** One multipart file named `file`, read as a catalogue. A Response is the refusal of whoever may not send one. */
export async function takeCatalogFile(
  request: Request,
  context: Readonly<RouterContextProvider>,
  catalogId: string | null,
): Promise<TryFileResult | { ok: false; reason: 'malformed' | 'busy' } | Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'catalog');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, 'keep-catalog', staff.user.id);
  if (shop instanceof Response) return shop;
  const slot = acquireUploadSlot(shop, staff.user.id);
  if (!slot) return { ok: false, reason: 'busy' };
  try {
    const read = await readFilePart(request, 'file', (file) =>
      tryFile(shop, { actorUserId: staff.user.id, catalogId, ...file }),
    );
    return read?.taken ?? { ok: false, reason: 'malformed' };
  } finally {
    slot.release();
  }
}
