import type { ShopContext } from '#shop/context.ts';
import { maskSecret } from './mask-secret.ts';
import { readSettings } from './read-settings.ts';
import { isSecret, SETTING_KEYS, type SettingKey, type SettingValues } from './setting-table.ts';

/**
 * All settings as staff may see them, secrets masked. Read from the database: whoever has just saved sees it, also
 * where another process answers.
 */
export async function showSettings(ctx: ShopContext): Promise<SettingValues> {
  const { values } = await readSettings(ctx.db, ctx.settings.sealingKey);
  const current = { ...ctx.firstSettings, ...values };
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, showSetting(key, current[key])]),
  ) as SettingValues;
}

export function showSetting(key: SettingKey, value: unknown): unknown {
  return isSecret(key) && typeof value === 'string' ? maskSecret(value) : value;
}
