import { scryptSync } from 'node:crypto';
import { createAuthEdge, type AuthEdge } from '#server/auth-edge.ts';
import { createAuth, type Auth } from '#server/auth.ts';
import type { TestContext } from './context.ts';

export interface TestAuth {
  auth: Auth;
  edge: AuthEdge;
  /** Passwords hashed or compared so far: the work that an attacker could time. */
  hashings(): number;
  /** How long the edge made callers wait, in milliseconds, without anybody having waited. */
  waits: number[];
  /** A call as a browser at this address makes it, with the cookies of its jar. */
  call(path: string, body?: unknown, from?: Browser): Promise<Response>;
}

export interface Browser {
  ip?: string;
  /** Fills up as answers set cookies. */
  jar?: Map<string, string>;
}

const URL_BASE = 'http://localhost:3000/api/auth/';

/** The accounts of a test shop, behind the edge that every real call passes. */
export async function createTestAuth(
  shop: TestContext,
  { authSecret = 's'.repeat(32) } = {},
): Promise<TestAuth> {
  const auth = createAuth(
    { brandName: 'Fulgor', appUrl: 'http://localhost:3000', authSecret },
    { db: shop.ctx.db },
    shop.ctx,
  );
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
  return {
    auth,
    edge,
    hashings: () => hashings,
    waits,
    async call(path, body, { ip = '203.0.113.7', jar } = {}) {
      const headers = new Headers({ origin: 'http://localhost:3000', 'user-agent': 'Test' });
      if (jar?.size) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
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
  };
}
