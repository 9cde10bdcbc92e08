import { symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { DatabaseHandle } from '#db/client.server.ts';
import type { Log } from '#shop/log.ts';
import { isSecret, SETTING_KEYS } from '#shop/settings/setting-table.ts';
import { digestTaxId } from '#shop/secrets/digest-tax-id.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';
import type { Env } from '../config/env.ts';
import { openSecondFactor } from './open-second-factor.ts';
import { resealClosings } from './reseal-closings.ts';
import { resealStockKeys } from './reseal-stock-keys.ts';
import { resealWebhooks } from './reseal-webhooks.ts';
import { deriveSealingKey } from './sealing-key.ts';

export interface Resealed {
  secondFactors: number;
  orders: number;
  settings: number;
  keys: number;
  /** Encrypted with an unknown secret: these people cannot give their code, these orders get no new one, nobody reads these keys. */
  unreadable: { secondFactors: number; orders: number; settings: number; keys: number };
}

const BATCH = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Runs before the shop serves. It encrypts again with `AUTH_SECRET` what `AUTH_SECRET_PREVIOUS` encrypted, so that
 * the next start needs only the new one. Without a previous secret it only checks whether the present one fits,
 * because a secret that changed unnoticed locks people out. Several processes may run it at once, any number of
 * times.
 */
export async function resealSecrets(
  { db }: Pick<DatabaseHandle, 'db'>,
  env: Pick<Env, 'authSecret' | 'previousAuthSecret'>,
  log: Log,
): Promise<Resealed> {
  const factors = await resealSecondFactors(db, env);
  const orders = await resealOrders(db, env);
  const settings = await resealSettings(db, env);
  const keys = await resealStockKeys(db, ...sealingKeysOf(env));
  await resealWebhooks(db, ...sealingKeysOf(env));
  await resealClosings(db, ...sealingKeysOf(env));
  const result: Resealed = {
    secondFactors: factors.resealed,
    orders: orders.resealed,
    settings: settings.resealed,
    keys: keys.resealed,
    unreadable: {
      secondFactors: factors.unreadable,
      orders: orders.unreadable,
      settings: settings.unreadable,
      keys: keys.unreadable,
    },
  };
  if (env.previousAuthSecret !== null) log.info('auth_secret.resealed', { ...result });
  if (Object.values(result.unreadable).some((count) => count > 0))
    log.error('auth_secret.does_not_fit', result.unreadable);
  return result;
}

/** A sentence for the operator. null: nothing to say. */
export function warnOfUnreadable({
  unreadable: { secondFactors, orders, settings, keys },
}: Resealed): string | null {
  if (secondFactors + orders + settings + keys === 0) return null;
  return (
    `o AUTH_SECRET de agora não abre tudo o que a loja guardou: ${secondFactors} verificação(ões) em duas etapas, ` +
    `o CPF ou CNPJ de ${orders} pedido(s), ${settings} configuração(ões) secreta(s) e ${keys} chave(s) do estoque. Quem depende disso não consegue entrar, pagar ou ver a sua chave. Defina ` +
    'AUTH_SECRET_PREVIOUS com o segredo anterior e reinicie (docs/operating.md).'
  );
}

type Counts = { resealed: number; unreadable: number };
type Secrets = Pick<Env, 'authSecret' | 'previousAuthSecret'>;

const sealingKeysOf = ({ authSecret, previousAuthSecret }: Secrets) =>
  [
    deriveSealingKey(authSecret),
    previousAuthSecret === null ? null : deriveSealingKey(previousAuthSecret),
  ] as const;

async function resealSecondFactors(
  db: DatabaseHandle['db'],
  { authSecret, previousAuthSecret }: Secrets,
): Promise<Counts> {
  const counts = { resealed: 0, unreadable: 0 };
  const rows = await db.selectFrom('second_factors').select(['id', 'secret', 'recovery_codes']).execute();
  for (const row of rows) {
    if (await openSecondFactor(authSecret, row)) continue;
    const opened = previousAuthSecret === null ? null : await openSecondFactor(previousAuthSecret, row);
    if (!opened) {
      counts.unreadable++;
      continue;
    }
    const { numUpdatedRows } = await db
      .updateTable('second_factors')
      .set({
        secret: await symmetricEncrypt({ key: authSecret, data: opened.secret }),
        recovery_codes: await symmetricEncrypt({ key: authSecret, data: opened.recoveryCodes }),
      })
      .where('id', '=', row.id)
      .where('secret', '=', row.secret)
      .where('recovery_codes', '=', row.recovery_codes)
      .executeTakeFirst();
    counts.resealed += Number(numUpdatedRows);
  }
  return counts;
}

async function resealOrders(
  db: DatabaseHandle['db'],
  { authSecret, previousAuthSecret }: Secrets,
): Promise<Counts> {
  const counts = { resealed: 0, unreadable: 0 };
  const [key, previousKey] = sealingKeysOf({ authSecret, previousAuthSecret });
  for (let after = FIRST_ID, rows: { id: string; sealed: string }[] = []; ;) {
    let query = db
      .selectFrom('orders')
      .select(['id', 'customer_tax_id_sealed as sealed'])
      .where('id', '>', after)
      .where('customer_tax_id_sealed', '<>', '')
      .orderBy('id')
      .limit(BATCH);
    // Only these may still need theirs for a code; the others are checked only if there is a previous secret.
    if (previousKey === null) query = query.where('status', '=', 'awaiting_payment');
    rows = await query.execute();
    const fresh: { id: string; old: string; sealed: string; digest: string }[] = [];
    for (const { id, sealed } of rows) {
      if (tryUnseal(key, sealed) !== null) continue;
      const taxId = previousKey && tryUnseal(previousKey, sealed);
      if (taxId === null) counts.unreadable++;
      else fresh.push({ id, old: sealed, sealed: sealText(key, taxId), digest: digestTaxId(key, taxId) });
    }
    if (fresh.length > 0) {
      // One statement for all; rows that the buyer changed meanwhile are encrypted with the new secret already.
      const { numAffectedRows } = await sql`
        update orders set customer_tax_id_sealed = fresh.sealed, customer_tax_id_digest = fresh.digest
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
          as fresh(id uuid, old text, sealed text, digest text)
        where orders.id = fresh.id and orders.customer_tax_id_sealed = fresh.old`.execute(db);
      counts.resealed += Number(numAffectedRows ?? 0);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return counts;
  }
}

async function resealSettings(
  db: DatabaseHandle['db'],
  { authSecret, previousAuthSecret }: Secrets,
): Promise<Counts> {
  const counts = { resealed: 0, unreadable: 0 };
  const [key, previousKey] = sealingKeysOf({ authSecret, previousAuthSecret });
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', SETTING_KEYS.filter(isSecret))
    .execute();
  for (const { key: name, value } of rows) {
    if (typeof value !== 'string' || tryUnseal(key, value) !== null) continue;
    const secret = previousKey && tryUnseal(previousKey, value);
    if (secret === null) {
      counts.unreadable++;
      continue;
    }
    const { numUpdatedRows } = await db
      .updateTable('settings')
      .set({ value: JSON.stringify(sealText(key, secret)) })
      .where('key', '=', name)
      .where('value', '=', sql`${JSON.stringify(value)}::jsonb`)
      .executeTakeFirst();
    counts.resealed += Number(numUpdatedRows);
  }
  await resealPushKey(db, key, previousKey);
  return counts;
}

/** Nobody is locked out without it: one that cannot be opened is replaced (shop/push/read-push-key.ts). */
async function resealPushKey(
  db: DatabaseHandle['db'],
  key: Buffer,
  previousKey: Buffer | null,
): Promise<void> {
  const row = await db.selectFrom('push_key').select('sealed').executeTakeFirst();
  if (!row || tryUnseal(key, row.sealed) !== null) return;
  const secret = previousKey && tryUnseal(previousKey, row.sealed);
  if (secret === null) return;
  await db
    .updateTable('push_key')
    .set({ sealed: sealText(key, secret) })
    .where('sealed', '=', row.sealed)
    .execute();
}
