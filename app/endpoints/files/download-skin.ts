import { redirect } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';
import type { Route } from './+types/download-skin';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { leadTo, sendFile } from './send-file.ts';

/** `GET /dashboard/download-skin/{collectionId}`: leads only the owner to the file or the key, or hands it out. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return redirect(`/auth?voltar=${encodeURIComponent('/dashboard/colecao')}`);
  const found = isUuid(params.collectionId)
    ? await findDownload(shop, { userId: session.user.id, entryId: params.collectionId })
    : null;
  // Its page writes down that it was seen.
  if (found && 'key' in found) return redirect(`/dashboard/chave/${params.collectionId}`);
  if (found && 'isDisputed' in found) return answerError(409, 'disputed', visitor.requestId, DISPUTED);
  const answer = found && ('file' in found ? await sendFile(shop, request, found.file) : follow(found.link));
  if (!answer) return answerError(404, 'not_found', visitor.requestId, 'Este download não está disponível.');
  // The head of a file is no download, and a part that it does not have neither; an address leads to one, whoever asks.
  const isHandedOut = answer.headers.has('location') || (request.method !== 'HEAD' && answer.status !== 416);
  if (!isHandedOut) return answer;
  const isThere = await recordDownload(shop, {
    userId: session.user.id,
    entryId: params.collectionId,
    address: visitor.ip,
    userAgent: request.headers.get('user-agent'),
  });
  if (isThere) return answer;
  await answer.body?.cancel();
  return answerError(404, 'not_found', visitor.requestId, 'Este download não está disponível.');
}

const DISPUTED =
  'O pagamento deste presente está em análise. Se nada for devolvido, o download volta quando ela terminar.';

/** Links are checked when they are stored; an invalid one is still not followed. */
function follow(link: string): Response | null {
  const checked = checkLink(link);
  // Percent-encoded, because a header allows only Latin-1.
  return checked.ok ? leadTo(new URL(checked.link).href) : null;
}
