import { randomUUID, scryptSync } from 'node:crypto';
import { createAuthEdge, type AuthEdge } from '#server/auth/auth-edge.ts';
import { createAuth, type Auth } from '#server/auth/auth.ts';
import { createVisitor } from '#server/auth/visitor.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { TestContext } from '../context.ts';
import { totpCode } from './totp.ts';

export interface TestAuth {
  auth: Auth;
  edge: AuthEdge;
  /** Passwords hashed or compared so far: the work that an attacker could time. */
  hashings(): number;
  /** How long the edge would have made callers wait, in milliseconds. The tests do not wait. */
  waits: number[];
  /** A call as a browser at this address makes it, with the cookies of its jar. */
  call(path: string, body?: unknown, from?: Browser): Promise<Response>;
  /** Somebody new with the password `PASSWORD`, signed in. */
  register(from?: Browser): Promise<Person>;
  /** As a press behind the link of the mail does. */
  confirm(person: Pick<Person, 'userId'>): Promise<void>;
  /** A second factor, confirmed: the authenticator's address and the recovery codes. */
  protect(person: Person): Promise<{ uri: string; codes: string[] }>;
  /** The session as every loader and action sees it. */
  sessionOf(browser: { jar: Map<string, string> }): Promise<Session | null>;
}

export interface Person {
  email: string;
  userId: string;
  jar: Map<string, string>;
}

export const PASSWORD = 'segredo1';

export interface Browser {
  ip?: string;
  /** Fills up as answers set cookies. */
  jar?: Map<string, string>;
}

const APP_URL = 'http://localhost:3000';
const URL_BASE = `${APP_URL}/api/auth/`;
const ADDRESS = '203.0.113.7';

/** The accounts of a test shop, behind the edge that every real call passes. */
export async function createTestAuth(
  shop: TestContext,
  { authSecret = 's'.repeat(32) } = {},
): Promise<TestAuth> {
  const auth = createAuth({ appUrl: APP_URL, authSecret }, { db: shop.ctx.db }, shop.ctx);
  const { password } = await auth.$context;
  let hashings = 0;
  // The library's own hashing takes a sixth of a second on purpose; here its calls are counted instead.
  password.hash = async (plain) => {
    hashings++;
    return scryptSync(plain, 'test', 16, { N: 2 }).toString('hex');
  };
  password.verify = async ({ hash, password: plain }) => {
    hashings++;
    return hash === scryptSync(plain, 'test', 16, { N: 2 }).toString('hex');
  };
  const waits: number[] = [];
  const edge = createAuthEdge({ auth, shop: shop.ctx, wait: async (ms) => void waits.push(ms) });
  const cookiesOf = (jar: Map<string, string>) =>
    [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const accounts: TestAuth = {
    auth,
    edge,
    hashings: () => hashings,
    waits,
    async call(path, body, { ip = ADDRESS, jar } = {}) {
      const headers = new Headers({ origin: APP_URL, 'user-agent': 'Test' });
      if (jar?.size) headers.set('cookie', cookiesOf(jar));
      if (body !== undefined) headers.set('content-type', 'application/json');
      const request = new Request(URL_BASE + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await edge.answer(request, { ip, requestId: 'test-request' });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /max-age=0/i.test(cookie)) jar?.delete(name);
        else jar?.set(name, value);
      }
      return response;
    },
    async register({ jar = new Map<string, string>(), ...from } = {}) {
      const email = `${randomUUID()}@exemplo.com`;
      const body = { email, password: PASSWORD, name: 'Ana' };
      const answer = await accounts.call('sign-up/email', body, { ...from, jar });
      const { user } = (await answer.json()) as { user?: { id: string } };
      if (!user) throw new Error(`Nobody could register: ${answer.status}.`);
      return { email, jar, userId: user.id };
    },
    async confirm({ userId }) {
      const proved = { email_verified: true, address_proved_at: shop.ctx.now() };
      await shop.ctx.db.updateTable('users').set(proved).where('id', '=', userId).execute();
    },
    async protect(person) {
      await accounts.confirm(person);
      const started = await accounts.call('two-factor/enable', { password: PASSWORD }, person);
      const { totpURI, backupCodes } = (await started.json()) as { totpURI: string; backupCodes: string[] };
      const code = totpCode(totpURI);
      const confirmed = await accounts.call('two-factor/verify-totp', { code }, person);
      if (!confirmed.ok) throw new Error(`The second factor was not confirmed: ${confirmed.status}.`);
      return { uri: totpURI, codes: backupCodes };
    },
    async sessionOf({ jar }) {
      const { visitor } = createVisitor(
        { auth, edge, shop: shop.ctx, appUrl: APP_URL },
        new Request(APP_URL, { headers: { cookie: cookiesOf(jar) } }),
        { requestId: 'test-request', nonce: 'test-nonce', ip: ADDRESS },
      );
      const session = await visitor.session();
      await shop.settled();
      return session;
    },
  };
  return accounts;
}
