import { accessSync, constants, mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { GATEWAYS } from '#gateways/all-gateways.ts';
import { address, oneOf, secret, service, text, web } from '#gateways/http/setting-schemas.ts';
import type { GatewayProvider } from '#shop/payments/gateway.ts';
import { MAIL_ADDRESS } from '../auth/any-address.ts';
import { ensureAuthSecret } from '../auth/auth-secret.ts';

type Source = Readonly<Record<string, string | undefined>>;

type Provider = (typeof GATEWAYS)[number];

/** The settings of a provider, as its `read` makes them. */
export type GatewayEnv = {
  [P in Provider as P['name']]: { name: P['name'] } & ReturnType<P['read']>;
}[Provider['name']];

const PROVIDERS: readonly GatewayProvider[] = GATEWAYS as readonly unknown[] as readonly GatewayProvider[];

export function providerOf(name: string): GatewayProvider {
  const provider = PROVIDERS.find((one) => one.name === name);
  if (!provider)
    throw new Error(`No provider is called ${name}: gateways/all-gateways.ts has no row for it.`);
  return provider;
}

/** All settings of the operator, parsed and checked. Addresses have no trailing slash. */
export interface Env {
  production: boolean;
  port: number;
  host: string;
  appUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler in transaction mode; otherwise the same address. */
  databaseDirectUrl: string | null;
  /** A standby for what may be a second old. */
  databaseReadUrl: string | null;
  authSecret: string;
  /** The former `authSecret`. The boot encrypts its secrets again with the current one. */
  previousAuthSecret: string | null;
  admin: { email: string; password: string } | null;
  catalogUrl: string;
  catalogLocale: string;
  /** Encode pictures ahead of the visitors, while nobody else uses the machine. */
  preparePictures: boolean;
  /** The first of PIX_GATEWAY. */
  gateway: GatewayEnv;
  /** PIX_GATEWAY: who is asked for new charges, in this order. */
  gatewayOrder: string[];
  /** Providers with complete settings that are not the first one: the shop still handles their old charges. */
  otherGateways: GatewayEnv[];
  /** The lifetime of a PIX code. */
  chargeTtlSeconds: number;
  smtpUrl: string | null;
  mailFrom: string;
  supportEmail: string;
  s3: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** The passphrase of backups. null: they are not encrypted. */
  backupKey: string | null;
  /** Where the daily backup goes: a folder, or `s3`. null: there is none. */
  backupTo: string | null;
  backupKeep: number;
  /** Where the virus scanner listens: `tcp://host:port` or `unix:/path`. */
  clamav: string | null;
  brandName: string;
  modifierUrl: string | null;
  tutorialVideoUrl: string | null;
  socialUrl: string | null;
  workers: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Addresses or CIDR ranges that may send `X-Forwarded-For`. */
  trustedProxies: string[];
  metricsToken: string | null;
  /** `host:port` of single targets that the guarded client may call wherever they are. */
  outgoingAllow: string[];
  /** Where a Discord channel may lead: hosts, or `host:port`. */
  discordHosts: string[];
  telegramUrl: string;
  /** Staff need a second factor to act as staff. */
  requireStaffSecondFactor: boolean;
  /** null: no collector is named, and OpenTelemetry's SDK is not loaded. */
  tracing: TracingEnv | null;
}

/** What OpenTelemetry's exporter does not read by itself from the environment. */
export interface TracingEnv {
  endpoint: string;
  sampler: string;
  samplerArg: number;
  exportsMetrics: boolean;
}

/** Stops the boot. It lists every bad variable at once, so that an operator corrects them in one go. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly problems: readonly EnvProblem[];

  constructor(problems: readonly EnvProblem[]) {
    const lines = problems.map(
      ({ variable, wrong, example }) => `  ${variable}: ${wrong}. Exemplo: ${example}`,
    );
    super(`Configuração inválida (docs/environment.md):\n${lines.join('\n')}`);
    this.problems = problems;
  }
}

export interface EnvProblem {
  variable: string;
  /** Never contains the value: it may be a secret, and this text reaches logs. */
  wrong: string;
  example: string;
}

