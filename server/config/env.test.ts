import { createPrivateKey } from 'node:crypto';
import fs, { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { GATEWAYS } from '#gateways/all-gateways.ts';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { ENV_VARIABLES, EnvError, parseEnv, readEnv, refuseUnwritableData } from './env.ts';

const certificates = makeCertificates();
const pemFolder = mkdtempSync(join(tmpdir(), 'fulgor-env-pem-'));
function pemFile(name: string, content: string): string {
  writeFileSync(join(pemFolder, name), content);
  return join(pemFolder, name);
}
const cert = pemFile('cert.pem', certificates.client.cert);
const key = pemFile('key.pem', certificates.client.key);
const ca = pemFile('ca.pem', certificates.ca.cert);
const bacen = {
  PIX_GATEWAY: 'bacen',
  BACEN_PIX_URL: 'https://pix.banco.example/v2/',
  BACEN_PIX_TOKEN_URL: 'https://pix.banco.example/oauth/token',
  BACEN_PIX_CLIENT_ID: 'id',
  BACEN_PIX_CLIENT_SECRET: 'segredo',
  BACEN_PIX_CERT: cert,
  BACEN_PIX_KEY: key,
  BACEN_PIX_CHAVE: 'chave@loja.example',
  BACEN_PIX_WEBHOOK_TOKEN: 'token',
};
const abacatepay = { PIX_GATEWAY: 'abacatepay', ABACATEPAY_API_KEY: 'k', ABACATEPAY_WEBHOOK_SECRET: 's' };
const mercadopago = {
  PIX_GATEWAY: 'mercadopago',
  MERCADOPAGO_ACCESS_TOKEN: 't',
  MERCADOPAGO_WEBHOOK_SECRET: 's',
};
const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_REGION: 'sa-east-1',
  S3_BUCKET: 'fulgor',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'segredo',
};
const postgres = { DATABASE_URL: 'postgres://u:p@db/fulgor' };
const secret32 = 'x'.repeat(32);

function problemsOf(source: Record<string, string>): EnvError {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error;
    throw error;
  }
  throw new Error('expected an EnvError');
}

describe('with nothing set', () => {
  it('gives the defaults of the operating contract', () => {
    expect(parseEnv({})).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      dataDir: './data',
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      authSecret: null,
      previousAuthSecret: null,
      admin: null,
      backupKey: null,
      backupTo: null,
      backupKeep: 14,
      catalogUrl: 'https://ddragon.leagueoflegends.com',
      catalogLocale: 'pt_BR',
      preparePictures: true,
      gateway: { name: 'simulator' },
      gatewayOrder: ['simulator'],
      otherGateways: [],
      chargeTtlSeconds: 3600,
      smtpUrl: null,
      mailFrom: 'loja@localhost',
      supportEmail: 'suporte@localhost',
      s3: null,
      clamav: null,
      brandName: 'Fulgor',
      modifierUrl: null,
      tutorialVideoUrl: null,
      socialUrl: null,
      workers: 1,
      logLevel: 'info',
      tracing: null,
      trustedProxies: [],
      metricsToken: null,
      outgoingAllow: [],
      discordHosts: ['discord.com', 'discordapp.com'],
      telegramUrl: 'https://api.telegram.org',
      requireStaffSecondFactor: false,
    });
  });

  it('takes an empty or blank variable as unset', () => {
    const blank = Object.fromEntries(
      ENV_VARIABLES.map((variable, index) => [variable, index % 2 ? '' : '  ']),
    );
    expect(parseEnv(blank)).toEqual(parseEnv({}));
  });

  it('ignores what is not its own', () => {
    expect(parseEnv({ PATH: '/bin', HOME: '/root' })).toEqual(parseEnv({}));
  });
});

