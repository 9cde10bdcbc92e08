import { randomBytes } from 'node:crypto';
import type { DatabaseHandle } from '#db/client.server.ts';
import { grantStaff } from '#shop/accounts/grant-staff.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Auth } from './auth.ts';
import type { Env } from './env.ts';

/**
 * docs/contract.md `ADMIN_EMAIL`: the account exists and is admin; an existing account's password is never
 * changed. Without it, an embedded database that nobody administers yet gets `admin@localhost`.
 * @returns the credentials to print, only when a password was made up just now.
 */
export async function ensureFirstAdmin(
  env: Env,
  database: DatabaseHandle,
  auth: Auth,
  shop: ShopContext,
): Promise<{ email: string; password: string } | null> {
  if (env.admin) {
    await ensureAccount(auth, shop, env.admin.email, env.admin.password);
    return null;
  }
  if (database.kind !== 'embedded') return null;
  const anyone = await shop.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return null;
  const made = { email: 'admin@localhost', password: randomBytes(9).toString('base64url') };
  await ensureAccount(auth, shop, made.email, made.password);
  return made;
}

async function ensureAccount(auth: Auth, shop: ShopContext, email: string, password: string): Promise<void> {
  const isKnown = async () =>
    (await shop.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()) !== undefined;
  if (!(await isKnown())) {
    const { internalAdapter, password: passwords } = await auth.$context;
    const made = internalAdapter.createUser(
      { email: email.toLowerCase(), name: 'Equipe', emailVerified: true },
      { method: 'email-password' },
    );
    const user = await made.catch(async (error: unknown) => {
      // Another machine started at the same moment and was first.
      if (await isKnown()) return null;
      throw error;
    });
    if (user) {
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: await passwords.hash(password),
      });
    }
  }
  await grantStaff(shop, email, null);
}
