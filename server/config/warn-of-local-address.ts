import type { Log } from '#shop/log.ts';
import type { Env } from './env.ts';
import { isLocal } from './is-here.ts';

type Addressed = Pick<Env, 'production' | 'appUrl' | 'gateway' | 'otherGateways'>;

/** A shop that sells for money, at an address that only this machine reaches. With ALLOW_SIMULATOR it is a rehearsal. */
export const hasLocalAddress = ({ production, appUrl, gateway, otherGateways }: Addressed): boolean =>
  production && isLocal(appUrl) && ![gateway, ...otherGateways].some(({ name }) => name === 'simulator');

/** @returns the sentence for the operator, or null. */
export function warnOfLocalAddress(env: Addressed, log: Log): string | null {
  if (!hasLocalAddress(env)) return null;
  log.warn('address.is_local');
  return (
    `APP_URL é ${env.appUrl}, que só esta máquina alcança: os links dos e-mails não abrem, os cookies saem sem Secure ` +
    'e os avisos do provedor não chegam. Ponha ali o endereço público, como https://loja.exemplo.com.br.'
  );
}