describe('providers that are set up beside the chosen one', () => {
  const others = (source: Record<string, string>) => parseEnv(source).otherGateways.map(({ name }) => name);

  it('are read when complete, and nothing is said of half of one', () => {
    expect(others({ ...abacatepay, ...mercadopago, PIX_GATEWAY: 'simulator' })).toEqual([
      'abacatepay',
      'mercadopago',
    ]);
    expect(others({ ...bacen, ...abacatepay })).toEqual(['simulator', 'bacen']);
    expect(others({ ...abacatepay, MERCADOPAGO_ACCESS_TOKEN: 't' })).toEqual(['simulator']);
    expect(others({ ...bacen, PIX_GATEWAY: 'simulator', BACEN_PIX_KEY: '' })).toEqual([]);
  });

  it('are those of the list first, in its order', () => {
    const env = parseEnv({ ...bacen, ...abacatepay, PIX_GATEWAY: 'bacen, abacatepay' });
    expect(env.gateway.name).toBe('bacen');
    expect(env.gatewayOrder).toEqual(['bacen', 'abacatepay']);
    expect(env.otherGateways.map(({ name }) => name)).toEqual(['abacatepay', 'simulator']);
  });

  it('leave the simulator out in production', () => {
    expect(others({ NODE_ENV: 'production', ...abacatepay })).toEqual([]);
    expect(others({ NODE_ENV: 'production', ALLOW_SIMULATOR: '1', ...abacatepay })).toEqual(['simulator']);
  });
});

