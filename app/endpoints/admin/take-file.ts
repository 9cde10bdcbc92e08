import type { RouterContextProvider } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { OutwardCallName } from '#shop/limits/outward-calls.ts';
import { acquireUploadSlot } from '../files/acquire-upload-slot.ts';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { readFilePart } from '../http/read-file-part.ts';
import { staffSession } from './staff-session.ts';

interface SentFile {
  actorUserId: string;
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** The other fields; those behind the file are there when it has been read. */
  said: Map<string, string>;
}

/**
 * Streams one multipart file named `file` to `take`, for a screen and for its address in the API. A Response is the
 * refusal of whoever may not send one.
 */
export async function takeFile<Taken>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { right, limit }: { right: Right; limit: OutwardCallName },
  take: (shop: OutwardContext, file: SentFile) => Promise<Taken>,
): Promise<Taken | { ok: false; reason: 'malformed' | 'busy' } | Response> {
  const staff = await staffSession(context, right);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
  const actorUserId = staff.user.id;
  const shop = await limitCaller(context, limit, actorUserId);
  if (shop instanceof Response) return shop;
  const slot = acquireUploadSlot(shop, actorUserId);
  if (!slot) return { ok: false, reason: 'busy' };
  try {
    const said = new Map<string, string>();
    const read = await readFilePart(
      request,
      'file',
      (file) => take(shop, { actorUserId, said, ...file }),
      said,
    );
    return read?.taken ?? { ok: false, reason: 'malformed' };
  } finally {
    slot.release();
  }
}
