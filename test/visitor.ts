import { RouterContextProvider } from 'react-router';
import { fillContext } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/session.ts';
import { isStaff } from '#shop/accounts/is-staff.ts';
import type { ShopContext } from '#shop/context.ts';

/** What a loader or action is handed when this user (null: nobody) asks. */
export function contextFor(shop: ShopContext, userId: string | null): RouterContextProvider {
  const session = async (): Promise<Session | null> =>
    userId === null
      ? null
      : {
          id: `session-of-${userId}`,
          user: { id: userId, email: `${userId}@exemplo.com`, name: 'Bruna Teste', emailVerified: false },
          isStaff: await isStaff(shop, userId),
        };
  const context = new RouterContextProvider();
  fillContext(context, shop, {
    requestId: 'test-request',
    nonce: 'test-nonce',
    ip: '203.0.113.7',
    session,
    recheckSession: session,
    authenticate: () => Promise.reject(new Error('This test signs nobody in.')),
  });
  return context;
}