describe('good values', () => {
  it.each<[Record<string, string>, Record<string, unknown>]>([
    [{ PORT: '8080' }, { port: 8080, appUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ APP_URL: 'https://Loja.Example/' }, { appUrl: 'https://loja.example' }],
    [{ APP_URL: 'http://10.0.0.5:8080' }, { appUrl: 'http://10.0.0.5:8080' }],
    [{ APP_URL: 'https://loja.example:443' }, { appUrl: 'https://loja.example' }],
    [{ APP_URL: 'https://açaí.example' }, { appUrl: 'https://xn--aa-4iaz.example' }],
    [
      { DATABASE_URL: 'postgresql:///loja?host=/run/postgresql' },
      { databaseUrl: 'postgresql:///loja?host=/run/postgresql' },
    ],
    [{ DATA_DIR: '/var/lib/fulgor' }, { dataDir: '/var/lib/fulgor' }],
    [
      { DATABASE_URL: 'postgresql://db/x' },
      { databaseUrl: 'postgresql://db/x', databaseDirectUrl: 'postgresql://db/x' },
    ],
    [
      { DATABASE_URL: 'postgres://pooler/x', DATABASE_DIRECT_URL: 'postgres://db/x' },
      { databaseUrl: 'postgres://pooler/x', databaseDirectUrl: 'postgres://db/x' },
    ],
    [
      { DATABASE_URL: 'postgres://u:p%40@db/x?sslmode=require' },
      { databaseUrl: 'postgres://u:p%40@db/x?sslmode=require' },
    ],
    [{ ...postgres, DATABASE_READ_URL: 'postgres://standby/x' }, { databaseReadUrl: 'postgres://standby/x' }],
    [{ AUTH_SECRET: secret32 }, { authSecret: secret32 }],
    [{ AUTH_SECRET_PREVIOUS: secret32 }, { previousAuthSecret: secret32 }],
    [
      { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: ' a senha ' },
      { admin: { email: 'admin@localhost', password: ' a senha ' } },
    ],
    [{ CATALOG_URL: 'http://127.0.0.1:9000/mirror//' }, { catalogUrl: 'http://127.0.0.1:9000/mirror' }],
    [{ CATALOG_LOCALE: 'en_US' }, { catalogLocale: 'en_US' }],
    [{ PREPARE_PICTURES: '0' }, { preparePictures: false }],
    [{ SMTP_URL: 'smtps://u:p@mail.example:465' }, { smtpUrl: 'smtps://u:p@mail.example:465' }],
    [{ MAIL_FROM: 'Fulgor <loja@x.example>' }, { mailFrom: 'Fulgor <loja@x.example>' }],
    [{ SUPPORT_EMAIL: 'ajuda@x.example' }, { supportEmail: 'ajuda@x.example' }],
    [{ ...s3, BACKUP_TO: 's3' }, { backupTo: 's3' }],
    [{ BACKUP_TO: '/mnt/backup' }, { backupTo: '/mnt/backup' }],
    [{ BRAND_NAME: 'Loja do Zé' }, { brandName: 'Loja do Zé' }],
    [{ MODIFIER_URL: 'https://x.example/pasta?a=1' }, { modifierUrl: 'https://x.example/pasta?a=1' }],
    [{ TUTORIAL_VIDEO_URL: 'https://v.example/embed/1' }, { tutorialVideoUrl: 'https://v.example/embed/1' }],
    [{ SOCIAL_URL: 'https://s.example/loja/' }, { socialUrl: 'https://s.example/loja' }],
    [{ ...postgres, WORKERS: '4' }, { workers: 4 }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ PIX_TTL_SECONDS: '5' }, { chargeTtlSeconds: 5 }],
    [{ REQUIRE_STAFF_2FA: '1' }, { requireStaffSecondFactor: true }],
    [{ REQUIRE_STAFF_2FA: '0' }, { requireStaffSecondFactor: false }],
    [{ METRICS_TOKEN: 'm' }, { metricsToken: 'm' }],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b=, x-tenant=loja',
      },
      {
        tracing: {
          endpoint: 'http://127.0.0.1:4318',
          sampler: 'parentbased_always_on',
          samplerArg: 1,
          exportsMetrics: true,
        },
      },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://coletor.exemplo/otlp',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_METRICS_EXPORTER: 'none',
      },
      {
        tracing: {
          endpoint: 'https://coletor.exemplo/otlp',
          sampler: 'parentbased_traceidratio',
          samplerArg: 0.25,
          exportsMetrics: false,
        },
      },
    ],
    [{ OTEL_SERVICE_NAME: 'loja' }, { tracing: null }],
    [
      { OUTGOING_ALLOW: '127.0.0.1:4000, Localhost:1,[::1]:65535' },
      { outgoingAllow: ['127.0.0.1:4000', 'localhost:1', '[::1]:65535'] },
    ],
    [
      { OUTGOING_ALLOW: '127.0.0.1:4000', NODE_ENV: 'production', ALLOW_SIMULATOR: '1' },
      { outgoingAllow: ['127.0.0.1:4000'] },
    ],
    [{ DISCORD_HOSTS: 'discord.com,127.0.0.1:4001' }, { discordHosts: ['discord.com', '127.0.0.1:4001'] }],
    [{ TELEGRAM_URL: 'http://127.0.0.1:4002/' }, { telegramUrl: 'http://127.0.0.1:4002' }],
    [
      { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32,' },
      { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] },
    ],
    [
      { NODE_ENV: 'production', ALLOW_SIMULATOR: '1' },
      { production: true, gateway: { name: 'simulator' } },
    ],
    [
      { NODE_ENV: 'production', ...abacatepay },
      { production: true, authSecret: null },
    ],
    [{ NODE_ENV: 'test' }, { production: false }],
    [
      abacatepay,
      {
        gateway: {
          name: 'abacatepay',
          baseUrl: 'https://api.abacatepay.com',
          apiKey: 'k',
          webhookSecret: 's',
          apiVersion: 1,
        },
      },
    ],
    [
      { ...abacatepay, ABACATEPAY_API_VERSION: '2', ABACATEPAY_URL: 'http://127.0.0.1:1/' },
      {
        gateway: {
          name: 'abacatepay',
          baseUrl: 'http://127.0.0.1:1',
          apiKey: 'k',
          webhookSecret: 's',
          apiVersion: 2,
        },
      },
    ],
    [
      mercadopago,
      {
        gateway: {
          name: 'mercadopago',
          baseUrl: 'https://api.mercadopago.com',
          accessToken: 't',
          webhookSecret: 's',
        },
      },
    ],
    [
      bacen,
      {
        gateway: {
          name: 'bacen',
          baseUrl: 'https://pix.banco.example/v2',
          tokenUrl: 'https://pix.banco.example/oauth/token',
          clientId: 'id',
          clientSecret: 'segredo',
          certFile: cert,
          keyFile: key,
          caFile: null,
          chave: 'chave@loja.example',
          webhookToken: 'token',
          tokenStyle: 'basic',
          scopes: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
          extraQuery: {},
          extraHeaders: {},
        },
      },
    ],
    [
      {
        ...bacen,
        BACEN_PIX_TOKEN_STYLE: 'body',
        BACEN_PIX_SCOPES: 'cob.read cob.write',
        BACEN_PIX_EXTRA_QUERY: 'gw-dev-app-key=a%2Bb',
        BACEN_PIX_EXTRA_HEADERS: 'x-sicoob-clientid=abc&x-skip-mtls-checking=true',
      },
      {
        gateway: expect.objectContaining({
          tokenStyle: 'body',
          scopes: 'cob.read cob.write',
          extraQuery: { 'gw-dev-app-key': 'a+b' },
          extraHeaders: { 'x-sicoob-clientid': 'abc', 'x-skip-mtls-checking': 'true' },
        }),
      },
    ],
    [
      {
        ...bacen,
        BACEN_PIX_URL: 'http://127.0.0.1:9',
        BACEN_PIX_CERT: '',
        BACEN_PIX_KEY: '',
        BACEN_PIX_CA: ca,
      },
      { gateway: expect.objectContaining({ certFile: null, keyFile: null, caFile: ca }) },
    ],
    [
      s3,
      {
        s3: {
          endpoint: 'https://s3.example',
          region: 'sa-east-1',
          bucket: 'fulgor',
          accessKeyId: 'id',
          secretAccessKey: 'segredo',
        },
      },
    ],
  ])('%j', (source, expected) => {
    expect(parseEnv(source)).toMatchObject(expected);
  });
});

