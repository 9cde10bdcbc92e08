import { z } from 'zod';
import { checkLink } from '#shop/text/check-link.ts';
import { readTaxId } from '#shop/text/read-tax-id.ts';
import { tidyLine, tidyParagraphs } from '#shop/text/tidy-text.ts';

export type SettingKind =
  | 'line'
  | 'text'
  | 'secret'
  | 'reais'
  | 'whole'
  | 'switch'
  | 'mails'
  | 'hours'
  | 'seller';

/** The parts of the screen, in its order. */
export const SETTING_GROUPS = {
  shop: 'Loja',
  price: 'Preço',
  promise: 'Entrega',
  links: 'Endereços',
  alerts: 'Avisos à equipe',
  rights: 'Direitos de quem compra',
} as const;

interface Setting {
  /** How the panel shows it. */
  kind: SettingKind;
  /** null: the panel does not offer it until the feature that reads it is there. */
  group: keyof typeof SETTING_GROUPS | null;
  label: string;
  help: string;
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
const text = orNone(z.string().max(50_000).transform(tidyParagraphs));
const mail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  // A name without a dot is a machine of the own network.
  .regex(/^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]+$/)
  .refine((address) => !UNSEEN.test(address));
const link = orNone(
  z
    .string()
    .trim()
    .max(500)
    .refine((address) => checkLink(address).ok),
);
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

const TEXT_HELP =
  'Complete o que está entre colchetes; vazio, volta o texto que vem com a loja. Uma linha com ## no começo é um título, com - um item de lista; {loja}, {vendedor}, {suporte}, {prazo} e {devolucao} são preenchidos sozinhos.';

/**
 * What staff set in the panel (ruling 40): one row for each, which the panel's form, `GET/PUT /api/admin/settings` and
 * `ctx.settings` read. docs/decisions/settings.md.
 */
export const SETTINGS = {
  brandName: {
    kind: 'line',
    group: 'shop',
    label: 'Nome da loja',
    help: 'Aparece no site, nos e-mails e na descrição do PIX.',
    // The code of a bank spells it in plain Latin letters.
    schema: line(60).refine((name) => /[a-z\d]/i.test(name.normalize('NFD'))),
    wrong: 'Informe um nome de até 60 caracteres, com ao menos uma letra ou um número.',
  },
  supportEmail: {
    kind: 'line',
    group: 'shop',
    label: 'E-mail de suporte',
    help: 'Recebe as mensagens dos formulários e aparece para os clientes.',
    schema: mail,
    wrong: 'Informe um endereço de e-mail.',
  },
  flatPriceCents: {
    kind: 'reais',
    group: 'price',
    label: 'Preço de cada skin (R$)',
    help: 'Vale para todas as skins a partir de agora. Pedidos já feitos mantêm o preço deles.',
    schema: z.number().int().min(100).max(500_000),
    wrong: 'Informe um preço de R$ 1,00 a R$ 5.000,00, com até 2 casas decimais.',
  },
  pricesByProduct: {
    kind: 'switch',
    group: 'price',
    label: 'Preços por produto',
    help: 'Ligado, a skin de um produto ativo custa o preço desse produto. As outras seguem o preço único.',
    schema: z.boolean(),
    wrong: 'Use ligado ou desligado.',
  },
  modifierUrl: {
    kind: 'line',
    group: 'links',
    label: 'Aplicativo modificador',
    help: 'Onde o cliente baixa o aplicativo. Vazio: a página diz que o link ainda não está disponível.',
    schema: link,
    wrong: 'Informe um endereço completo, começando com https://',
  },
  tutorialVideoUrl: {
    kind: 'line',
    group: 'links',
    label: 'Vídeo do tutorial',
    help: 'Endereço do vídeo no YouTube ou no Vimeo, mostrado em ‘Como Utilizar’.',
    schema: link,
    wrong: 'Informe um endereço completo, começando com https://',
  },
  socialUrl: {
    kind: 'line',
    group: 'links',
    label: 'Rede social',
    help: 'Vira um link no rodapé de todas as páginas.',
    schema: link,
    wrong: 'Informe um endereço completo, começando com https://',
  },
  promiseMinutes: {
    kind: 'whole',
    group: 'promise',
    label: 'Prazo de entrega (minutos)',
    help: 'Contado do pagamento, só dentro do horário da equipe.',
    schema: z.number().int().min(1).max(1440),
    wrong: 'Informe um número inteiro de 1 a 1440.',
  },
  staffHours: {
    kind: 'hours',
    group: 'promise',
    label: 'Horário da equipe',
    help: 'Horário de São Paulo. Fora dele, quem compra lê antes de pagar quando a entrega chega.',
    schema: staffHours.refine(({ from, to }) => from !== to).nullable(),
    wrong: 'Marque ao menos um dia e informe início e fim diferentes.',
  },
  alertEmails: {
    kind: 'mails',
    group: 'alerts',
    label: 'E-mails de aviso',
    help: 'Um endereço por linha. A loja avisa quando um pedido espera, atrasa ou algo não saiu.',
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : value),
      z.array(mail).max(20),
    ),
    wrong: 'Informe até 20 endereços de e-mail, um por linha.',
  },
  discordWebhook: {
    kind: 'secret',
    group: 'alerts',
    label: 'Webhook do Discord',
    help: 'Endereço criado em Integrações, no canal da equipe.',
    schema: secret,
    wrong: 'Informe o endereço do webhook, sem espaços.',
  },
  telegramBotToken: {
    kind: 'secret',
    group: 'alerts',
    label: 'Token do bot do Telegram',
    help: 'O que o @BotFather mostrou.',
    schema: secret,
    wrong: 'Informe o token, sem espaços.',
  },
  telegramChatId: {
    kind: 'line',
    group: 'alerts',
    label: 'Conversa do Telegram',
    help: 'O número da conversa ou o @nome do canal.',
    schema: orNone(
      z
        .string()
        .trim()
        .regex(/^(?:-?\d{1,20}|@\w{4,64})$/),
    ),
    wrong: 'Informe o número da conversa ou o @nome do canal.',
  },
  seller: {
    kind: 'seller',
    group: 'shop',
    label: 'Vendedor',
    help: 'Quem responde pela loja. Uma loja sem estes dados não está pronta para vender.',
    schema: seller.nullable(),
    wrong: 'Informe nome, CPF ou CNPJ válido, endereço, e-mail e telefone.',
  },
  privacyText: {
    kind: 'text',
    group: 'rights',
    label: 'Política de privacidade',
    help: `O texto de /privacidade. ${TEXT_HELP}`,
    schema: text,
    wrong: 'Use até 50.000 caracteres.',
  },
  termsText: {
    kind: 'text',
    group: 'rights',
    label: 'Termos de uso',
    help: `O texto de /termos. ${TEXT_HELP}`,
    schema: text,
    wrong: 'Use até 50.000 caracteres.',
  },
  automaticWithdrawal: {
    kind: 'switch',
    group: 'rights',
    label: 'Devolução automática',
    help: 'Ligada, quem pede a devolução antes de baixar recebe o dinheiro de volta sem esperar a equipe. Os outros pedidos de devolução aparecem em Atenção.',
    schema: z.boolean(),
    wrong: 'Use ligado ou desligado.',
  },
  maxFileMb: {
    kind: 'whole',
    group: 'promise',
    label: 'Tamanho máximo de um arquivo (MB)',
    help: 'Vale para os arquivos que a equipe envia.',
    schema: z.number().int().min(1).max(10_000),
    wrong: 'Informe um número inteiro de 1 a 10000.',
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
} as const satisfies Partial<SettingValues>;
