import { existsSync } from 'node:fs';
import { z } from 'zod';
import { describeProvider } from '#shop/payments/gateway.ts';
import { oneOf, secret, service, text, web } from '../http/setting-schemas.ts';
import { bankSettings } from './bank-settings.ts';
import { holdsCertificates, holdsPrivateKey, keyFitsCertificate } from './pem-files.ts';

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
const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';

export const bacen = describeProvider({
  name: 'bacen',
  label: 'API Pix do banco',
  spoken: 'do banco',
  variables: {
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
      SCOPES,
    ],
    BACEN_PIX_EXTRA_QUERY: [pairs(/^[\w.-]+$/), 'gw-dev-app-key=CHAVE'],
    BACEN_PIX_EXTRA_HEADERS: [pairs(HEADER_NAME), 'x-skip-mtls-checking=true'],
  },
  findMistake: ({ BACEN_PIX_CERT: cert, BACEN_PIX_KEY: key }) =>
    cert === undefined || key === undefined || keyFitsCertificate(key, cert)
      ? null
      : { variable: 'BACEN_PIX_KEY', wrong: 'a chave não é a do certificado em BACEN_PIX_CERT' },
  read(v, need) {
    const baseUrl = need('BACEN_PIX_URL');
    if (!baseUrl.startsWith('http:')) {
      need('BACEN_PIX_CERT', 'com PIX_GATEWAY=bacen (mTLS)');
      need('BACEN_PIX_KEY', 'com PIX_GATEWAY=bacen (mTLS)');
    } else if (v.BACEN_PIX_CERT) need('BACEN_PIX_KEY', 'junto com BACEN_PIX_CERT');
    else if (v.BACEN_PIX_KEY) need('BACEN_PIX_CERT', 'junto com BACEN_PIX_KEY');
    return {
      baseUrl,
      tokenUrl: need('BACEN_PIX_TOKEN_URL'),
      clientId: need('BACEN_PIX_CLIENT_ID'),
      clientSecret: need('BACEN_PIX_CLIENT_SECRET'),
      certFile: v.BACEN_PIX_CERT ?? null,
      keyFile: v.BACEN_PIX_KEY ?? null,
      caFile: v.BACEN_PIX_CA ?? null,
      chave: need('BACEN_PIX_CHAVE'),
      webhookToken: need('BACEN_PIX_WEBHOOK_TOKEN'),
      tokenStyle: v.BACEN_PIX_TOKEN_STYLE ?? ('basic' as const),
      scopes: v.BACEN_PIX_SCOPES ?? SCOPES,
      extraQuery: v.BACEN_PIX_EXTRA_QUERY ?? {},
      extraHeaders: v.BACEN_PIX_EXTRA_HEADERS ?? {},
    };
  },
  addresses: ({ baseUrl, tokenUrl }) => ({ BACEN_PIX_URL: baseUrl, BACEN_PIX_TOKEN_URL: tokenUrl }),
  async create({ chave, webhookToken, ...settings }, { merchant, now }) {
    // It imports its own HTTP client for mutual TLS, so it is loaded only if needed.
    const { createBacen } = await import('./create-bacen.ts');
    return createBacen({
      ...bankSettings(settings),
      chave,
      webhookToken,
      get merchantName() {
        return merchant.name;
      },
      merchantCity: merchant.city,
      now,
    });
  },
});
