import { z } from 'zod';
import { operation } from '#shop/operation.ts';
import { toCents } from '#shop/text/reais.ts';
import { isSum, wireName } from '#shop/text/wire-name.ts';
import { saveSettings, type SettingEntries } from './save-settings.ts';
import { SETTING_KEYS, type SettingValues } from './setting-table.ts';
import { showSettings } from './show-settings.ts';

/** All of them, secrets masked. */
const values = z.custom<SettingValues>();

export const readAllSettings = operation(
  { id: 'settings.read', who: 'settings', input: z.object({}), output: values, refusals: {} },
  (ctx) => showSettings(ctx),
);

const KEYS = new Map(SETTING_KEYS.map((key) => [wireName(key), key]));

/** Changes those that the body names, all or none, and answers with all. */
export const changeSettings = operation(
  {
    id: 'settings.change',
    who: 'settings',
    input: z.object({
      // A record of zod would leave `__proto__` out, and the call would say that all went well.
      entries: z
        .custom<Record<string, unknown>>((body) => typeof body === 'object' && body !== null)
        .meta({ isBody: true, examples: [{ brand_name: 'Fulgor' }] }),
    }),
    output: values,
    refusals: {},
    limit: 'change-settings',
  },
  async (ctx, { actorUserId, entries: named }) => {
    const unknown = Object.keys(named).filter((name) => !KEYS.has(name));
    if (unknown.length > 0) {
      const fields = Object.fromEntries(unknown.map((name) => [name, 'Esta configuração não existe.']));
      return { ok: false, reason: 'invalid', fields };
    }
    const entries: SettingEntries = {};
    for (const [name, key] of KEYS) {
      if (!Object.hasOwn(named, name)) continue;
      const value = named[name];
      entries[key] = isSum(key) && typeof value === 'number' ? toCents(value) : value;
    }
    const saved = await saveSettings(ctx, { actorUserId, entries });
    if (saved.ok) return showSettings(ctx);
    const fields = Object.entries(saved.fields).map(([key, sentence]) => [wireName(key), sentence]);
    return { ...saved, fields: Object.fromEntries(fields) as Record<string, string> };
  },
);
