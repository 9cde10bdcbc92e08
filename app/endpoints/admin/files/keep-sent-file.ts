import type { RouterContextProvider } from 'react-router';
import { storeFile, type StoreFileResult } from '#shop/delivery/files/store-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from '../../http/answer-error.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { readFilePart } from '../../http/read-file-part.ts';

/** Streams the part `file` of a request into the shop. `shop`: with the program that asks. */
export async function keepSentFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { actorUserId, shop: own }: { actorUserId: string; shop?: ShopContext },
): Promise<Response> {
  const { requestId } = getVisitor(context);
  const shop = await limitCaller(context, 'keep-file', actorUserId, own);
  if (shop instanceof Response) return shop;
  const read = await readFilePart(request, 'file', (file) => storeFile(shop, { actorUserId, ...file }));
  if (!read) return answerError(400, 'malformed', requestId);
  if (!read.taken.ok) return refuse(read.taken.reason, shop.settings.maxFileMb, requestId);
  const { id, sha256, size, name } = read.taken.file;
  return Response.json({ id, sha256, size, name }, { headers: { 'Cache-Control': 'no-store' } });
}

type Refusal = Extract<StoreFileResult, { ok: false }>['reason'];

function refuse(reason: Refusal, maxFileMb: number, requestId: string): Response {
  const aboutFile = (status: number, message: string) =>
    answerError(status, reason, requestId, message, { fields: { file: message } });
  switch (reason) {
    case 'too_large':
      return aboutFile(413, `O arquivo passa de ${maxFileMb} MB.`);
    case 'empty':
      return aboutFile(422, 'O arquivo está vazio.');
    case 'broken_off':
      return answerError(400, 'malformed', requestId, 'O envio foi interrompido. Tente de novo.');
    case 'storage_away':
      return answerError(
        503,
        'unavailable',
        requestId,
        'O armazenamento não respondeu. Tente de novo em instantes.',
      );
  }
}
