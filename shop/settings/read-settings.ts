import type { Executor } from '#db/client.server.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';
import { isSecret, isSettingKey, SETTINGS, type SettingKey, type SettingValues } from './setting-table.ts';

export interface SavedSettings {
  values: Partial<SettingValues>;
  /** Rows of another release or sealed with another secret. Their first value holds. */
  unreadable: string[];
}

/** The settings that were saved in the panel. Those without a row are absent. */
export async function readSettings(executor: Executor, sealingKey: Buffer): Promise<SavedSettings> {
  const rows = await executor.selectFrom('settings').select(['key', 'value']).orderBy('key').execute();
  const values: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const { key, value } of rows) {
    const read = isSettingKey(key) ? readValue(key, value, sealingKey) : undefined;
    if (read === undefined) unreadable.push(key);
    else values[key] = read;
  }
  return { values, unreadable };
}

function readValue(key: SettingKey, stored: unknown, sealingKey: Buffer): unknown {
  try {
    const value = isSecret(key) && typeof stored === 'string' ? unsealText(sealingKey, stored) : stored;
    return SETTINGS[key].schema.safeParse(value).data;
  } catch {
    return undefined;
  }
}