// Messages say what the value must be. They follow "NAME: ".
const wholeNumber = (least: number, most: number) => {
  const wrong = `precisa ser um número inteiro de ${least} a ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wrong)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wrong);
};
const database = address(['postgres:', 'postgresql:'], 'precisa ser um endereço postgres://', {
  // The driver takes the folder of a Unix socket so.
  hasHost: ({ host, searchParams }) => host !== '' || Boolean(searchParams.get('host')),
});
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
/** As `URL` spells a host: in lower case, IPv6 in brackets. */
const HOST = String.raw`(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])`;
const hosts = (pattern: string, wrong: string) =>
  list
    .transform((entries) => entries.map((entry) => entry.toLowerCase()))
    .refine((entries) => entries.every((entry) => new RegExp(`^${pattern}$`).test(entry)), wrong);
const origin = web
  .transform((value) => new URL(value))
  .refine(({ href, origin: whole }) => href === `${whole}/`, 'precisa ser só a origem, sem caminho')
  // As browsers spell it: without the usual port, and with a name in ASCII.
  .transform(({ origin: whole }) => whole);
const mailAddress = z.string().regex(MAIL_ADDRESS, 'precisa ser um endereço de e-mail');
const sender = z
  .string()
  .regex(
    /^(?:[^\s@<>"]+@[^\s@<>"]+|[^<>"\p{Cc}]{1,80} <[^\s@<>"]+@[^\s@<>"]+>)$/u,
    'precisa ser um endereço de e-mail',
  );
const headerPairs = list.refine(
  (entries) => entries.every((entry) => /^[\w-]+\s*=\s*[\x21-\x7e]+$/.test(entry)),
  'precisa ser nome=valor, com vírgula entre um e outro',
);
const gatewayNames = GATEWAYS.map(({ name }): string => name);
const gatewayOrder = list.refine(
  (names) =>
    names.length > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => gatewayNames.includes(name)),
  `precisa ser ${gatewayNames.join(', ')}, ou alguns deles com vírgula entre um e outro`,
);
const fraction = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'precisa ser um número de 0 a 1')
  .transform(Number);
const proxies = list.refine(
  (entries) => entries.every(isAddressOrRange),
  'precisa ser uma lista de IPs ou faixas CIDR separados por vírgula',
);

function isAddressOrRange(entry: string): boolean {
  const [ip = '', prefix, ...rest] = entry.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** One row for each variable of the operating contract: how it is parsed, and a valid example. */
const VARIABLES = {
  // A misspelt "prod" must not silently disable the production safeguards.
  NODE_ENV: [oneOf('production', 'development', 'test'), 'production'],
  PORT: [wholeNumber(0, 65_535), '3000'],
  HOST: [z.string().regex(/^[\w.:%-]+$/, 'precisa ser um IP ou nome de máquina'), '127.0.0.1'],
  APP_URL: [origin, 'https://loja.exemplo.com.br'],
  DATA_DIR: [text, './data'],
  DATABASE_URL: [database, 'postgres://usuario:senha@127.0.0.1:5432/fulgor'],
  DATABASE_DIRECT_URL: [database, 'postgres://usuario:senha@127.0.0.1:5432/fulgor'],
  DATABASE_READ_URL: [database, 'postgres://usuario:senha@127.0.0.1:5433/fulgor'],
  AUTH_SECRET: [secret.min(32, 'precisa de 32 caracteres ou mais'), 'a saída de: openssl rand -base64 32'],
  AUTH_SECRET_PREVIOUS: [secret.min(32, 'precisa de 32 caracteres ou mais'), 'o AUTH_SECRET de antes'],
  ADMIN_EMAIL: [mailAddress, 'equipe@exemplo.com.br'],
  ADMIN_PASSWORD: [z.string().min(6, 'precisa de 6 caracteres ou mais'), 'uma senha longa'],
  CATALOG_URL: [service, 'https://ddragon.leagueoflegends.com'],
  CATALOG_LOCALE: [z.string().regex(/^[a-z]{2}_[A-Z]{2}$/, 'precisa ser um idioma e um país'), 'pt_BR'],
  PREPARE_PICTURES: [oneOf('0', '1'), '0'],
  PIX_GATEWAY: [gatewayOrder, 'abacatepay'],
  PIX_TTL_SECONDS: [wholeNumber(5, 86_400), '3600'],
  ALLOW_SIMULATOR: [oneOf('0', '1'), '1'],
  SMTP_URL: [
    address(['smtp:', 'smtps:'], 'precisa ser um endereço smtp:// ou smtps://'),
    'smtps://usuario:senha@smtp.exemplo.com.br:465',
  ],
  MAIL_FROM: [sender, 'Fulgor <loja@exemplo.com.br>'],
  SUPPORT_EMAIL: [mailAddress, 'suporte@exemplo.com.br'],
  S3_ENDPOINT: [service, 'https://s3.sa-east-1.amazonaws.com'],
  S3_REGION: [secret, 'sa-east-1'],
  S3_BUCKET: [z.string().regex(/^[\w.-]{3,63}$/, 'precisa ser um nome de bucket'), 'fulgor-arquivos'],
  S3_ACCESS_KEY_ID: [secret, 'o identificador da chave de acesso'],
  S3_SECRET_ACCESS_KEY: [secret, 'o segredo da chave de acesso'],
  BACKUP_KEY: [z.string().min(12, 'precisa de 12 caracteres ou mais'), 'a saída de: openssl rand -base64 32'],
  // What means a bucket and is misspelt, or a path from who knows where, would be a folder beside the shop itself.
  BACKUP_TO: [
    text.refine(
      (value) => value === 's3' || isAbsolute(value),
      'precisa ser o caminho completo de uma pasta, ou só s3 (o bucket vai em S3_BUCKET)',
    ),
    '/mnt/backup/fulgor',
  ],
  BACKUP_KEEP: [wholeNumber(1, 1000), '14'],
  CLAMAV: [
    z
      .string()
      .regex(
        /^(?:tcp:\/\/(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}|unix:\/[^?#]+)$/,
        'precisa ser tcp://máquina:porta ou unix:/caminho',
      ),
    'tcp://127.0.0.1:3310',
  ],
  BRAND_NAME: [text.max(60, 'passa de 60 caracteres'), 'Fulgor'],
  MODIFIER_URL: [web, 'https://exemplo.com.br/modificador'],
  TUTORIAL_VIDEO_URL: [web, 'https://www.youtube-nocookie.com/embed/CODIGO'],
  SOCIAL_URL: [web, 'https://instagram.com/loja'],
  WORKERS: [wholeNumber(1, 64), '4'],
  LOG_LEVEL: [oneOf('debug', 'info', 'warn', 'error'), 'info'],
  METRICS_TOKEN: [secret, 'a saída de: openssl rand -hex 32'],
  REQUIRE_STAFF_2FA: [oneOf('0', '1'), '1'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [service, 'http://127.0.0.1:4318'],
  // The exporter reads them by itself; a mistake is told here, in the operator's language.
  OTEL_EXPORTER_OTLP_PROTOCOL: [oneOf('http/protobuf'), 'http/protobuf'],
  OTEL_EXPORTER_OTLP_HEADERS: [headerPairs, 'api-key=CHAVE'],
  OTEL_SERVICE_NAME: [text, 'fulgor'],
  OTEL_TRACES_SAMPLER: [
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_traceidratio',
  ],
  OTEL_TRACES_SAMPLER_ARG: [fraction, '0.1'],
  OTEL_METRICS_EXPORTER: [oneOf('otlp', 'none'), 'none'],
  TRUSTED_PROXIES: [proxies, '127.0.0.1, 10.0.0.0/8'],
  OUTGOING_ALLOW: [
    hosts(`${HOST}:\\d{1,5}`, 'precisa ser uma lista de máquina:porta separados por vírgula'),
    '127.0.0.1:4000',
  ],
  DISCORD_HOSTS: [
    hosts(`${HOST}(?::\\d{1,5})?`, 'precisa ser uma lista de nomes de máquina separados por vírgula'),
    'discord.com,discordapp.com',
  ],
  TELEGRAM_URL: [service, 'https://api.telegram.org'],
} as const satisfies Record<string, readonly [schema: z.ZodType, example: string]>;

type Variable = keyof typeof VARIABLES;
type Values = { [V in Variable]: z.output<(typeof VARIABLES)[V][0]> | undefined };

/** Those of the shop, and those of each provider. */
const ALL_VARIABLES: Record<string, readonly [schema: z.ZodType, example: string]> = Object.assign(
  {},
  VARIABLES,
  ...GATEWAYS.map(({ variables }) => variables),
);

export const ENV_VARIABLES = Object.keys(ALL_VARIABLES);

interface Reading {
  /** By their names, those that could be read. */
  parsed: Readonly<Record<string, unknown>>;
  problems: EnvProblem[];
  /** Those that are set and could not be read. */
  bad: ReadonlySet<string>;
  report(variable: string, wrong: string): void;
  need(variable: string, why: string): string;
}

function readVariables(source: Source): Reading {
  const problems: EnvProblem[] = [];
  const bad = new Set<string>();
  const report = (variable: string, wrong: string) => {
    problems.push({ variable, wrong, example: ALL_VARIABLES[variable]?.[1] ?? '' });
    bad.add(variable);
  };

  const parsed: Record<string, unknown> = {};
  for (const [variable, [schema]] of Object.entries(ALL_VARIABLES)) {
    const raw = source[variable] ?? '';
    // `PORT=` in an env file means "not set", not "set to nothing".
    if (raw.trim() === '') continue;
    // A password keeps its spaces, as in the sign-in form.
    const result = schema.safeParse(variable === 'ADMIN_PASSWORD' ? raw : raw.trim());
    if (result.success) parsed[variable] = result.data;
    else report(variable, result.error.issues[0]?.message ?? 'valor inválido');
  }
  /**
   * The value of the variable, or a problem if it is missing. The empty string only lives until `EnvError` is thrown.
   */
  const need = (variable: string, why: string): string => {
    const value = parsed[variable];
    if (value === undefined && !bad.has(variable)) report(variable, `é obrigatória ${why}`);
    return typeof value === 'string' ? value : '';
  };
  return { parsed, problems, bad, report, need };
}

/**
 * Parses everything but the session secret, which `readEnv` makes if none is given. Pure, except that it reads the
 * PEM files of the bank.
 */
export function parseEnv(source: Source): Omit<Env, 'authSecret'> & { authSecret: string | null } {
  const reading = readVariables(source);
  const { problems, bad, report, need } = reading;
  const v = reading.parsed as Values;

  for (const { findMistake } of PROVIDERS) {
    const mistake = findMistake?.(reading.parsed);
    if (mistake) report(mistake.variable, mistake.wrong);
  }
  const production = v.NODE_ENV === 'production';
  const port = v.PORT ?? 3000;
  if (production && v.DATABASE_URL) need('AUTH_SECRET', 'em produção com DATABASE_URL');
  if (v.DATABASE_DIRECT_URL) need('DATABASE_URL', 'junto com DATABASE_DIRECT_URL');
  if (v.DATABASE_READ_URL) need('DATABASE_URL', 'junto com DATABASE_READ_URL');
  if (production && v.OUTGOING_ALLOW && v.ALLOW_SIMULATOR !== '1')
    report('OUTGOING_ALLOW', 'abre a rede interna e não vale com NODE_ENV=production sem ALLOW_SIMULATOR=1');
  if ((v.WORKERS ?? 1) > 1)
    need('DATABASE_URL', 'com WORKERS maior que 1 (o banco embutido aceita um processo só)');

  if (v.BACKUP_TO === 's3') need('S3_ENDPOINT', 'com BACKUP_TO=s3');

  const result = {
    production,
    port,
    host: v.HOST ?? '127.0.0.1',
    appUrl: v.APP_URL ?? `http://localhost:${port}`,
    dataDir: v.DATA_DIR ?? './data',
    databaseUrl: v.DATABASE_URL ?? null,
    databaseDirectUrl: v.DATABASE_DIRECT_URL ?? v.DATABASE_URL ?? null,
    databaseReadUrl: v.DATABASE_READ_URL ?? null,
    authSecret: v.AUTH_SECRET ?? null,
    previousAuthSecret: v.AUTH_SECRET_PREVIOUS ?? null,
    admin: readGroup(['ADMIN_EMAIL', 'ADMIN_PASSWORD'], () => ({
      email: need('ADMIN_EMAIL', 'junto com ADMIN_PASSWORD'),
      password: need('ADMIN_PASSWORD', 'junto com ADMIN_EMAIL'),
    })),
    catalogUrl: v.CATALOG_URL ?? 'https://ddragon.leagueoflegends.com',
    catalogLocale: v.CATALOG_LOCALE ?? 'pt_BR',
    preparePictures: v.PREPARE_PICTURES !== '0',
    ...readGateways(reading, v.PIX_GATEWAY ?? ['simulator'], !production || v.ALLOW_SIMULATOR === '1'),
    chargeTtlSeconds: v.PIX_TTL_SECONDS ?? 3600,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? 'loja@localhost',
    supportEmail: v.SUPPORT_EMAIL ?? 'suporte@localhost',
    s3: readGroup(
      ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      () => ({
        endpoint: need('S3_ENDPOINT', 'junto com as outras S3_*'),
        region: need('S3_REGION', 'junto com as outras S3_*'),
        bucket: need('S3_BUCKET', 'junto com as outras S3_*'),
        accessKeyId: need('S3_ACCESS_KEY_ID', 'junto com as outras S3_*'),
        secretAccessKey: need('S3_SECRET_ACCESS_KEY', 'junto com as outras S3_*'),
      }),
    ),
    backupKey: v.BACKUP_KEY ?? null,
    backupTo: v.BACKUP_TO ?? null,
    backupKeep: v.BACKUP_KEEP ?? 14,
    clamav: v.CLAMAV ?? null,
    brandName: v.BRAND_NAME ?? 'Fulgor',
    modifierUrl: v.MODIFIER_URL ?? null,
    tutorialVideoUrl: v.TUTORIAL_VIDEO_URL ?? null,
    socialUrl: v.SOCIAL_URL ?? null,
    workers: v.WORKERS ?? 1,
    logLevel: v.LOG_LEVEL ?? 'info',
    trustedProxies: v.TRUSTED_PROXIES ?? [],
    metricsToken: v.METRICS_TOKEN ?? null,
    outgoingAllow: v.OUTGOING_ALLOW ?? [],
    discordHosts: v.DISCORD_HOSTS ?? ['discord.com', 'discordapp.com'],
    telegramUrl: v.TELEGRAM_URL ?? 'https://api.telegram.org',
    requireStaffSecondFactor: v.REQUIRE_STAFF_2FA === '1',
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          sampler: v.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
          samplerArg: v.OTEL_TRACES_SAMPLER_ARG ?? 1,
          exportsMetrics: v.OTEL_METRICS_EXPORTER !== 'none',
        }
      : null,
  };
  if (problems.length > 0) throw new EnvError(problems);
  return result;

  function readGroup<T>(variables: Variable[], read: () => T): T | null {
    return variables.some((variable) => v[variable] !== undefined || bad.has(variable)) ? read() : null;
  }
}

