import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { refuseDiscordWebhook } from './check-channel.ts';
import { describeForAudit } from './describe-for-audit.ts';
import { readSettings } from './read-settings.ts';
import { isSecret, SETTINGS, type SettingKey, type SettingValues } from './setting-table.ts';
import { showSetting } from './show-settings.ts';

/** New values, still unchecked. */
export type SettingEntries = Partial<Record<SettingKey, unknown>>;
/** A Portuguese sentence for each bad value. */
export type SettingFields = Partial<Record<SettingKey, string>>;

export type SaveSettingsResult =
  | { ok: true; changed: SettingKey[] }
  | { ok: false; reason: 'invalid'; fields: SettingFields };

/**
 * Saves what differs from now, all or nothing. A setting that is handed over unchanged gets no row, so the
 * environment keeps giving its value. The masked form of a secret leaves the secret.
 */
export async function saveSettings(
  ctx: ShopContext,
  { actorUserId, entries }: { actorUserId: string; entries: SettingEntries },
): Promise<SaveSettingsResult> {
  const values: SettingEntries = {};
  const fields: SettingFields = {};
  const masked = await secretsLeftMasked(ctx, entries);
  for (const key of keysOf(entries)) {
    if (masked.includes(key)) continue;
    const parsed = SETTINGS[key].schema.safeParse(entries[key]);
    const refusal = !parsed.success
      ? SETTINGS[key].wrong
      : key === 'discordWebhook' && typeof parsed.data === 'string'
        ? refuseDiscordWebhook(ctx.settings, parsed.data)
        : null;
    if (refusal === null) values[key] = parsed.data;
    else fields[key] = refusal;
  }
  if (Object.keys(fields).length > 0) return { ok: false, reason: 'invalid', fields };

  const changed = await ctx.transaction(async (tx) => {
    // Of two who save at once, the second compares with what the first wrote.
    await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx);
    const before = await currentValues(ctx, tx);
    const changes = keysOf(values).filter((key) => !isDeepStrictEqual(before[key], values[key]));
    for (const key of changes) {
      await writeSetting(ctx, tx, { key, value: values[key], actorUserId });
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'setting.changed',
        subject: { type: 'setting', id: key },
        details: {
          name: SETTINGS[key].label,
          from: describeForAudit(key, before[key]),
          to: describeForAudit(key, values[key]),
        },
      });
    }
    if (changes.length > 0) await ctx.publish(tx, { topic: 'settings', event: 'changed', data: {} });
    return changes;
  });
  // The others hear of it; this process answers the next request with it.
  if (changed.length > 0) await ctx.reloadSettings();
  return { ok: true, changed };
}

async function currentValues(ctx: ShopContext, executor: Tx | ShopContext['db']): Promise<SettingValues> {
  const { values } = await readSettings(executor, ctx.settings.sealingKey);
  return { ...ctx.firstSettings, ...values };
}

const keysOf = (entries: SettingEntries) => Object.keys(entries) as SettingKey[];

async function secretsLeftMasked(ctx: ShopContext, entries: SettingEntries): Promise<SettingKey[]> {
  const secrets = keysOf(entries).filter(isSecret);
  if (secrets.length === 0) return [];
  const current = await currentValues(ctx, ctx.db);
  return secrets.filter((key) => current[key] !== null && entries[key] === showSetting(key, current[key]));
}

async function writeSetting(
  ctx: ShopContext,
  tx: Tx,
  { key, value, actorUserId }: { key: SettingKey; value: unknown; actorUserId: string },
): Promise<void> {
  const stored =
    isSecret(key) && typeof value === 'string' ? sealText(ctx.settings.sealingKey, value) : value;
  const row = { value: JSON.stringify(stored), updated_at: ctx.now(), updated_by: actorUserId };
  await tx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
