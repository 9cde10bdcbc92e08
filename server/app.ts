import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { answerError } from '#app/endpoints/http/answer-error.ts';
import { BodyTooLarge } from '#app/endpoints/http/body-too-large.ts';
import type { ShopContext } from '#shop/context.ts';
import { VERSION } from '#shop/version.ts';
import type { AuthEdge } from './auth/auth-edge.ts';
import { createClientAddress } from './http/client-address.ts';
import type { Env } from './config/env.ts';
import { answerQuestion } from './doctor/answer-question.ts';
import { isSignedQuestion, QUESTION_HEADER } from './doctor/signed-question.ts';
import { limitBodyOf } from './http/body-limits.ts';
import { keepRateLimit } from './http/keep-rate-limit.ts';
import { limitBody } from './http/limit-body.ts';
import { requestId as currentId } from './http/scope-requests.ts';
import { allowedOrigins, isForeignRequest, securityHeaders } from './http/security.ts';
import { observeRequest } from './metrics/observe-request.ts';
import { explainFailure } from './http/explain-failure.ts';
import type { Screens } from './pages/screens.ts';
import { traceRequests } from './tracing/trace-requests.ts';

/** Of a body that is too large, as much as this is read and thrown away, so that its sender reads the answer. */
const THROWN_AWAY = 8;
const MOST_KEPT = 9 * 1024 * 1024;

type Variables = { nonce: string; requestId: string; ip: string; route: string | null };
type App = { Variables: Variables; Bindings: HttpBindings };

/** Everything between the socket and React Router, in the order in which a request passes it. */
export function createApp(parts: {
  env: Env;
  shop: ShopContext;
  edge: AuthEdge;
  screens: Screens;
  clientDirectory: string;
}): Hono<App> {
  const { env, shop, edge, screens } = parts;
  const app = new Hono<App>();
  const origins = allowedOrigins(env.appUrl);
  const addressOf = createClientAddress(env.trustedProxies);

  app.use(nameRequests(shop, addressOf));
  app.use(securityHeaders(env.appUrl));
  app.use(compress());
  const explain = (c: Context<App>, response: Response) =>
    explainFailure(response, shop, {
      method: c.req.method,
      path: c.req.path,
      requestId: c.get('requestId'),
    });
  app.onError((error, c) => {
    if (isHungUp(error)) {
      // The visitor closed the connection while sending: nothing of ours failed, and nobody reads the answer.
      shop.log.debug('request_aborted', { requestId: c.get('requestId') });
      return answerError(400, 'malformed', c.get('requestId'));
    }
    // The body's own limit answers instead.
    if (error instanceof BodyTooLarge) return answerError(500, 'internal_error', c.get('requestId'));
    shop.log.error('request_failed', { requestId: c.get('requestId'), error });
    return explain(c, answerError(500, 'internal_error', c.get('requestId')));
  });

  serveFiles(app, parts.clientDirectory);
  app.use(async (c, next) => {
    if (isForeignRequest(c.req.raw, origins)) return answerError(403, 'foreign_origin', c.get('requestId'));
    return next();
  });
  app.use(limitBodies(shop));
  app.get('/healthz', async (c, next) => {
    const question = c.req.header(QUESTION_HEADER);
    if (question === undefined || !isSignedQuestion(env.authSecret, question, shop.now())) return next();
    const peer = getConnInfo(c).remote.address ?? '';
    const answer = await answerQuestion(shop, VERSION, {
      peer: addressOf(peer, null),
      isTrusted: addressOf(peer, '203.0.113.1') === '203.0.113.1',
      forwardedFor: c.req.header('x-forwarded-for') ?? null,
      visitor: c.get('ip'),
    });
    return c.json(answer, 200, { 'Cache-Control': 'no-store' });
  });

  if (shop.tracing.isOn) app.use(traceRequests(shop.tracing));

  app.on(['GET', 'POST'], '/api/auth/*', async (c) => {
    c.set('route', '/api/auth/*');
    const about = { ip: c.get('ip'), requestId: c.get('requestId') };
    // The library answers 500 itself if the database does not answer it.
    return explain(c, await edge.answer(c.req.raw, about));
  });

  app.all('*', async (c) => {
    const {
      response: handled,
      cookies,
      route,
    } = await screens.answer(c.req.raw, {
      requestId: c.get('requestId'),
      nonce: c.get('nonce'),
      ip: c.get('ip'),
    });
    c.set('route', route);
    const response = await explain(c, handled);
    if (cookies.length === 0) return response;
    const withCookies = new Response(response.body, response);
    for (const cookie of cookies) withCookies.headers.append('Set-Cookie', cookie);
    return withCookies;
  });

  return app;
}

