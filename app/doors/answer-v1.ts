import { createHash } from 'node:crypto';
import type { ActionFunctionArgs } from 'react-router';
import { BodyTooLarge } from '#app/endpoints/http/body-too-large.ts';
import { answerError } from '#app/endpoints/http/answer-error.ts';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import { readFilePart } from '#app/endpoints/http/read-file-part.ts';
import { getShop, getVisitor, noteRoute } from '#app/request-context.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { answerOnce } from '#shop/programs/answer-once.ts';
import { CALLS_A_MINUTE, openKey, type Program } from '#shop/programs/open-key.ts';
import { mayCall, type Scope } from '#shop/programs/scopes.ts';
import { uuidOf } from '#shop/text/uuid-of.ts';
import { findCallOf, runCall } from './run-call.ts';
import type { Method } from './api.ts';
import { describeOpenCalls } from './describe-v1.ts';
import { OTHERS } from './v1-others.ts';
import { V1 } from './v1.ts';

/** Needs no key. */
const DESCRIPTION = '/api/v1/openapi.json';

type Asked = Pick<ActionFunctionArgs, 'request' | 'context' | 'url'>;

/** The door of programs: a key in the place of a person, and the same operations. */
async function answerV1(asked: Asked): Promise<Response> {
  const { request, context, url } = asked;
  const { requestId, ip } = getVisitor(context);
  if (url.pathname === DESCRIPTION) return describeV1(request, requestId);
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const program = token === undefined ? null : await openKey(getShop(context), token, ip);
  const inBrowser =
    token !== undefined && request.headers.has('origin')
      ? answerError(403, 'key_in_browser', requestId)
      : null;
  const sentence = url.search.includes('flg_') ? IN_ADDRESS : undefined;
  if (!program)
    return inBrowser ?? answerError(401, 'invalid_key', requestId, sentence, { headers: CHALLENGE });
  const response =
    inBrowser ??
    (program.calls > CALLS_A_MINUTE
      ? answerError(429, 'too_many_requests', requestId, undefined, {
          headers: { 'Retry-After': String(program.resetsInSeconds) },
        })
      : await answerProgram(asked, program).catch((error: unknown) => answerFailure(asked, error)));
  response.headers.set('RateLimit-Limit', String(CALLS_A_MINUTE));
  response.headers.set('RateLimit-Remaining', String(Math.max(0, CALLS_A_MINUTE - program.calls)));
  response.headers.set('RateLimit-Reset', String(program.resetsInSeconds));
  return response;
}

/** So that its program reads how many calls it has left. */
function answerFailure({ request, context }: Asked, error: unknown): Response {
  // Nobody reads it.
  if (request.signal.aborted) throw error;
  const { requestId } = getVisitor(context);
  if (error instanceof BodyTooLarge) return answerError(413, 'body_too_large', requestId);
  getShop(context).log.error('request_failed', { requestId, error });
  return answerError(500, 'internal_error', requestId);
}

function describeV1(request: Request, requestId: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answerError(405, 'method_not_allowed', requestId);
  return Response.json(describeOpenCalls(), { headers: { 'Cache-Control': 'public, max-age=300' } });
}

const IN_ADDRESS =
  'A chave vai no cabeçalho Authorization, não no endereço, que fica escrito em registros. Termine esta chave no painel e crie outra.';
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

export const loader = answerV1;
export const action = answerV1;

