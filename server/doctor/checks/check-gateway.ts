import { randomUUID } from 'node:crypto';
import { Metrics } from '#shop/metrics/metrics.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { NO_TRACING } from '#shop/tracing.ts';
import { createLog } from '../../config/log.ts';
import { createGateways } from '../../gateway.ts';
import { broken, ok, warning, type Check } from '../check.ts';

/** Asks the provider about a charge that does not exist. It reads, and takes the keys of the shop. */
export const checkGateway: Check = {
  name: 'gateway',
  title: 'Provedor de PIX',
  async examine({ env, now }) {
    const { name } = env.gateway;
    if (name === 'simulator')
      return env.production
        ? warning(
            'A loja usa o simulador: nenhum dinheiro entra.',
            'Para vender, escolha um provedor em PIX_GATEWAY.',
          )
        : ok('A loja usa o simulador, que não tem chave.');
    const { gateway } = await createGateways(
      { ...env, authSecret: env.authSecret ?? '', otherGateways: [] },
      {
        now,
        log: createLog({ level: 'error' }),
        settings: { brandName: env.brandName },
        metrics: new Metrics(),
        tracing: NO_TRACING,
      },
    );
    const chargeId = randomUUID();
    try {
      // The first version of AbacatePay finds charges by its own ids alone.
      await gateway.find({
        chargeId,
        gatewayChargeId: name === 'abacatepay' ? `pix_char_${chargeId}` : null,
      });
      return ok(`${name} aceita a chave da loja.`);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const { message } = error;
      if (!error.retryable && error.outcome === 'not_applied')
        return broken(
          `O provedor recusou a chave da loja (${message}).`,
          'Copie a chave de novo do painel do provedor, com as permissões de cobrar e consultar, e inicie a loja de novo.',
        );
      if (error.retryable)
        return broken(
          `O provedor não respondeu (${message}).`,
          'Veja se o provedor está no ar e se esta máquina chega a ele. Enquanto isso ninguém recebe um código PIX.',
        );
      return warning(
        `O provedor respondeu algo que a loja não conhece (${message}).`,
        'Confira o endereço e a versão da API nas variáveis do provedor.',
      );
    }
  },
};