/** Those of PIX_GATEWAY, and the others with complete settings: that one is incomplete is no mistake while it is not in use. */
function readGateways(
  { parsed, bad, report, need }: Reading,
  chosen: readonly string[],
  allowsSimulator: boolean,
): Pick<Env, 'gateway' | 'gatewayOrder' | 'otherGateways'> {
  const read = (name: string, needed: Parameters<GatewayProvider['read']>[1]) =>
    ({ name, ...providerOf(name).read(parsed, needed) }) as GatewayEnv;
  if (chosen.includes('simulator') && !allowsSimulator && !bad.has('PIX_GATEWAY')) {
    report('PIX_GATEWAY', 'o simulador não roda com NODE_ENV=production sem ALLOW_SIMULATOR=1');
  }
  const [gateway, ...next] = chosen.map((name) =>
    read(name, (variable, why = `com PIX_GATEWAY=${chosen.join(',')}`) => need(variable, why)),
  );
  if (!gateway) throw new Error('No gateway is chosen.');
  const others = PROVIDERS.flatMap(({ name }) => {
    let isComplete = !chosen.includes(name) && (name !== 'simulator' || allowsSimulator);
    const settings = read(name, (variable) => {
      const value = parsed[variable];
      isComplete &&= value !== undefined;
      return typeof value === 'string' ? value : '';
    });
    return isComplete ? [settings] : [];
  });
  return { gateway, gatewayOrder: [...chosen], otherGateways: [...next, ...others] };
}

const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

/** The settings for `server/main.ts`. Throws `EnvError`; makes the session secret on a first start. */
export function readEnv(source: Source): Env {
  const env = parseEnv(source);
  return {
    ...env,
    authSecret: env.authSecret ?? writingTo(env.dataDir, () => ensureAuthSecret(env.dataDir)),
  };
}

/** Asked before the shop begins: an embedded database would say in words of its own that its folder is not writable. */
export function refuseUnwritableData({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): void {
  for (const folder of databaseUrl === null ? [dataDir, join(dataDir, 'db')] : [dataDir])
    writingTo(folder, () => {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK | constants.X_OK);
    });
}

function writingTo<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    if (!isFull && !NOT_WRITABLE.includes(code)) throw error;
    const wrong = `${isFull ? 'não há mais espaço no disco de' : 'a loja não pode escrever em'} ${folder}`;
    throw new EnvError([{ variable: 'DATA_DIR', wrong, example: './data' }]);
  }
}