describe('bad values stop the boot and name the variable', () => {
  it.each<[Record<string, string>, string]>([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    ...['-1', '65536', '3000.5', 'http', '1e3', '0x10'].map((PORT): [Record<string, string>, string] => [
      { PORT },
      'PORT',
    ]),
    [{ HOST: 'my host' }, 'HOST'],
    ...[
      'loja.example',
      'ftp://x',
      'https://x.example/loja',
      'https://x.example?a=1',
      'https://x.example?',
      'https://u:p@x.example',
      'javascript:alert(1)',
      'https://x.example/#a',
    ].map((APP_URL): [Record<string, string>, string] => [{ APP_URL }, 'APP_URL']),
    [{ DATA_DIR: 'a\0b' }, 'DATA_DIR'],
    [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL'],
    [{ ...postgres, DATABASE_DIRECT_URL: 'localhost' }, 'DATABASE_DIRECT_URL'],
    [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql:///loja' }, 'DATABASE_URL'],
    [{ AUTH_SECRET: 'x'.repeat(31) }, 'AUTH_SECRET'],
    [{ AUTH_SECRET_PREVIOUS: 'x'.repeat(31) }, 'AUTH_SECRET_PREVIOUS'],
    [{ NODE_ENV: 'production', ...abacatepay, ...postgres }, 'AUTH_SECRET'],
    [{ ADMIN_EMAIL: 'a@b' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'secreta1' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'nada', ADMIN_PASSWORD: 'secreta1' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'a@b', ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD'],
    [{ CATALOG_URL: 'ddragon' }, 'CATALOG_URL'],
    [{ CATALOG_URL: 'https://x.example?a=1' }, 'CATALOG_URL'],
    [{ CATALOG_LOCALE: 'pt-BR' }, 'CATALOG_LOCALE'],
    [{ PREPARE_PICTURES: 'não' }, 'PREPARE_PICTURES'],
    [{ PIX_GATEWAY: 'paypal' }, 'PIX_GATEWAY'],
    [{ PIX_GATEWAY: 'simulator,paypal' }, 'PIX_GATEWAY'],
    [{ PIX_GATEWAY: 'simulator,simulator' }, 'PIX_GATEWAY'],
    [{ ...abacatepay, PIX_GATEWAY: 'simulator, abacatepay', ABACATEPAY_API_KEY: '' }, 'ABACATEPAY_API_KEY'],
    [{ ...abacatepay, NODE_ENV: 'production', PIX_GATEWAY: 'abacatepay,simulator' }, 'PIX_GATEWAY'],
    [{ NODE_ENV: 'production' }, 'PIX_GATEWAY'],
    [{ NODE_ENV: 'production', ALLOW_SIMULATOR: '0' }, 'PIX_GATEWAY'],
    [{ ALLOW_SIMULATOR: 'yes' }, 'ALLOW_SIMULATOR'],
    ...['127.0.0.1', 'http://127.0.0.1:4000', '127.0.0.1:4000/caminho', '*:80', ':80', 'a:b'].map(
      (OUTGOING_ALLOW): [Record<string, string>, string] => [{ OUTGOING_ALLOW }, 'OUTGOING_ALLOW'],
    ),
    [{ ...abacatepay, NODE_ENV: 'production', OUTGOING_ALLOW: '127.0.0.1:4000' }, 'OUTGOING_ALLOW'],
    ...['https://discord.com', '*.discord.com', 'discord.com/api'].map(
      (DISCORD_HOSTS): [Record<string, string>, string] => [{ DISCORD_HOSTS }, 'DISCORD_HOSTS'],
    ),
    [{ TELEGRAM_URL: 'api.telegram.org' }, 'TELEGRAM_URL'],
    ...['ABACATEPAY_API_KEY', 'ABACATEPAY_WEBHOOK_SECRET'].map((name): [Record<string, string>, string] => [
      { ...abacatepay, [name]: '' },
      name,
    ]),
    [{ ...abacatepay, ABACATEPAY_URL: 'api' }, 'ABACATEPAY_URL'],
    [{ ...abacatepay, ABACATEPAY_API_VERSION: '3' }, 'ABACATEPAY_API_VERSION'],
    [{ ...abacatepay, ABACATEPAY_API_KEY: 'duas palavras' }, 'ABACATEPAY_API_KEY'],
    ...Object.keys(bacen)
      .filter((name) => name !== 'PIX_GATEWAY')
      .map((name): [Record<string, string>, string] => [{ ...bacen, [name]: '' }, name]),
    ...['BACEN_PIX_CERT', 'BACEN_PIX_KEY', 'BACEN_PIX_CA'].map((name): [Record<string, string>, string] => [
      { ...bacen, [name]: '/does/not/exist.pem' },
      name,
    ]),
    [{ ...bacen, BACEN_PIX_URL: 'http://127.0.0.1:9', BACEN_PIX_KEY: '' }, 'BACEN_PIX_KEY'],
    [{ ...bacen, BACEN_PIX_URL: 'http://127.0.0.1:9', BACEN_PIX_CERT: '' }, 'BACEN_PIX_CERT'],
    [{ ...bacen, BACEN_PIX_CHAVE: 'x'.repeat(78) }, 'BACEN_PIX_CHAVE'],
    [{ ...bacen, BACEN_PIX_TOKEN_STYLE: 'Basic' }, 'BACEN_PIX_TOKEN_STYLE'],
    [{ ...bacen, BACEN_PIX_SCOPES: 'cob.read  cob.write' }, 'BACEN_PIX_SCOPES'],
    [{ ...bacen, BACEN_PIX_EXTRA_QUERY: 'chave' }, 'BACEN_PIX_EXTRA_QUERY'],
    ...['authorization=x', 'Host=x', 'x y=1', 'x-a=1%0d%0ax-b: 2'].map(
      (BACEN_PIX_EXTRA_HEADERS): [Record<string, string>, string] => [
        { ...bacen, BACEN_PIX_EXTRA_HEADERS },
        'BACEN_PIX_EXTRA_HEADERS',
      ],
    ),
    ...['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'].map(
      (name): [Record<string, string>, string] => [{ ...mercadopago, [name]: '' }, name],
    ),
    [{ ...mercadopago, MERCADOPAGO_URL: 'x' }, 'MERCADOPAGO_URL'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Fulgor' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ SUPPORT_EMAIL: 'suporte' }, 'SUPPORT_EMAIL'],
    ...Object.keys(s3).map((name): [Record<string, string>, string] => [{ ...s3, [name]: '' }, name]),
    [{ ...s3, S3_ENDPOINT: 's3' }, 'S3_ENDPOINT'],
    [{ ...s3, S3_BUCKET: 'a/b' }, 'S3_BUCKET'],
    ...['S3', 's3://fulgor', 'backups', './backups'].map((BACKUP_TO): [Record<string, string>, string] => [
      { ...s3, BACKUP_TO },
      'BACKUP_TO',
    ]),
    [{ BRAND_NAME: 'x'.repeat(61) }, 'BRAND_NAME'],
    [{ BRAND_NAME: 'a\nb' }, 'BRAND_NAME'],
    [{ MODIFIER_URL: 'javascript:alert(1)' }, 'MODIFIER_URL'],
    [{ TUTORIAL_VIDEO_URL: 'data:text/html,x' }, 'TUTORIAL_VIDEO_URL'],
    [{ SOCIAL_URL: 'instagram' }, 'SOCIAL_URL'],
    [{ WORKERS: '0', ...postgres }, 'WORKERS'],
    [{ WORKERS: '65', ...postgres }, 'WORKERS'],
    [{ WORKERS: '2' }, 'DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://db/x' }, 'DATABASE_URL'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL'],
    [{ PIX_TTL_SECONDS: '4' }, 'PIX_TTL_SECONDS'],
    [{ PIX_TTL_SECONDS: '86401' }, 'PIX_TTL_SECONDS'],
    [{ REQUIRE_STAFF_2FA: 'sim' }, 'REQUIRE_STAFF_2FA'],
    [{ METRICS_TOKEN: 'com espaço' }, 'METRICS_TOKEN'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'só a chave' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '10%' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_METRICS_EXPORTER: 'prometheus' }, 'OTEL_METRICS_EXPORTER'],
    ...['localhost', '10.0.0.0/33', '10.0.0.1/8/8', '::1/129', '10.0.0.0/'].map(
      (TRUSTED_PROXIES): [Record<string, string>, string] => [{ TRUSTED_PROXIES }, 'TRUSTED_PROXIES'],
    ),
  ])('%j → %s', (source, variable) => {
    const error = problemsOf(source);
    expect(error.problems.map((problem) => problem.variable)).toEqual([variable]);
    expect(error.message).toMatch(new RegExp(`^  ${variable}: .+\\. Exemplo: .+$`, 'm'));
  });

  it('names all of them at once', () => {
    const error = problemsOf({
      PORT: 'x',
      LOG_LEVEL: 'x',
      PIX_GATEWAY: 'mercadopago',
      WORKERS: '3',
      S3_BUCKET: 'fulgor',
    });
    expect(error.problems.map((problem) => problem.variable).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'MERCADOPAGO_ACCESS_TOKEN',
      'MERCADOPAGO_WEBHOOK_SECRET',
      'PORT',
      'S3_ACCESS_KEY_ID',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_SECRET_ACCESS_KEY',
    ]);
  });

  it('never repeats what was set', () => {
    const canary = 'canary 8f3a\u0007';
    const source = {
      ...Object.fromEntries(ENV_VARIABLES.map((variable) => [variable, canary])),
      PIX_GATEWAY: 'bacen',
    };
    const error = problemsOf(source);
    expect(error.problems.length).toBeGreaterThan(30);
    expect(`${error.message} ${error.stack} ${JSON.stringify(error.problems)}`).not.toContain('canary');
  });
});

describe('the session secret', () => {
  it('is made once per data folder, readable by its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fulgor-env-'));
    const DATA_DIR = join(folder, 'data');
    try {
      const first = readEnv({ DATA_DIR }).authSecret;
      expect(first).toMatch(/^[\w-]{43}$/);
      expect(readEnv({ DATA_DIR }).authSecret).toBe(first);
      expect((await stat(join(DATA_DIR, 'auth-secret'))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(DATA_DIR, 'auth-secret'), 'utf8')).toBe(first);
      expect(readEnv({ DATA_DIR, AUTH_SECRET: secret32 }).authSecret).toBe(secret32);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('on a full disk is named as the trouble of the folder, and made once there is room', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'fulgor-env-'));
    const full = vi.spyOn(fs, 'writeFileSync').mockImplementation((path) => {
      fs.closeSync(fs.openSync(path as string, 'w'));
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    try {
      expect(() => readEnv({ DATA_DIR })).toThrow(/DATA_DIR: não há mais espaço no disco de/);
    } finally {
      full.mockRestore();
      syncBuiltinESMExports();
    }
    expect(await readdir(DATA_DIR)).toEqual([]);
    expect(readEnv({ DATA_DIR }).authSecret).toMatch(/^[\w-]{43}$/);
    expect(await readdir(DATA_DIR)).toEqual(['auth-secret']);
    await rm(DATA_DIR, { recursive: true });
  });

  it('a folder in which the shop cannot write is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fulgor-env-'));
    writeFileSync(join(folder, 'arquivo'), '');
    for (const DATA_DIR of [join(folder, 'arquivo'), join(folder, 'arquivo', 'dentro')])
      for (const more of [{}, { AUTH_SECRET: secret32, ...postgres }])
        expect(() => refuseUnwritableData(readEnv({ DATA_DIR, ...more }))).toThrow(
          /DATA_DIR: a loja não pode escrever em/,
        );
    writeFileSync(join(folder, 'db'), '');
    expect(() => refuseUnwritableData(readEnv({ DATA_DIR: folder }))).toThrow(/DATA_DIR: .*db\./);
    expect(() => refuseUnwritableData(readEnv({ DATA_DIR: folder, ...postgres }))).not.toThrow();
    await rm(folder, { recursive: true });
  });
});

