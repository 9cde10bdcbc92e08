import { RouterContextProvider } from 'react-router';
import { fillContext } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import { readStaffAccess } from '#shop/accounts/staff/read-staff-access.ts';
import type { ShopContext } from '#shop/context.ts';

/** What a loader or action is handed when this user (null: nobody) asks. */
export function contextFor(
  shop: ShopContext,
  userId: string | null,
  sessionId = `session-of-${userId}`,
): RouterContextProvider {
  const session = async (): Promise<Session | null> => {
    if (userId === null) return null;
    const user = await shop.db
      .selectFrom('users')
      .select('second_factor_enabled')
      .where('id', '=', userId)
      .executeTakeFirst();
    const hasSecondFactor = user?.second_factor_enabled ?? false;
    return {
      id: sessionId,
      user: { id: userId, email: `${userId}@exemplo.com`, name: 'Bruna Teste', emailVerified: false },
      avatarKey: null,
      hasSecondFactor,
      ...(await readStaffAccess(shop, { userId, hasSecondFactor })),
    };
  };
  const context = new RouterContextProvider();
  fillContext(context, shop, {
    requestId: 'test-request',
    nonce: 'test-nonce',
    ip: '203.0.113.7',
    session,
    authenticate: () => Promise.reject(new Error('This test signs nobody in.')),
  });
  return context;
}
