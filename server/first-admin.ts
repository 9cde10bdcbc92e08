import { randomBytes } from 'node:crypto';
import type { DatabaseHandle } from '#db/client.server.ts';
import { grantStaff } from '#shop/accounts/grant-staff.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Auth } from './auth.ts';
import { EnvError, type Env } from './env.ts';

/**
 * docs/contract.md `ADMIN_EMAIL`: the account exists and is admin; an existing account's password is never
 * changed. Without it, an embedded database that nobody administers yet gets `admin@localhost`.
 * @returns `made`: the credentials to print, only when a password was made up just now; `warning`: what the operator
 * should read.
 */
export async function ensureFirstAdmin(
  env: Env,
  database: DatabaseHandle,
  auth: Auth,
  shop: ShopContext,
): Promise<{ made: { email: string; password: string } | null; warning: string | null }> {
  if (env.admin) {
    const warning = await ensureAccount(auth, shop, env.admin.email, env.admin.password);
    return { made: null, warning };
  }
  const nothing = { made: null, warning: null };
  if (database.kind !== 'embedded') return nothing;
  const anyone = await shop.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return nothing;
  const made = { email: 'admin@localhost', password: randomBytes(9).toString('base64url') };
  await ensureAccount(auth, shop, made.email, made.password);
  return { made, warning: null };
}

/** @returns what the operator should read, if anything. */
async function ensureAccount(
  auth: Auth,
  shop: ShopContext,
  email: string,
  password: string,
): Promise<string | null> {
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
  const granted = await grantStaff(shop, email, null, { unlessRevoked: true });
  if (granted.ok) return null;
  if (granted.reason === 'revoked') {
    shop.log.warn('admin_email.revoked');
    return 'ADMIN_EMAIL é de quem foi tirado da equipe, e continua fora. Para devolver o acesso: `npm run admin -- grant EMAIL`. Para este aviso sumir: tire ADMIN_EMAIL.';
  }
  if (granted.reason === 'unproved_email') {
    throw new EnvError([
      {
        variable: 'ADMIN_EMAIL',
        wrong:
          'é o e-mail de uma conta que alguém abriu na loja e ainda não confirmou. Se o e-mail é seu: inicie a loja sem ADMIN_EMAIL, peça uma senha nova em /auth/recuperar, abra o link que chegar e inicie de novo com ADMIN_EMAIL. Ou escolha outro e-mail',
        example: 'equipe@sua-loja.com.br',
      },
    ]);
  }
  throw new Error('The account of ADMIN_EMAIL went while it was made staff: start again.');
}
