import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LIVE_HEADERS } from '#app/endpoints/live-frame.ts';
import { LiveStream } from '#app/endpoints/live-stream.ts';
import { takeStreamPlace } from '#app/endpoints/take-stream-place.ts';
import type { Session } from '#shop/accounts/session.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Auth } from './auth.ts';
import { createAddressOfIncoming } from './client-address.ts';
import type { Env } from './env.ts';
import { findPlainSession } from './find-plain-session.ts';
import { handOver, type StreamConnection } from './hand-over.ts';
import { headersOfPages } from './security.ts';

const PATH = '/api/live';

/** false: nothing was answered; the request is for the shop itself. */
export type OpenStream = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;

/**
 * `GET /api/live` for a session that is known as it stands, before anything of a request is built: what ten thousand
 * openings leave behind in memory stays for minutes (docs/decisions/live-streams-share.md). Whatever needs words, a
 * refusal or a new cookie, is left to the endpoint.
 */
export function createStreams(parts: { shop: ShopContext; auth: Auth; env: Env }): OpenStream {
  const { shop, env } = parts;
  const addressOf = createAddressOfIncoming(env.trustedProxies);
  const headers = Object.entries({
    ...LIVE_HEADERS,
    ...headersOfPages(env.appUrl.startsWith('https:')),
    'Content-Security-Policy': `default-src 'none'`,
    'X-Robots-Tag': 'noindex',
  }).flat();

  return async (incoming, outgoing) => {
    const { cookie = '', 'last-event-id': lastEventId } = incoming.headers;
    const ip = addressOf(incoming);
    const requestId = randomUUID();
    const startedAt = performance.now();
    const session = await findPlainSession(parts, cookie, { requestId, ip });
    const place = session && takeStreamPlace(session.user.id, ip);
    if (!place) return false;
    const about = { wasAway: lastEventId !== undefined, free: place.free };
    startStream(shop, session, handOver(outgoing, [...headers, 'X-Request-Id', requestId]), about);
    const durationMs = Math.round(performance.now() - startedAt);
    shop.log.debug('request', { requestId, method: 'GET', path: PATH, status: 200, durationMs });
    return true;
  };
}

/** Puts them in front of a server's own listener. */
export function streamsFirst(open: OpenStream, listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (method !== 'GET' || url !== PATH || !headers.cookie) listener(incoming, outgoing);
    else {
      // What fails here fails there too, where it is told; a rejection that nobody takes would end the process.
      const opened = open(incoming, outgoing).catch(() => false);
      void opened.then((isOpen) => isOpen || listener(incoming, outgoing));
    }
  };
}

/** Apart from the request: what is written here lives as long as the stream, and must not see it. */
function startStream(
  shop: ShopContext,
  { id, user, isStaff }: Session,
  connection: StreamConnection,
  about: ConstructorParameters<typeof LiveStream>[3],
): void {
  const stream = new LiveStream(shop, { id, userId: user.id, isStaff }, connection, about);
  connection.onClose(() => stream.close());
}
