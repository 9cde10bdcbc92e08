import { z } from 'zod';
import { NEUTRALS } from '#shop/brand/compute-theme.ts';
import { OWN_LOOK, TYPEFACES } from '#shop/brand/read-look.ts';
import { readInstaller } from '#shop/text/check-install-link.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { readTaxId } from '#shop/text/read-tax-id.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';
import { SETTING_WORDS, type SettingWords } from './setting-words.ts';

export type SettingKind =
  | 'line'
  | 'text'
  | 'secret'
  | 'reais'
  | 'whole'
  | 'switch'
  | 'mails'
  | 'hours'
  | 'seller'
  | 'logo'
  | 'color'
  | 'choice'
  | 'sources'
  | 'providers';

export interface Setting extends SettingWords {
  /** How the panel shows it. */
  kind: SettingKind;
  schema: z.ZodType;
  /** What the person reads when `schema` refuses a value. */
  wrong: string;
}

const UNSEEN = /[\p{Cc}\p{Cs}]/u;
const line = (most: number) =>
  z
    .string()
    .transform(tidyLine)
    .refine((text) => text !== '' && text.length <= most && !UNSEEN.test(text));
/** An empty field means "none". */
const orNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
  );
const mail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  // A name without a dot is a machine of the own network.
  .regex(/^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]+$/)
  .refine((address) => !UNSEEN.test(address));
const secret = orNone(
  z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21-\x7e]+$/),
);
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

const staffHours = z.strictObject({
  /** 1 is Monday, 7 is Sunday. */
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  from: time,
  /** Not later than `from`: on the next day. */
  to: time,
});
export type StaffHours = z.output<typeof staffHours>;

const seller = z.strictObject({
  name: line(120),
  document: z
    .string()
    .transform(readTaxId)
    .refine((document) => document !== null),
  address: line(200),
  email: mail,
  phone: line(30),
});
export type Seller = z.output<typeof seller>;

const providerNames = z
  .array(z.string().regex(/^[a-z]{1,40}$/))
  .max(10)
  .transform((names) => [...new Set(names)]);

// What several settings have in common.
const webAddress = {
  kind: 'line',
  schema: orNone(
    z
      .string()
      .trim()
      .max(500)
      .refine((address) => checkLink(address).ok),
  ),
  wrong: 'Informe um endereço completo, começando com https://',
} as const;
const longText = {
  kind: 'text',
  schema: orNone(z.string().max(50_000).transform(tidyParagraphs)),
  wrong: 'Use até 50.000 caracteres.',
} as const;
const onOff = { kind: 'switch', schema: z.boolean(), wrong: 'Use ligado ou desligado.' } as const;
const upTo = (most: number) =>
  ({
    kind: 'whole',
    schema: z.number().int().min(1).max(most),
    wrong: `Informe um número inteiro de 1 a ${most}.`,
  }) as const;

/**
 * What staff set in the panel: one row for each, which the panel's form, `GET/PUT /api/admin/settings` and
 * `ctx.settings` read. docs/decisions/settings.md.
 */
