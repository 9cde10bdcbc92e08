import { z } from 'zod';
import { storeFile } from '#shop/delivery/files/store-file.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '#shop/settings/setting-table.ts';
import { CHAPTER_IDS, type SettingChapter } from '#shop/settings/setting-words.ts';
import { readSettingForm, typeSetting } from './typed-settings.ts';

export const keysOf = (chapter: SettingChapter): SettingKey[] =>
  SETTING_KEYS.filter((key) => SETTINGS[key].chapter === chapter);

const NOT_STORED = 'O logo não pôde ser guardado agora. Tente de novo em instantes.';

const inputs = SETTING_KEYS.flatMap((key) => Object.keys(typeSetting(key, null)));

/** The settings of one chapter as they are typed, saved together. A switch that is off is not there. */
export const saveChapter = operation(
  {
    id: 'settings.save',
    who: 'settings',
    input: z
      .object({
        chapter: z.enum(CHAPTER_IDS),
        'brandLogo.file': z.file().optional(),
        'brandLogo.none': z.string().optional(),
        /** A colour that takes the place of the typed one, which nobody can read. */
        nearest: z.string().optional(),
      })
      .extend(Object.fromEntries(inputs.map((name) => [name, z.string().optional()]))),
    output: nothing,
    refusals: {},
    limit: 'change-settings',
  },
  async (ctx, { actorUserId, chapter, nearest, ...typed }) => {
    // The names of the settings' inputs are known by their table alone, and so not by a type.
    const { 'brandLogo.file': logo } = typed as { 'brandLogo.file'?: File };
    if (nearest) typed.brandColor = nearest;
    if (logo) {
      const stored = await storeFile(ctx, { actorUserId, name: logo.name, content: logo.stream() });
      if (!stored.ok) return { ok: false, reason: 'invalid', fields: { brandLogo: NOT_STORED } };
      typed.brandLogo = stored.file.id;
    }
    const entries = readSettingForm(keysOf(chapter as SettingChapter), typed);
    const saved = await saveSettings(ctx, { actorUserId, entries });
    return saved.ok ? { ok: true as const } : saved;
  },
);
