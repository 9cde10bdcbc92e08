import type { RouterContextProvider } from 'react-router';
import { acquireUploadSlot } from '#app/endpoints/files/acquire-upload-slot.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readForm, textOf } from '../read-form.ts';
import { FAILURE_TITLE, SESSION_ENDED } from './message-answer.ts';
import { refuseMessage } from './post-message.ts';

/** Whatever is longer carries a picture. */
const WORDS_ALONE = 64 * 1024;

/**
 * The form of a support message. Its picture stays in memory until it is drawn: a long form is read for whoever is
 * signed in alone, and in a place of its own. `userId` null: nobody is signed in.
 */
export async function readMessageForm<Answer>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  post: (form: FormData, userId: string | null) => Promise<Answer>,
) {
  const session = await getVisitor(context).session();
  const userId = session?.user.id ?? null;
  if (Number(request.headers.get('content-length') ?? 0) <= WORDS_ALONE)
    return post(await readForm(request), userId);
  const refuse = async (status: number, description: string) => {
    const form = await readWords(request);
    const typed = { subject: textOf(form, 'subject'), message: textOf(form, 'message') };
    return refuseMessage(status, { title: FAILURE_TITLE, description }, typed);
  };
  if (userId === null) return refuse(401, SESSION_ENDED);
  const slot = acquireUploadSlot(getShop(context), userId);
  if (!slot) return refuse(503, 'Muitas imagens ao mesmo tempo. Tente de novo em instantes.');
  try {
    return await post(await readForm(request), userId);
  } finally {
    slot.release();
  }
}

/** The parts before the picture, of a form that is not read whole. */
async function readWords(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection goes on: the answer is still to be sent.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= WORDS_ALONE) break;
  }
  const begun = Buffer.concat(chunks);
  const boundary = `--${/boundary="?([^";]+)/i.exec(type)?.[1]}`;
  const whole = Buffer.concat([
    begun.subarray(0, begun.lastIndexOf(boundary)),
    Buffer.from(`${boundary}--\r\n`),
  ]);
  const read = new Response(new Uint8Array(whole), { headers: { 'content-type': type } }).formData();
  return read.catch(() => new FormData());
}