export const SETTINGS = {
  brandName: {
    ...SETTING_WORDS.brandName,
    kind: 'line',
    // The code of a bank spells it in plain Latin letters.
    schema: line(60).refine((name) => /[a-z\d]/i.test(name.normalize('NFD'))),
    wrong: 'Informe um nome de até 60 caracteres, com ao menos uma letra ou um número.',
  },
  supportEmail: {
    ...SETTING_WORDS.supportEmail,
    kind: 'line',
    schema: mail,
    wrong: 'Informe um endereço de e-mail.',
  },
  flatPriceCents: {
    ...SETTING_WORDS.flatPriceCents,
    kind: 'reais',
    schema: z.number().int().min(100).max(500_000),
    wrong: 'Informe um preço de R$ 1,00 a R$ 5.000,00, com até 2 casas decimais.',
  },
  pricesByProduct: { ...SETTING_WORDS.pricesByProduct, ...onOff },
  modifierUrl: { ...SETTING_WORDS.modifierUrl, ...webAddress },
  tutorialVideoUrl: { ...SETTING_WORDS.tutorialVideoUrl, ...webAddress },
  socialUrl: { ...SETTING_WORDS.socialUrl, ...webAddress },
  promiseMinutes: { ...SETTING_WORDS.promiseMinutes, ...upTo(1440) },
  staffHours: {
    ...SETTING_WORDS.staffHours,
    kind: 'hours',
    schema: staffHours.refine(({ from, to }) => from !== to).nullable(),
    wrong: 'Marque ao menos um dia e informe início e fim diferentes.',
  },
  alertEmails: {
    ...SETTING_WORDS.alertEmails,
    kind: 'mails',
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : value),
      z.array(mail).max(20),
    ),
    wrong: 'Informe até 20 endereços de e-mail, um por linha.',
  },
  discordWebhook: {
    ...SETTING_WORDS.discordWebhook,
    kind: 'secret',
    schema: secret,
    wrong: 'Informe o endereço do webhook, sem espaços.',
  },
  telegramBotToken: {
    ...SETTING_WORDS.telegramBotToken,
    kind: 'secret',
    // It becomes a part of the path.
    schema: orNone(
      z
        .string()
        .trim()
        .max(500)
        .regex(/^[\w:-]+$/),
    ),
    wrong: 'Este não é o token de um bot do Telegram. Copie-o do @BotFather, sem espaços.',
  },
  telegramChatId: {
    ...SETTING_WORDS.telegramChatId,
    kind: 'line',
    schema: orNone(
      z
        .string()
        .trim()
        .regex(/^(?:-?\d{1,20}|@\w{4,64})$/),
    ),
    wrong: 'Informe o número da conversa ou o @nome do canal.',
  },
  seller: {
    ...SETTING_WORDS.seller,
    kind: 'seller',
    schema: seller.nullable(),
    wrong: 'Informe nome, CPF ou CNPJ válido, endereço, e-mail e telefone.',
  },
  privacyText: { ...SETTING_WORDS.privacyText, ...longText },
  termsText: { ...SETTING_WORDS.termsText, ...longText },
  automaticWithdrawal: { ...SETTING_WORDS.automaticWithdrawal, ...onOff },
  brandLogo: {
    ...SETTING_WORDS.brandLogo,
    kind: 'logo',
    schema: orNone(z.guid().toLowerCase()),
    wrong: 'Envie o logo de novo.',
  },
  brandColor: {
    ...SETTING_WORDS.brandColor,
    kind: 'color',
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[\da-f]{6}$/),
    wrong: 'Informe uma cor como #ffb020.',
  },
  brandNeutral: {
    ...SETTING_WORDS.brandNeutral,
    kind: 'choice',
    schema: z.enum(NEUTRALS),
    wrong: 'Escolha frio, neutro ou quente.',
  },
  brandTypeface: {
    ...SETTING_WORDS.brandTypeface,
    kind: 'choice',
    schema: z.enum(TYPEFACES),
    wrong: 'Escolha uma das quatro letras.',
  },
  brandRadius: {
    ...SETTING_WORDS.brandRadius,
    kind: 'whole',
    schema: z.number().int().min(0).max(20),
    wrong: 'Informe um número inteiro de 0 a 20.',
  },
  maxFileMb: { ...SETTING_WORDS.maxFileMb, ...upTo(10_000) },
  installLink: {
    ...SETTING_WORDS.installLink,
    kind: 'line',
    schema: orNone(
      z
        .string()
        .trim()
        .max(500)
        .refine((link) => readInstaller(link) !== null),
    ),
    wrong: 'Comece com ltk:// e diga onde entra o endereço do arquivo: {url}.',
  },
  patchRadar: {
    ...SETTING_WORDS.patchRadar,
    kind: 'choice',
    schema: z.enum(['off', 'ask', 'mark']),
    wrong: 'Escolha desligado, perguntar ou marcar.',
  },
  lowStock: {
    ...SETTING_WORDS.lowStock,
    kind: 'whole',
    schema: z.number().int().min(0).max(10_000),
    wrong: 'Informe um número inteiro de 0 a 10000.',
  },
  catalogSources: {
    ...SETTING_WORDS.catalogSources,
    kind: 'sources',
    schema: z
      .array(z.string().regex(/^(?:lol|file:[a-z0-9-]{1,40})$/))
      .min(1)
      .max(50)
      .transform((sources) => [...new Set(sources)]),
    wrong: 'Deixe ao menos um catálogo à venda: lol, ou file: e o nome de um catálogo publicado.',
  },
  pixGateways: {
    ...SETTING_WORDS.pixGateways,
    kind: 'providers',
    schema: z.strictObject({ order: providerNames, paused: providerNames.default([]) }),
    wrong: 'Informe a ordem dos provedores e, entre eles, os parados.',
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValues = { [K in SettingKey]: z.output<(typeof SETTINGS)[K]['schema']> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

export const isSecret = (key: SettingKey): boolean => SETTINGS[key].kind === 'secret';

/** What holds until it is saved in the panel. The rest comes from the environment (docs/environment.md). */
export const FIRST_VALUES = {
  flatPriceCents: 1500,
  pricesByProduct: false,
  installLink: null,
  promiseMinutes: 15,
  staffHours: null,
  alertEmails: [],
  discordWebhook: null,
  telegramBotToken: null,
  telegramChatId: null,
  seller: null,
  privacyText: null,
  termsText: null,
  automaticWithdrawal: false,
  maxFileMb: 500,
  patchRadar: 'ask',
  lowStock: 5,
  catalogSources: ['lol'],
  pixGateways: { order: [] as string[], paused: [] as string[] },
  ...OWN_LOOK,
} as const satisfies Partial<SettingValues>;
