import { STORAGE_AWAY } from '#app/doors/sentences/collection.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { countFetch, findInstall } from '#shop/delivery/install/find-install.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import type { Route } from './+types/install';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { handOut } from './hand-out.ts';
import { NO_REFERRER } from './no-referrer.ts';
import { storageAway, streamFile } from './send-file.ts';

const ADDRESS = /^([\w-]{22})\.(?:zip|fantome|modpkg)$/;

/** `GET /i/{token}.{zip|fantome|modpkg}`: the file of one owner, for an installer. It has no cookie. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const refuse = (status: number, code: string, message: string) =>
    answerError(status, code, visitor.requestId, message, { headers: NO_REFERRER });
  const install = await findInstall(shop, ADDRESS.exec(params.token)?.[1] ?? '');
  if (!install) return refuse(404, 'not_found', UNKNOWN);
  if (install.isOver) return refuse(410, 'gone', OVER);
  const allowed = await consumeRateLimit(shop, rateLimits.installFetch, install.digest);
  if (!allowed.ok) return answerTooMany(allowed.retryAfterSeconds, visitor.requestId);
  const found = await findDownload(shop, install);
  const file = found && 'file' in found ? found.file : null;
  const whole = () => countFetch(shop, install.digest);
  const answer = file && (await streamFile(shop, request, file, whole).catch(storageAway(shop, file)));
  if (answer === 'away') return refuse(503, 'unavailable', STORAGE_AWAY);
  const handedOut = answer && (await handOut(shop, { request, visitor }, answer, install));
  if (!handedOut) return refuse(404, 'not_found', UNKNOWN);
  handedOut.headers.set('Referrer-Policy', NO_REFERRER['Referrer-Policy']);
  return handedOut;
}

const UNKNOWN = 'Este download não está disponível. Entre na sua conta e abra a sua coleção.';
const OVER =
  'Este endereço já foi usado ou passou dos dez minutos dele. Na sua coleção, peça para instalar de novo.';
