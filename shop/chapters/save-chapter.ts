import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '#shop/settings/setting-table.ts';
import { CHAPTER_IDS, type SettingChapter } from '#shop/settings/setting-words.ts';
import { readSettingForm, typeSetting } from './typed-settings.ts';

export const keysOf = (chapter: SettingChapter): SettingKey[] =>
  SETTING_KEYS.filter((key) => SETTINGS[key].chapter === chapter);

const inputs = SETTING_KEYS.flatMap((key) => Object.keys(typeSetting(key, null)));

/** The settings of one chapter as they are typed, saved together. A switch that is off is not there. */
export const saveChapter = operation(
  {
    id: 'settings.save',
    who: 'settings',
    input: z
      .object({ chapter: z.enum(CHAPTER_IDS) })
      .extend(Object.fromEntries(inputs.map((name) => [name, z.string().optional()]))),
    output: nothing,
    refusals: {},
  },
  async (ctx: ShopContext, { actorUserId, chapter, ...typed }) => {
    const entries = readSettingForm(keysOf(chapter as SettingChapter), typed);
    const saved = await saveSettings(ctx, { actorUserId, entries });
    return saved.ok ? { ok: true as const } : saved;
  },
);
