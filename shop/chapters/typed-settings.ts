import { typeReais } from '#shop/text/type-reais.ts';
import { readReais } from '#shop/text/read-reais.ts';
import { FIRST_PRIVACY_TEXT } from './first-privacy-text.ts';
import { FIRST_TERMS_TEXT } from './first-terms-text.ts';
import type { SettingEntries } from '#shop/settings/save-settings.ts';
import {
  SETTINGS,
  type Seller,
  type SettingKey,
  type SettingKind,
  type StaffHours,
} from '#shop/settings/setting-table.ts';
import { DAYS, SELLER_PARTS, type Typed } from './typed-names.ts';

/** What is shown while nothing was written, for the owner to go on with. Saved as it is, it stays the shop's own. */
const FIRST_TEXTS: Partial<Record<SettingKey, string>> = {
  privacyText: FIRST_PRIVACY_TEXT.trim(),
  termsText: FIRST_TERMS_TEXT.trim(),
};

/** The inputs of a setting: one with its name, or several named `setting.part`. Of null they are all there. */
export function typeSetting(key: SettingKey, value: unknown): Typed {
  const kind: SettingKind = SETTINGS[key].kind;
  switch (kind) {
    case 'reais':
      return { [key]: typeReais(Number(value)) };
    case 'switch':
      return { [key]: value === true ? 'on' : '' };
    case 'mails':
      return { [key]: (value as string[] | null)?.join('\n') ?? '' };
    case 'sources':
    case 'providers':
      // Each on its own screen.
      return {};
    case 'hours': {
      const { days, from, to } = (value as StaffHours | null) ?? {
        days: DAYS.map(([day]) => day),
        from: '',
        to: '',
      };
      const open = Object.fromEntries(days.map((day) => [`${key}.${day}`, 'on']));
      return {
        ...open,
        [`${key}.always`]: value === null ? 'on' : '',
        [`${key}.from`]: from,
        [`${key}.to`]: to,
      };
    }
    case 'seller':
      return Object.fromEntries(
        SELLER_PARTS.map(([part]) => [`${key}.${part}`, (value as Seller | null)?.[part] ?? '']),
      );
    case 'text':
      return { [key]: (value as string | null) ?? FIRST_TEXTS[key] ?? '' };
    case 'line':
    case 'secret':
    case 'whole':
    case 'logo':
    case 'color':
    case 'choice':
      return { [key]: value === null ? '' : `${value as string | number}` };
  }
}

/** What was typed into the inputs of these settings, as new values. */
export function readSettingForm(keys: readonly SettingKey[], form: Typed): SettingEntries {
  return Object.fromEntries(keys.map((key) => [key, readSetting(key, form)]));
}

function readSetting(key: SettingKey, form: Typed): unknown {
  const kind: SettingKind = SETTINGS[key].kind;
  const typed = form[key] ?? '';
  const part = (name: string) => (form[`${key}.${name}`] ?? '').trim();
  switch (kind) {
    case 'reais':
      return readReais(typed);
    case 'switch':
      return typed === 'on';
    case 'whole':
      return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null;
    case 'hours': {
      if (part('always') === 'on') return null;
      const days = DAYS.map(([day]) => day).filter((day) => part(String(day)) === 'on');
      return { days, from: part('from'), to: part('to') };
    }
    case 'seller': {
      const parts = SELLER_PARTS.map(([name]) => [name, part(name)] as const);
      return parts.every(([, text]) => text === '') ? null : Object.fromEntries(parts);
    }
    case 'text':
      return typed.replaceAll('\r\n', '\n').trim() === FIRST_TEXTS[key] ? '' : typed;
    case 'logo':
      return part('none') === 'on' ? null : typed;
    case 'line':
    case 'secret':
    case 'mails':
    case 'color':
    case 'choice':
      return typed;
    case 'providers':
    case 'sources':
      return null;
  }
}
