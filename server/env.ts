import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

// STUB until the full schema lands: same field names.
export class EnvError extends Error {}
export interface Env {
  production: boolean;
  port: number;
  host: string;
  appUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  authSecret: string;
  admin: { email: string; password: string } | null;
  catalogUrl: string;
  catalogLocale: string;
  gateway:
    | { name: 'simulator' }
    | { name: 'abacatepay'; baseUrl: string; apiKey: string; webhookSecret: string; apiVersion: 1 | 2 }
    | { name: 'bacen' }
    | { name: 'mercadopago' };
  smtpUrl: string | null;
  mailFrom: string;
  supportEmail: string;
  brandName: string;
  modifierUrl: string | null;
  tutorialVideoUrl: string | null;
  socialUrl: string | null;
  workers: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  trustedProxies: string[];
  metricsToken: string | null;
}
export function readEnv(e: Record<string, string | undefined>): Env {
  const port = Number(e.PORT ?? 3000);
  const dataDir = e.DATA_DIR ?? './data';
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'auth-secret');
  let authSecret = e.AUTH_SECRET;
  if (!authSecret) {
    try {
      authSecret = readFileSync(path, 'utf8');
    } catch {
      authSecret = randomBytes(32).toString('base64url');
      writeFileSync(path, authSecret, { mode: 0o600 });
    }
  }
  return {
    production: e.NODE_ENV === 'production', port, host: e.HOST ?? '127.0.0.1', appUrl: e.APP_URL ?? `http://localhost:${port}`, dataDir,
    databaseUrl: e.DATABASE_URL ?? null, authSecret,
    admin: e.ADMIN_EMAIL && e.ADMIN_PASSWORD ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD } : null,
    catalogUrl: e.CATALOG_URL ?? 'https://ddragon.leagueoflegends.com', catalogLocale: 'pt_BR',
    gateway: e.PIX_GATEWAY === 'abacatepay' ? { name: 'abacatepay', baseUrl: e.ABACATEPAY_URL ?? '', apiKey: e.ABACATEPAY_API_KEY ?? '', webhookSecret: e.ABACATEPAY_WEBHOOK_SECRET ?? '', apiVersion: 1 } : { name: 'simulator' },
    smtpUrl: e.SMTP_URL ?? null, mailFrom: 'loja@localhost', supportEmail: 'suporte@localhost', brandName: e.BRAND_NAME ?? 'Fulgor',
    modifierUrl: null, tutorialVideoUrl: null, socialUrl: null, workers: 1, logLevel: 'info', trustedProxies: (e.TRUSTED_PROXIES ?? '').split(',').filter(Boolean), metricsToken: null,
  };
}
