import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '#db/client.server.ts';
import { grantStaff } from '#shop/accounts/staff/grant-staff.ts';
import { openProfile } from '#shop/accounts/profile/open-profile.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Auth } from './auth.ts';
import { EnvError, type Env } from '../config/env.ts';

/**
 * docs/contract.md `ADMIN_EMAIL`: the account exists and is admin. The password of an existing account never changes.
 * Without the setting, an embedded database without an admin gets `admin@localhost`.
 * @returns `made`: the credentials to print, only if a password was made now; `warning`: a sentence for the operator.
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

/** @returns a sentence for the operator, if any. */
async function ensureAccount(
  auth: Auth,
  shop: ShopContext,
  email: string,
  password: string,
): Promise<string | null> {
  const { password: passwords } = await auth.$context;
  await openAccount(shop, email.toLowerCase(), () => passwords.hash(password));
  const granted = await grantStaff(shop, { email }, null, { atBoot: true });
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

/** Creates an account with a proved address, because the operator names it. An existing account does not change. */
async function openAccount(shop: ShopContext, email: string, hash: () => Promise<string>): Promise<void> {
  const known = await shop.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (known) return;
  const password = await hash();
  const at = shop.now();
  const timestamps = { created_at: at, updated_at: at };
  const user = { id: randomUUID(), name: 'Equipe' };
  const isNew = await shop.transaction(async (tx) => {
    // Another machine that starts now may be first.
    const made = await tx
      .insertInto('users')
      .values({ ...user, email, email_verified: true, address_proved_at: at, image: null, ...timestamps })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return false;
    await tx
      .insertInto('credentials')
      .values({
        id: randomUUID(),
        user_id: user.id,
        account_id: user.id,
        provider_id: 'credential',
        password,
        ...timestamps,
      })
      .execute();
    return true;
  });
  if (isNew) await openProfile(shop, { userId: user.id, displayName: user.name });
}