async function answerProgram({ request, context, url }: Asked, program: Program): Promise<Response> {
  const { requestId, ip } = getVisitor(context);
  const shop: ShopContext = {
    ...getShop(context),
    program: { keyId: program.keyId, name: program.name, isNoted: false },
  };
  const refuseScope = (scope: Scope) => answerError(403, 'missing_scope', requestId, undefined, { scope });
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const other = findCallOf(OTHERS, url.pathname);
  if (other) {
    noteRoute(context, other.path);
    const call = other.calls[method];
    if (!call) return answerError(405, 'method_not_allowed', requestId);
    const { id, opens, isFile, answer } = call;
    if (opens && !mayCall(program, opens.right, opens.scope)) return refuseScope(opens.scope);
    if (isFile && !request.headers.has('content-length'))
      return answerError(411, 'length_required', requestId);
    const run = async (sent: Request) => {
      const response = await answer({ shop, context, request: sent, params: other.params, program });
      if (response.ok && method !== 'GET') await noteCall(shop, program, id);
      return response;
    };
    return actOnce(shop, program, { request, url, requestId }, run, isFile);
  }
  const found = findCallOf(V1, url.pathname);
  if (!found) return answerError(404, 'not_found', requestId);
  noteRoute(context, found.path);
  const open = found.calls[method];
  if (!open) return answerError(405, 'method_not_allowed', requestId);
  if (!mayCall(program, open.right, open.scope)) return refuseScope(open.scope);
  const caller = {
    userId: program.userId,
    isStaff: true,
    source: { address: ip, userAgent: request.headers.get('user-agent') },
  };
  const run = async (sent: Request) => {
    const response = await runCall(shop, open.call, caller, {
      request: sent,
      url,
      requestId,
      params: found.params,
    });
    if (response.ok && method !== 'GET') await noteCall(shop, program, open.call.does.id);
    return response;
  };
  return actOnce(shop, program, { request, url, requestId }, run);
}

/** A POST with an `Idempotency-Key` acts once. */
async function actOnce(
  shop: ShopContext,
  { keyId }: Program,
  { request, url, requestId }: { request: Request; url: URL; requestId: string },
  run: (request: Request) => Promise<Response>,
  isFile = false,
): Promise<Response> {
  const requestKey = request.headers.get('idempotency-key');
  if (request.method !== 'POST' || requestKey === null) return run(request);
  if (!/^[\x21-\x7e]{1,200}$/.test(requestKey)) return answerError(400, 'malformed', requestId);
  // A file is streamed: its length says first what it is.
  const body = isFile ? `${request.headers.get('content-length')}` : await request.text();
  const call = `${url.pathname}\n${body}`;
  const headersOfCall = new Headers(request.headers);
  // What the operation keeps: a uuid, as it asks for, and another for each key of the shop.
  headersOfCall.set('idempotency-key', uuidOf(`${keyId} ${requestKey} ${call}`));
  const again = isFile
    ? request
    : new Request(url, { method: 'POST', headers: headersOfCall, ...(body !== '' && { body }) });
  let isDone = false;
  const answer = await answerOnce(shop, { keyId, requestKey, call, isFile }, async () => {
    isDone = true;
    const response = await run(again);
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body: await response.text(), retryAfter };
  });
  if (!answer) return answerError(409, 'key_reused', requestId);
  if (isFile && !isDone && answer.status === 200) {
    const { sha256 } = JSON.parse(answer.body) as { sha256: string };
    if ((await digestFile(request)) !== sha256) return answerError(409, 'key_reused', requestId);
  }
  const { retryAfter } = answer;
  const headers = {
    'Content-Type': 'application/json',
    ...NO_STORE,
    ...(retryAfter && { 'Retry-After': retryAfter }),
  };
  return new Response(answer.body === '' ? null : answer.body, { status: answer.status, headers });
}

/** null: it did not come whole. Nothing of it is kept. */
async function digestFile(request: Request): Promise<string | null> {
  const hash = createHash('sha256');
  const read = await readFilePart(request, 'file', async ({ content }) => {
    for await (const chunk of content) hash.update(chunk);
  }).catch(() => null);
  return read && hash.digest('hex');
}

/** What the operation itself has not written into the log. */
async function noteCall(shop: ShopContext, { keyId, userId }: Program, operation: string): Promise<void> {
  if (shop.program?.isNoted) return;
  const subject = { type: 'api_key' as const, id: keyId };
  const details = { operation };
  await shop.transaction((tx) =>
    recordAudit(shop, tx, { actorUserId: userId, action: 'api_key.called', subject, details }),
  );
}
