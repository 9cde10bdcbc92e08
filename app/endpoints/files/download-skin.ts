import { redirect } from 'react-router';
import { DISPUTED, NO_DOWNLOAD, STORAGE_AWAY } from '#app/doors/sentences/collection.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { Route } from './+types/download-skin';
import { answerReader } from '../http/answer-reader.tsx';
import { isUuid } from '../http/is-uuid.ts';
import { handOut } from './hand-out.ts';
import { leadTo, sendFile, storageAway } from './send-file.ts';

const WAY = { to: '/dashboard/colecao', label: 'Ver minha coleção' };

/** `GET /dashboard/download-skin/{collectionId}`: leads only the owner to the file or the key, or hands it out. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return redirect(`/auth?voltar=${encodeURIComponent('/dashboard/colecao')}`);
  const refuse = (status: number, code: string, message: string) =>
    answerReader({ request, context }, { status, code, title: 'Não dá para baixar', message, way: WAY });
  const found = isUuid(params.collectionId)
    ? await findDownload(shop, { userId: session.user.id, entryId: params.collectionId })
    : null;
  // Its page writes down that it was seen.
  if (found && 'key' in found) return redirect(`/dashboard/chave/${params.collectionId}`);
  if (found && 'isDisputed' in found) return refuse(409, 'disputed', DISPUTED);
  const answer =
    found &&
    ('file' in found
      ? await sendFile(shop, request, found.file).catch(storageAway(shop, found.file))
      : follow(found.link));
  if (answer === 'away') return refuse(503, 'unavailable', STORAGE_AWAY);
  const entry = { userId: session.user.id, entryId: params.collectionId };
  const handedOut = answer && (await handOut(shop, { request, visitor }, answer, entry));
  return handedOut ?? refuse(404, 'not_found', NO_DOWNLOAD);
}

/** Links are checked when they are stored; an invalid one is still not followed. */
function follow(link: string): Response | null {
  const checked = checkLink(link);
  // Percent-encoded, because a header allows only Latin-1.
  return checked.ok ? leadTo(new URL(checked.link).href) : null;
}
