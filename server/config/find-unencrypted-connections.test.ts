import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { parseEnv } from './env.ts';
import { findUnencryptedConnections, warnOfUnencryptedConnections } from './find-unencrypted-connections.ts';
import { createLog } from './log.ts';

const { client } = makeCertificates();
const folder = mkdtempSync(join(tmpdir(), 'fulgor-plain-'));
const pem = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: 's'.repeat(32),
  APP_URL: 'https://loja.exemplo.com.br',
  PIX_GATEWAY: 'abacatepay',
  ABACATEPAY_API_KEY: 'chave-canario',
  ABACATEPAY_WEBHOOK_SECRET: 's',
};
const MERCADO_PAGO = { MERCADOPAGO_ACCESS_TOKEN: 't', MERCADOPAGO_WEBHOOK_SECRET: 's' };
const BANK = {
  PIX_GATEWAY: 'bacen',
  BACEN_PIX_URL: 'https://pix.banco.exemplo/v2',
  BACEN_PIX_TOKEN_URL: 'https://pix.banco.exemplo/token',
  BACEN_PIX_CLIENT_ID: 'i',
  BACEN_PIX_CLIENT_SECRET: 's',
  BACEN_PIX_CHAVE: 'chave',
  BACEN_PIX_WEBHOOK_TOKEN: 't',
  BACEN_PIX_CERT: pem('cert.pem', client.cert),
  BACEN_PIX_KEY: pem('key.pem', client.key),
};
const S3 = { S3_REGION: 'r', S3_BUCKET: 'bucket', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
const find = (settings: Record<string, string>) =>
  findUnencryptedConnections(parseEnv({ ...PRODUCTION, ...settings }));

/** Each service in the clear, with the variable that is named. */
const PLAIN: [settings: Record<string, string>, variable: string][] = [
  [{ ABACATEPAY_URL: 'http://api.exemplo' }, 'ABACATEPAY_URL'],
  [{ ...MERCADO_PAGO, PIX_GATEWAY: 'mercadopago', MERCADOPAGO_URL: 'http://api.exemplo' }, 'MERCADOPAGO_URL'],
  // Not the chosen one, and asked about its old charges all the same.
  [{ ...MERCADO_PAGO, MERCADOPAGO_URL: 'http://api.exemplo' }, 'MERCADOPAGO_URL'],
  [{ ...BANK, BACEN_PIX_URL: 'http://pix.banco.exemplo/v2' }, 'BACEN_PIX_URL'],
  [{ ...BANK, BACEN_PIX_TOKEN_URL: 'http://pix.banco.exemplo/token' }, 'BACEN_PIX_TOKEN_URL'],
  [{ ...S3, S3_ENDPOINT: 'http://s3.exemplo' }, 'S3_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://coletor.exemplo:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ CATALOG_URL: 'http://espelho.exemplo' }, 'CATALOG_URL'],
  [{ CATALOG_URL: 'http://10.0.0.7:8080' }, 'CATALOG_URL'],
  [{ CATALOG_URL: 'http://localhost.exemplo.com' }, 'CATALOG_URL'],
  [{ CATALOG_URL: 'http://127.0.0.1.exemplo.com' }, 'CATALOG_URL'],
  [{ CATALOG_URL: 'http://naolocalhost' }, 'CATALOG_URL'],
  [{ SMTP_URL: 'smtp://u:senha@smtp.exemplo:587' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:senha@smtp.exemplo:465' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:senha@smtp.exemplo?requireTLS=false' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:senha@smtp.exemplo?requireTLS=true&ignoreTLS=true' }, 'SMTP_URL'],
  [{ DATABASE_URL: 'postgres://u:senha@banco.exemplo/fulgor' }, 'DATABASE_URL'],
  [
    {
      DATABASE_URL: 'postgres://u:senha@127.0.0.1/fulgor',
      DATABASE_READ_URL: 'postgres://u:senha@banco.exemplo/fulgor',
    },
    'DATABASE_READ_URL',
  ],
  [
    {
      DATABASE_URL: 'postgres://u:senha@127.0.0.1:6432/fulgor',
      DATABASE_DIRECT_URL: 'postgres://u:senha@banco.exemplo/fulgor',
    },
    'DATABASE_DIRECT_URL',
  ],
  [{ DATABASE_URL: 'postgres://u:senha@banco.exemplo/fulgor?sslmode=disable' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://u:senha@localhost/fulgor?host=banco.exemplo' }, 'DATABASE_URL'],
];
test.each(PLAIN)('%o: one warning, which names %s', (settings, variable) => {
  const found = find(settings);
  expect(found.map((each) => each.variable)).toEqual([variable]);
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) });
  const [sentence, ...more] = warnOfUnencryptedConnections(found, log);
  expect(more).toEqual([]);
  expect(sentence).toMatch(
    new RegExp(`^${variable} .*(?:Use um endereço https://|Use smtps://|sslmode=verify-full)`),
  );
  expect(sentence).not.toMatch(/senha@|exemplo|canario/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', event: 'connection.plain', variable });
});

test.each([
  {},
  { ...BANK },
  { ABACATEPAY_URL: 'http://127.0.0.1:9000' },
  { ABACATEPAY_URL: 'http://localhost:9000' },
  { ...BANK, BACEN_PIX_URL: 'http://[::1]:9000/v2', BACEN_PIX_TOKEN_URL: 'http://127.8.0.1/token' },
  { ...S3, S3_ENDPOINT: 'http://minio.localhost:9000' },
  { ...S3, S3_ENDPOINT: 'https://s3.exemplo' },
  { CATALOG_URL: 'http://[::ffff:127.0.0.1]:80' },
  { SMTP_URL: 'smtps://u:senha@smtp.exemplo' },
  { SMTP_URL: 'smtp://u:senha@smtp.exemplo:587?requireTLS=true' },
  { SMTP_URL: 'smtp://127.0.0.1:25' },
  { DATABASE_URL: 'postgres://u:senha@banco.exemplo/fulgor?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://u:senha@127.0.0.1/fulgor' },
  { DATABASE_URL: 'postgres://u@[::1]/fulgor' },
  { DATABASE_URL: 'postgres://u@x/fulgor?host=/var/run/postgresql' },
  // Settings of a provider that is not set up are nobody's connection.
  { MERCADOPAGO_URL: 'http://api.exemplo' },
])('%o: nothing to warn of', (settings) => {
  expect(find(settings)).toEqual([]);
});

test('outside of production nothing is said', () => {
  const everything = Object.assign({}, ...PLAIN.map(([settings]) => settings)) as Record<string, string>;
  expect(find(everything).length).toBeGreaterThan(3);
  expect(find({ ...everything, NODE_ENV: 'development' })).toEqual([]);
});
