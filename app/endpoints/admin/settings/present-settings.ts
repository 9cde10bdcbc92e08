import type { SettingEntries, SettingFields } from '#shop/settings/save-settings.ts';
import { SETTING_KEYS, type SettingKey, type SettingValues } from '#shop/settings/setting-table.ts';
import { reaisToCents } from '#shop/text/reais-to-cents.ts';

/** The contract's name of a setting: `flat_price` for `flatPriceCents`. */
const nameOf = (key: SettingKey): string =>
  key.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const KEYS = new Map(SETTING_KEYS.map((key) => [nameOf(key), key]));

const isMoney = (key: SettingKey) => key.endsWith('Cents');

/** In the contract's words: money in reais. */
export function presentSettings(values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [nameOf(key), isMoney(key) ? Number(values[key]) / 100 : values[key]]),
  );
}

/** From the contract's words; `unknown` are names that it does not have. */
export function readSettingEntries(body: Readonly<Record<string, unknown>>): {
  entries: SettingEntries;
  unknown: string[];
} {
  const entries: SettingEntries = {};
  for (const [name, value] of Object.entries(body)) {
    const key = KEYS.get(name);
    if (key) entries[key] = isMoney(key) && typeof value === 'number' ? reaisToCents(value) : value;
  }
  return { entries, unknown: Object.keys(body).filter((name) => !KEYS.has(name)) };
}

export function presentSettingFields(fields: SettingFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [nameOf(key as SettingKey), message]),
  );
}
