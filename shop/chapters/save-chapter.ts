import { z } from 'zod';
import { storeFile } from '#shop/delivery/files/store-file.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '#shop/settings/setting-table.ts';
import { CHAPTER_IDS, type SettingChapter } from '#shop/settings/setting-words.ts';
import { WAS, type Typed } from './typed-names.ts';
import { readSettingForm, typeSetting } from './typed-settings.ts';

export const keysOf = (chapter: SettingChapter): SettingKey[] =>
  SETTING_KEYS.filter((key) => SETTINGS[key].chapter === chapter);

const NOT_STORED = 'O logo não pôde ser guardado agora. Tente de novo em instantes.';

/** A browser sends lines as Windows ends them. */
const text = z.string().transform((typed) => typed.replaceAll('\r\n', '\n'));
const inputs = SETTING_KEYS.flatMap((key) => Object.keys(typeSetting(key, null)));

/**
 * The settings of one chapter as they are typed, saved together. A switch that is off is not there. What equals what was
 * shown is not saved: somebody else may have changed it since.
 */
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
      .extend(
        Object.fromEntries(
          inputs.flatMap((name) => [name, WAS + name]).map((name) => [name, text.optional()]),
        ),
      ),
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
    const keys = keysOf(chapter as SettingChapter);
    const entries = Object.entries(readSettingForm(keys, typed));
    const was = readWas(typed);
    const shown = was && readSettingForm(keys, was);
    const isChanged = ([key, value]: [string, unknown]) =>
      !shown || JSON.stringify(value) !== JSON.stringify(shown[key as SettingKey]);
    const saved = await saveSettings(ctx, {
      actorUserId,
      entries: Object.fromEntries(entries.filter(isChanged)),
    });
    return saved.ok ? { ok: true as const } : saved;
  },
);

/** @returns null: a program sent the form, and no screen. */
function readWas(typed: Typed): Typed | null {
  const names = Object.keys(typed).filter((name) => name.startsWith(WAS));
  return names.length === 0
    ? null
    : Object.fromEntries(names.map((name) => [name.slice(WAS.length), typed[name]]));
}
