import type { Log } from '#shop/log.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import type { Env } from './env.ts';

/**
 * PIX_TTL_SECONDS may be shorter than the provider can make it. The shop then ends the code by its own
 * clock, goes on asking, and honours what comes late: said at boot, because the operator will see such payments.
 * @returns the sentence for the operator, or null.
 */
export function warnOfShortTtl(
  env: Pick<Env, 'chargeTtlSeconds'>,
  gateway: Pick<PixGateway, 'name' | 'traits'>,
  log: Log,
): string | null {
  const { minimumTtlSeconds } = gateway.traits;
  if (env.chargeTtlSeconds >= minimumTtlSeconds) return null;
  const { chargeTtlSeconds } = env;
  log.warn('gateway.ttl_below_minimum', { gateway: gateway.name, chargeTtlSeconds, minimumTtlSeconds });
  return (
    `PIX_TTL_SECONDS=${chargeTtlSeconds} é menos que o mínimo de ${minimumTtlSeconds} segundos do gateway ` +
    `${gateway.name}. Na loja o código vence no prazo pedido, mas no banco ele ainda pode ser pago até ` +
    'completar o mínimo. A loja continua conferindo e aceita esse pagamento atrasado.'
  );
}