/** Gives each request its id, its nonce and its visitor's address, and measures it. */
function nameRequests(
  shop: ShopContext,
  addressOf: ReturnType<typeof createClientAddress>,
): MiddlewareHandler<App> {
  let hasToldOfForwarder = false;
  return async (c, next) => {
    const requestId = currentId();
    c.set('requestId', requestId);
    c.set('route', null);
    c.set('nonce', randomBytes(16).toString('base64'));
    const [peer, forwardedFor] = [
      getConnInfo(c).remote.address ?? '',
      c.req.header('x-forwarded-for') ?? null,
    ];
    const ip = addressOf(peer, forwardedFor);
    c.set('ip', ip);
    if (forwardedFor !== null && !hasToldOfForwarder && ip === addressOf(peer, null)) {
      hasToldOfForwarder = true;
      // Logged once: anybody can send the header. If a proxy sends it, all its visitors share the limits of one.
      shop.log.warn('proxy.not_trusted', { requestId });
    }
    const startedAt = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const { method } = c.req;
    observeRequest(shop.metrics, { method, route: c.get('route'), status: c.res.status }, startedAt);
    // Only the path: a query may contain a webhook's secret. The log masks secrets in a path.
    shop.log.debug('request', {
      requestId,
      method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAt),
    });
  };
}

function serveFiles(app: Hono<App>, root: string): void {
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, c: Context<App>) => {
        c.set('route', '/assets/*');
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  // By name, so that other requests do not read the disk.
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    app.use(
      entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`,
      serveStatic({
        root,
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
      }),
    );
  }
}

/** A body longer than its path may have is cut off while it comes. */
function limitBodies(shop: ShopContext): MiddlewareHandler<App> {
  return async (c, next) => {
    const { method, path } = c.req;
    const length = c.req.header('content-length');
    const isEndless = length === undefined && c.req.header('transfer-encoding') !== undefined;
    // Node hands over no body here, and to look for one Hono would make a whole `Request` for each page.
    if (method === 'GET' || method === 'HEAD' || (length === undefined && !isEndless)) return next();
    const { most, isFile, isStreamed, refusal } = limitBodyOf(shop.settings, path);
    // A program is told so by its door, which counts the call.
    if (isEndless && isFile && !path.startsWith('/api/v1/'))
      return answerError(411, 'length_required', c.get('requestId'));
    // Node itself reads no more than the length that was said. A file is streamed: Hono's own stream copies each chunk.
    if (!isStreamed && Number(length) <= most) return next();
    let isTooLarge = false;
    const body = limitBody(c.env.incoming, {
      most,
      thrownAway: THROWN_AWAY * Math.min(most, MOST_KEPT),
      onTooLarge: () => (isTooLarge = true),
    });
    const { url, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
    await next();
    if (!isTooLarge) return;
    const replaced = c.res;
    c.res = undefined;
    // The form of the panel leads to a page, also without scripts.
    c.res =
      path.startsWith('/api/') || !refusal
        ? keepRateLimit(answerError(413, 'body_too_large', c.get('requestId'), refusal?.says), replaced)
        : new Response(null, { status: 302, headers: { Location: refusal.screen } });
  };
}

/** Node's error for a body whose sender has closed the connection. */
function isHungUp(error: Error): boolean {
  return error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
}
