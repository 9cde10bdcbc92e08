import type { Log } from '#shop/log.ts';
import type { Env } from './env.ts';
import { isHere, isLocal } from './is-here.ts';

/**
 * A public shop that listens to this machine alone, or is reached by https://, has a proxy in front. Unnamed, it makes
 * one person of all visitors.
 * @returns the sentence for the operator, or null.
 */
export function warnOfProxy(
  env: Pick<Env, 'appUrl' | 'host' | 'trustedProxies' | 'metricsToken'>,
  log: Log,
): string | null {
  const hasProxy = isHere(env.host) || env.appUrl.startsWith('https:');
  if (isLocal(env.appUrl) || !hasProxy || env.trustedProxies.length > 0) return null;
  log.warn('proxy.not_named');
  return (
    'TRUSTED_PROXIES está vazio, e a loja é pública: o proxy na frente dela conta como um visitante só, e os limites ' +
    'dele valem para todos. Ponha ali o endereço do proxy (127.0.0.1, se ele está nesta máquina) e faça-o enviar ' +
    `X-Forwarded-For.${env.metricsToken === null ? ' Até lá, /metrics não responde a ninguém: ou defina METRICS_TOKEN.' : ''}`
  );
}