describe('docs/environment.md', () => {
  const page = readFileSync(new URL('../../docs/environment.md', import.meta.url), 'utf8');
  const documented = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map((match) => match[1]!));

  it('has a row for each variable, and none for another', () => {
    expect(documented.toSorted(), 'rows of docs/environment.md').toEqual([...ENV_VARIABLES].toSorted());
  });

  it('names each provider where it is chosen', () => {
    const row = page.split('\n').find((line) => line.startsWith('| `PIX_GATEWAY`')) ?? '';
    expect(GATEWAYS.map(({ name }) => name).filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the bank's files are tried before anything else", () => {
  const { cert: clientCert, key: clientKey } = certificates.client;
  const noPem = pemFile('lixo.pem', 'não é um certificado');
  const cut = pemFile('cortado.pem', clientCert.replace(/\n.{40}/, '\n'));
  const locked = createPrivateKey(clientKey).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'senha',
  });

  // shows: threat 70
  it.each<[string, Record<string, string>, string]>([
    ['a CA that is no certificate', { BACEN_PIX_CA: noPem }, 'BACEN_PIX_CA'],
    ['a CA that is a key', { BACEN_PIX_CA: key }, 'BACEN_PIX_CA'],
    ['a folder', { BACEN_PIX_CA: pemFolder }, 'BACEN_PIX_CA'],
    [
      'a chain of which one is broken',
      { BACEN_PIX_CA: pemFile('corrente.pem', clientCert + readFileSync(cut, 'utf8')) },
      'BACEN_PIX_CA',
    ],
    ['a certificate that is cut', { BACEN_PIX_CERT: cut }, 'BACEN_PIX_CERT'],
    ['certificate and key changed round', { BACEN_PIX_CERT: key }, 'BACEN_PIX_CERT'],
    ['a key with a password', { BACEN_PIX_KEY: pemFile('com-senha.pem', String(locked)) }, 'BACEN_PIX_KEY'],
    ['no key', { BACEN_PIX_KEY: cert }, 'BACEN_PIX_KEY'],
    [
      "another certificate's key",
      { BACEN_PIX_KEY: pemFile('outra.pem', certificates.stranger.key) },
      'BACEN_PIX_KEY',
    ],
  ])('%s is refused by name, with an example', (_, wrong, variable) => {
    const { problems, message } = problemsOf({ ...bacen, ...wrong });
    expect(problems.map((problem) => problem.variable)).toEqual([variable]);
    expect(message).toMatch(new RegExp(`${variable}: .+\\. Exemplo: /etc/fulgor/pix-`));
  });

  it('a chain, and both in one file, are fine', () => {
    const both = pemFile('juntos.pem', clientCert + certificates.ca.cert + clientKey);
    expect(() => parseEnv({ ...bacen, BACEN_PIX_CERT: both, BACEN_PIX_KEY: both })).not.toThrow();
  });
});
