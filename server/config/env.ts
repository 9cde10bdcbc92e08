import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { GATEWAY_NAMES, type GatewayName } from '#shop/payments/gateway.ts';
import { MAIL_ADDRESS } from '../auth/any-address.ts';
import { ensureAuthSecret } from '../auth/auth-secret.ts';
import { holdsCertificates, holdsPrivateKey, keyFitsCertificate } from '../storage/bank-files.ts';

type Source = Readonly<Record<string, string | undefined>>;

export interface GatewayEnvs {
  simulator: { name: 'simulator' };
  abacatepay: {
    name: 'abacatepay';
    baseUrl: string;
    apiKey: string;
    webhookSecret: string;
    apiVersion: 1 | 2;
  };
  bacen: {
    name: 'bacen';
    baseUrl: string;
    tokenUrl: string;
    clientId: string;
    clientSecret: string;
    /** PEM files for mTLS. null only for a plain http address (a simulator of the bank). */
    certFile: string | null;
    keyFile: string | null;
    caFile: string | null;
    /** The receiver's Pix key. */
    chave: string;
    webhookToken: string;
    tokenStyle: 'basic' | 'body' | 'json';
    scopes: string;
    /** Extra headers that one bank requires in every request. */
    extraQuery: Record<string, string>;
    extraHeaders: Record<string, string>;
  };
  mercadopago: { name: 'mercadopago'; baseUrl: string; accessToken: string; webhookSecret: string };
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
  gateway: GatewayEnvs[GatewayName];
  /** Providers with complete settings that are not the chosen one: the shop still handles their old charges. */
  otherGateways: GatewayEnvs[GatewayName][];
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
  brandName: string;
  modifierUrl: string | null;
  tutorialVideoUrl: string | null;
  socialUrl: string | null;
  workers: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Addresses or CIDR ranges that may send `X-Forwarded-For`. */
  trustedProxies: string[];
  metricsToken: string | null;
  /** `host:port` of single targets that the client of ruling 37 may call wherever they are. */
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
const text = z.string().regex(/^[^\p{Cc}]+$/u, 'não pode ter caracteres de controle');
const secret = z.string().regex(/^[\x21-\x7e]+$/, 'não pode ter espaços nem acentos');
const wholeNumber = (least: number, most: number) => {
  const wrong = `precisa ser um número inteiro de ${least} a ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wrong)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wrong);
};
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
const oneOf = <const T extends string>(...values: T[]) => z.enum(values, `precisa ser ${values.join(', ')}`);
const address = (protocols: string[], wrong: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && url.host !== '' && !/\s/.test(value);
  }, wrong);
const web = address(['http:', 'https:'], 'precisa ser um endereço http(s) completo').transform((value) =>
  value.replace(/\/+$/, ''),
);
const service = web.refine((value) => !/[?#]/.test(value), 'não pode ter "?" nem "#"');
const origin = web
  .refine((value) => URL.parse(value)?.origin === value.toLowerCase(), 'precisa ser só a origem, sem caminho')
  .transform((value) => value.toLowerCase());
const mailAddress = z.string().regex(MAIL_ADDRESS, 'precisa ser um endereço de e-mail');
const sender = z
  .string()
  .regex(
    /^(?:[^\s@<>"]+@[^\s@<>"]+|[^<>"\p{Cc}]{1,80} <[^\s@<>"]+@[^\s@<>"]+>)$/u,
    'precisa ser um endereço de e-mail',
  );
const pemFile = (holds: (path: string) => boolean, wrong: string) =>
  z
    .string()
    .refine((path) => existsSync(path), { error: 'aponta para um arquivo que não existe', abort: true })
    .refine(holds, wrong);
const certificateFile = pemFile(holdsCertificates, 'o arquivo não é um certificado PEM que se possa ler');
const keyFile = pemFile(
  holdsPrivateKey,
  'o arquivo não é uma chave privada PEM, sem senha, que se possa ler',
);
/** `name=value&other=value`, like a query string. */
const pairs = (nameOf: RegExp) =>
  z
    .string()
    .transform((value) => Object.fromEntries(new URLSearchParams(value)))
    .refine(
      (entries) =>
        Object.entries(entries).every(([name, value]) => nameOf.test(name) && /^[\x20-\x7e]+$/.test(value)),
      'precisa ser nome=valor, com & entre um e outro',
    );
/** The operator cannot replace headers that the request needs. */
const HEADER_NAME = /^(?!(?:authorization|accept|content-type|content-length|host)$)[\w-]+$/i;
const headerPairs = list.refine(
  (entries) => entries.every((entry) => /^[\w-]+\s*=\s*[\x21-\x7e]+$/.test(entry)),
  'precisa ser nome=valor, com vírgula entre um e outro',
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
  DATABASE_URL: [
    address(['postgres:', 'postgresql:'], 'precisa ser um endereço postgres://'),
    'postgres://usuario:senha@127.0.0.1:5432/fulgor',
  ],
  DATABASE_DIRECT_URL: [
    address(['postgres:', 'postgresql:'], 'precisa ser um endereço postgres://'),
    'postgres://usuario:senha@127.0.0.1:5432/fulgor',
  ],
  DATABASE_READ_URL: [
    address(['postgres:', 'postgresql:'], 'precisa ser um endereço postgres://'),
    'postgres://usuario:senha@127.0.0.1:5433/fulgor',
  ],
  AUTH_SECRET: [secret.min(32, 'precisa de 32 caracteres ou mais'), 'a saída de: openssl rand -base64 32'],
  AUTH_SECRET_PREVIOUS: [secret.min(32, 'precisa de 32 caracteres ou mais'), 'o AUTH_SECRET de antes'],
  ADMIN_EMAIL: [mailAddress, 'equipe@exemplo.com.br'],
  ADMIN_PASSWORD: [z.string().min(6, 'precisa de 6 caracteres ou mais'), 'uma senha longa'],
  CATALOG_URL: [service, 'https://ddragon.leagueoflegends.com'],
  CATALOG_LOCALE: [z.string().regex(/^[a-z]{2}_[A-Z]{2}$/, 'precisa ser um idioma e um país'), 'pt_BR'],
  PREPARE_PICTURES: [oneOf('0', '1'), '0'],
  PIX_GATEWAY: [oneOf(...GATEWAY_NAMES), 'abacatepay'],
  PIX_TTL_SECONDS: [wholeNumber(5, 86_400), '3600'],
  ALLOW_SIMULATOR: [oneOf('0', '1'), '1'],
  ABACATEPAY_URL: [service, 'https://api.abacatepay.com'],
  ABACATEPAY_API_KEY: [secret, 'a chave mostrada no painel da AbacatePay'],
  ABACATEPAY_WEBHOOK_SECRET: [secret, 'o segredo cadastrado junto com o webhook'],
  ABACATEPAY_API_VERSION: [oneOf('1', '2'), '1'],
  BACEN_PIX_URL: [service, 'https://pix.banco.com.br/v2'],
  BACEN_PIX_TOKEN_URL: [web, 'https://pix.banco.com.br/oauth/token'],
  BACEN_PIX_CLIENT_ID: [secret, 'o client_id dado pelo banco'],
  BACEN_PIX_CLIENT_SECRET: [secret, 'o client_secret dado pelo banco'],
  BACEN_PIX_CERT: [certificateFile, '/etc/fulgor/pix-cert.pem'],
  BACEN_PIX_KEY: [keyFile, '/etc/fulgor/pix-key.pem'],
  BACEN_PIX_CA: [certificateFile, '/etc/fulgor/pix-ca.pem'],
  BACEN_PIX_CHAVE: [text.max(77, 'passa de 77 caracteres'), 'a chave Pix do recebedor'],
  BACEN_PIX_WEBHOOK_TOKEN: [secret, 'a saída de: openssl rand -hex 32'],
  BACEN_PIX_TOKEN_STYLE: [oneOf('basic', 'body', 'json'), 'basic'],
  BACEN_PIX_SCOPES: [
    z.string().regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, 'precisa ser uma lista separada por espaços'),
    'cob.write cob.read pix.write pix.read webhook.write webhook.read',
  ],
  BACEN_PIX_EXTRA_QUERY: [pairs(/^[\w.-]+$/), 'gw-dev-app-key=CHAVE'],
  BACEN_PIX_EXTRA_HEADERS: [pairs(HEADER_NAME), 'x-skip-mtls-checking=true'],
  MERCADOPAGO_URL: [service, 'https://api.mercadopago.com'],
  MERCADOPAGO_ACCESS_TOKEN: [secret, 'o access token das credenciais de produção'],
  MERCADOPAGO_WEBHOOK_SECRET: [secret, 'a assinatura secreta mostrada em Webhooks'],
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
  BACKUP_TO: [text, '/mnt/backup/fulgor'],
  BACKUP_KEEP: [wholeNumber(1, 1000), '14'],
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

export const ENV_VARIABLES = Object.keys(VARIABLES) as Variable[];

/**
 * Parses everything but the session secret, which `readEnv` makes if none is given. Pure, except that it reads the
 * PEM files of the bank.
 */
export function parseEnv(source: Source): Omit<Env, 'authSecret'> & { authSecret: string | null } {
  const problems: EnvProblem[] = [];
  const bad = new Set<Variable>();
  const report = (variable: Variable, wrong: string) => {
    problems.push({ variable, wrong, example: VARIABLES[variable][1] });
    bad.add(variable);
  };

  const parsed: Record<string, unknown> = {};
  for (const variable of ENV_VARIABLES) {
    const raw = source[variable] ?? '';
    // `PORT=` in an env file means "not set", not "set to nothing".
    if (raw.trim() === '') continue;
    // A password keeps its spaces, as in the sign-in form.
    const result = VARIABLES[variable][0].safeParse(variable === 'ADMIN_PASSWORD' ? raw : raw.trim());
    if (result.success) parsed[variable] = result.data;
    else report(variable, result.error.issues[0]?.message ?? 'valor inválido');
  }
  const v = parsed as Values;

  /**
   * The value of the variable, or a problem if it is missing. The empty string only lives until `EnvError` is thrown.
   */
  const need = <V extends Variable>(variable: V, why: string): Values[V] & string => {
    if (v[variable] === undefined && !bad.has(variable)) report(variable, `é obrigatória ${why}`);
    return (v[variable] ?? '') as Values[V] & string;
  };

  if (
    v.BACEN_PIX_CERT !== undefined &&
    v.BACEN_PIX_KEY !== undefined &&
    !keyFitsCertificate(v.BACEN_PIX_KEY, v.BACEN_PIX_CERT)
  )
    report('BACEN_PIX_KEY', 'a chave não é a do certificado em BACEN_PIX_CERT');
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
    gateway: readGateway(v.PIX_GATEWAY ?? 'simulator'),
    otherGateways: readOtherGateways(),
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

  /** Incomplete settings of a provider that is not in use are no mistake. */
  function readOtherGateways(): GatewayEnvs[GatewayName][] {
    const isSet = (...variables: Variable[]) => variables.every((variable) => v[variable] !== undefined);
    const complete: Record<GatewayName, boolean> = {
      simulator: !production || v.ALLOW_SIMULATOR === '1',
      abacatepay: isSet('ABACATEPAY_API_KEY', 'ABACATEPAY_WEBHOOK_SECRET'),
      bacen:
        isSet('BACEN_PIX_URL', 'BACEN_PIX_TOKEN_URL', 'BACEN_PIX_CLIENT_ID', 'BACEN_PIX_CLIENT_SECRET') &&
        isSet('BACEN_PIX_CHAVE', 'BACEN_PIX_WEBHOOK_TOKEN') &&
        (v.BACEN_PIX_URL?.startsWith('http:') === true
          ? isSet('BACEN_PIX_CERT') === isSet('BACEN_PIX_KEY')
          : isSet('BACEN_PIX_CERT', 'BACEN_PIX_KEY')),
      mercadopago: isSet('MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'),
    };
    return (Object.keys(complete) as GatewayName[])
      .filter((name) => complete[name] && name !== (v.PIX_GATEWAY ?? 'simulator'))
      .map(readGateway);
  }

  function readGateway(name: GatewayName): GatewayEnvs[GatewayName] {
    const why = `com PIX_GATEWAY=${name}`;
    switch (name) {
      case 'simulator':
        if (production && v.ALLOW_SIMULATOR !== '1' && !bad.has('PIX_GATEWAY')) {
          report('PIX_GATEWAY', 'o simulador não roda com NODE_ENV=production sem ALLOW_SIMULATOR=1');
        }
        return { name };
      case 'abacatepay':
        return {
          name,
          baseUrl: v.ABACATEPAY_URL ?? 'https://api.abacatepay.com',
          apiKey: need('ABACATEPAY_API_KEY', why),
          webhookSecret: need('ABACATEPAY_WEBHOOK_SECRET', why),
          apiVersion: v.ABACATEPAY_API_VERSION === '2' ? 2 : 1,
        };
      case 'bacen': {
        const baseUrl = need('BACEN_PIX_URL', why);
        if (!baseUrl.startsWith('http:')) {
          need('BACEN_PIX_CERT', `${why} (mTLS)`);
          need('BACEN_PIX_KEY', `${why} (mTLS)`);
        } else if (v.BACEN_PIX_CERT) need('BACEN_PIX_KEY', 'junto com BACEN_PIX_CERT');
        else if (v.BACEN_PIX_KEY) need('BACEN_PIX_CERT', 'junto com BACEN_PIX_KEY');
        return {
          name,
          baseUrl,
          tokenUrl: need('BACEN_PIX_TOKEN_URL', why),
          clientId: need('BACEN_PIX_CLIENT_ID', why),
          clientSecret: need('BACEN_PIX_CLIENT_SECRET', why),
          certFile: v.BACEN_PIX_CERT ?? null,
          keyFile: v.BACEN_PIX_KEY ?? null,
          caFile: v.BACEN_PIX_CA ?? null,
          chave: need('BACEN_PIX_CHAVE', why),
          webhookToken: need('BACEN_PIX_WEBHOOK_TOKEN', why),
          tokenStyle: v.BACEN_PIX_TOKEN_STYLE ?? 'basic',
          scopes: v.BACEN_PIX_SCOPES ?? 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
          extraQuery: v.BACEN_PIX_EXTRA_QUERY ?? {},
          extraHeaders: v.BACEN_PIX_EXTRA_HEADERS ?? {},
        };
      }
      case 'mercadopago':
        return {
          name,
          baseUrl: v.MERCADOPAGO_URL ?? 'https://api.mercadopago.com',
          accessToken: need('MERCADOPAGO_ACCESS_TOKEN', why),
          webhookSecret: need('MERCADOPAGO_WEBHOOK_SECRET', why),
        };
    }
  }
}

/** The settings for `server/main.ts`. Throws `EnvError`; makes the session secret on a first start. */
export function readEnv(source: Source): Env {
  const env = parseEnv(source);
  return { ...env, authSecret: env.authSecret ?? ensureAuthSecret(env.dataDir) };
}
