import { readFileSync } from 'node:fs';
import type { BankSettings } from '#gateways/bacen/open-api.ts';
import type { GatewayEnvs } from './env.ts';

/** The bank's settings with the PEM files read: a renewed certificate takes a restart. */
export function bankSettings(env: GatewayEnvs['bacen']): BankSettings {
  const read = (file: string) => readFileSync(file, 'utf8');
  const { baseUrl, tokenUrl, clientId, clientSecret, tokenStyle, scopes, extraQuery, extraHeaders } = env;
  return {
    baseUrl,
    tokenUrl,
    clientId,
    clientSecret,
    tokenStyle,
    scopes,
    extraQuery,
    extraHeaders,
    certificate:
      env.certFile !== null && env.keyFile !== null
        ? { cert: read(env.certFile), key: read(env.keyFile) }
        : null,
    ca: env.caFile === null ? null : read(env.caFile),
  };
}
