import { describeColorRefusal, refuseColor } from '#shop/brand/compute-theme.ts';
import { refuseLogo } from '#shop/brand/draw-brand-picture.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { refuseDiscordWebhook } from './check-channel.ts';
import { isSecret, SETTINGS, type SettingKey, type SettingValues } from './setting-table.ts';
import { showSetting } from './show-settings.ts';
import { readCurrentSettings, writeSettings, type SettingEntries } from './write-settings.ts';

export type { SettingEntries };
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

  const changed = await ctx.transaction((tx) => writeSettings(ctx, tx, { values, actorUserId }));
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
  if (key === 'catalogSources') return refuseSources(ctx, value as string[]);
  if (key === 'pixGateways') return refuseProviders(ctx, value as SettingValues['pixGateways']);
  if (typeof value !== 'string') return null;
  if (key === 'discordWebhook') return refuseDiscordWebhook(ctx.settings, value);
  if (key === 'brandLogo') return value === ctx.settings.brandLogo ? null : refuseLogo(ctx, value);
  const unreadable = key === 'brandColor' && refuseColor(value);
  return unreadable ? { sentence: describeColorRefusal(unreadable), nearest: unreadable.nearest } : null;
}

/** Only what was published can be on sale. */
async function refuseSources({ db }: OutwardContext, sources: string[]): Promise<string | null> {
  const rows = await db.selectFrom('catalogs').select('id').where('published_at', 'is not', null).execute();
  const known = ['lol', ...rows.map(({ id }) => `file:${id}`)];
  const unknown = sources.filter((source) => !known.includes(source));
  return unknown.length === 0 ? null : `Não há catálogo publicado com este nome: ${unknown.join(', ')}.`;
}

/** New sales need a provider that the shop can reach and that nobody has paused. */
function refuseProviders(ctx: ShopContext, { order, paused }: SettingValues['pixGateways']): string | null {
  const missing = [...order, ...paused].filter((name) => ctx.gatewayFor(name) === null);
  if (missing.length > 0)
    return `O servidor não tem as chaves deste provedor: ${[...new Set(missing)].join(', ')}.`;
  const isOneLeft = order.some((name) => !paused.includes(name));
  return isOneLeft ? null : 'Deixe ao menos um provedor vendendo.';
}

const keysOf = (entries: SettingEntries) => Object.keys(entries) as SettingKey[];

async function secretsLeftMasked(ctx: ShopContext, entries: SettingEntries): Promise<SettingKey[]> {
  const secrets = keysOf(entries).filter(isSecret);
  if (secrets.length === 0) return [];
  const current = await readCurrentSettings(ctx, ctx.db);
  return secrets.filter((key) => current[key] !== null && entries[key] === showSetting(key, current[key]));
}
