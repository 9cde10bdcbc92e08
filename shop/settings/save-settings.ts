import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { describeColorRefusal, refuseColor } from '#shop/brand/compute-theme.ts';
import { refuseLogo } from '#shop/brand/draw-brand-picture.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
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
  /** `nearest`: of a colour that nobody can read, the nearest one that passes. */
  | { ok: false; reason: 'invalid'; fields: SettingFields; nearest?: string };

/**
 * Saves what differs from now, all or nothing. A setting that is handed over unchanged gets no row, so the
 * environment keeps giving its value. The masked form of a secret leaves the secret.
 */
export async function saveSettings(
  ctx: OutwardContext,
  { actorUserId, entries }: { actorUserId: string; entries: SettingEntries },
): Promise<SaveSettingsResult> {
  const values: SettingEntries = {};
  const fields: SettingFields = {};
  let nearest: string | undefined;
  const masked = await secretsLeftMasked(ctx, entries);
  for (const key of keysOf(entries)) {
    if (masked.includes(key)) continue;
    const parsed = SETTINGS[key].schema.safeParse(entries[key]);
    const refusal = parsed.success ? await refuseValue(ctx, key, parsed.data) : SETTINGS[key].wrong;
    if (refusal === null) values[key] = parsed.data;
    else if (typeof refusal === 'string') fields[key] = refusal;
    else {
      fields[key] = refusal.sentence;
      nearest = refusal.nearest;
    }
  }
  if (Object.keys(fields).length > 0)
    return { ok: false, reason: 'invalid', fields, ...(nearest !== undefined && { nearest }) };

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

/** What no schema can say. */
async function refuseValue(
  ctx: OutwardContext,
  key: SettingKey,
  value: unknown,
): Promise<string | { sentence: string; nearest: string } | null> {
  if (typeof value !== 'string') return null;
  if (key === 'discordWebhook') return refuseDiscordWebhook(ctx.settings, value);
  if (key === 'brandLogo') return value === ctx.settings.brandLogo ? null : refuseLogo(ctx, value);
  const unreadable = key === 'brandColor' && refuseColor(value);
  return unreadable ? { sentence: describeColorRefusal(unreadable), nearest: unreadable.nearest } : null;
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
