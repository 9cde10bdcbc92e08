import { randomBytes, randomUUID } from 'node:crypto';
import { chooseEncoding } from '#app/endpoints/choose-encoding.ts';
import { firstLetter } from '#app/ui/avatar.tsx';
import type { Session } from '#shop/accounts/session.ts';
import type { ShopContext } from '#shop/context.ts';
import type { PageAnswer, Pages } from './answer-page.ts';
import { COOKIE_PREFIX, type Auth } from './auth.ts';
import { cutPage, type CutPage } from './cut-page.ts';
import { findPlainSession } from './find-plain-session.ts';
import { createPageStore } from './page-store.ts';
import { publicAddress } from './public-address.ts';
import type { Screens } from './screens.ts';
import { contentSecurityPolicy, headersOfPages } from './security.ts';

const random = randomBytes(12).toString('hex');
/** Beginnings that no text has (for private use, Unicode 23.5): a picture's place may show the first letter alone. */
const [NAME, EMAIL] = ['\u{f1e57}', '\u{f1e58}'];
const MARKS = {
  name: `${NAME}${random}`,
  email: `${EMAIL}${random}`,
  avatarKey: `picture${random}`,
  nonce: `nonce${random}`,
  firstOfName: NAME,
  firstOfEmail: EMAIL,
};
type Blank = keyof typeof MARKS;

const TRAITS = [
  'hasName',
  'hasPicture',
  'emailVerified',
  'hasSecondFactor',
  'isStaff',
  'owesSecondFactor',
] as const;
type Traits = Record<(typeof TRAITS)[number], boolean>;

/**
 * The pages that all signed-in visitors see, but for what the header shows of them. Each is rendered as for the
 * anonymous (answer-page.ts), from a request of our own, for a visitor who does not exist; a request then costs the
 * look at its session, and their name, address and picture in the places left for them. Whatever needs more, a cookie
 * that is renewed or a session that is over, is left to the shop itself.
 */
export function createVisitorPages(parts: {
  shop: ShopContext;
  auth: Auth;
  screens: Screens;
  appUrl: string;
}): Pages {
  const { shop, screens, appUrl } = parts;
  const { origin, protocol } = new URL(appUrl);
  const https = protocol === 'https:';
  const headers = Object.entries({ 'Cache-Control': 'private, no-store', ...headersOfPages(https) }).flat();
  const store = createPageStore<CutPage<Blank>>(shop, async (key) => {
    const [traits = '', address = ''] = key.split(' ');
    const visitor = someVisitor(readTraits(traits));
    const about = { requestId: randomUUID(), nonce: MARKS.nonce, ip: '' };
    const { response, cookies } = await screens.answer(new Request(origin + address), about, visitor);
    if (response.status !== 200 || cookies.length > 0 || response.headers.has('Set-Cookie')) return null;
    return cutPage(await response.text(), MARKS);
  });

  async function answer(
    address: string,
    request: Parameters<Pages['answer']>[0],
  ): Promise<PageAnswer | null> {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const session = await findPlainSession(parts, request.cookie ?? '', { requestId, ip: request.ip() });
    const page = session && (await store.find(`${writeTraits(traitsOf(session))} ${address}`));
    if (!page) return null;
    const nonce = randomBytes(16).toString('base64');
    const encoding = chooseEncoding(request.acceptEncoding, ['gzip']);
    const body = page.fillIn({ ...valuesOf(session), nonce }, encoding);
    shop.log.debug('request', {
      requestId,
      method: request.method,
      path: address,
      status: 200,
      durationMs: Math.round(performance.now() - startedAt),
    });
    const own = {
      'Content-Security-Policy': contentSecurityPolicy([`'nonce-${nonce}'`], https),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      Vary: 'Accept-Encoding',
      'X-Request-Id': requestId,
      ...(encoding && { 'Content-Encoding': encoding }),
    };
    return { status: 200, headers: [...headers, ...Object.entries(own).flat()], body };
  }

  return {
    answer(request) {
      const { method, url, cookie } = request;
      if (method !== 'GET' || !cookie?.includes(COOKIE_PREFIX) || !shop.catalog.ready()) return null;
      const address = publicAddress(url, shop.catalog.current());
      // A skin says whether the visitor owns it. Few see the same part of the store, and it is dearer to keep than to render.
      if (!address || /^\/loja[/?]/.test(address)) return null;
      // What fails here fails there too, where it is told.
      return answer(address, request).catch(() => null);
    },
  };
}

function traitsOf({ user, avatarKey, ...session }: Session): Traits {
  return {
    ...session,
    hasName: user.name !== '',
    hasPicture: avatarKey !== null,
    emailVerified: user.emailVerified,
  };
}

function writeTraits(traits: Traits): string {
  return TRAITS.map((trait) => Number(traits[trait])).join('');
}

function readTraits(text: string): Traits {
  return Object.fromEntries(TRAITS.map((trait, at) => [trait, text[at] === '1'])) as Traits;
}

/** Of a kind, and nobody: a screen that asks who exactly it is cannot be the same for all of that kind. */
function someVisitor({ hasName, hasPicture, emailVerified, ...traits }: Traits): Session {
  const nobody = (): never => {
    throw new Error('This page depends on who asks: leave it out of createVisitorPages.');
  };
  return {
    ...traits,
    get id() {
      return nobody();
    },
    user: {
      get id() {
        return nobody();
      },
      name: hasName ? MARKS.name : '',
      email: MARKS.email,
      emailVerified,
    },
    avatarKey: hasPicture ? MARKS.avatarKey : null,
  };
}

function valuesOf({ user: { name, email }, avatarKey }: Session): Record<Exclude<Blank, 'nonce'>, string> {
  return {
    name,
    email,
    avatarKey: avatarKey ?? '',
    firstOfName: firstLetter(name),
    firstOfEmail: firstLetter(email),
  };
}
