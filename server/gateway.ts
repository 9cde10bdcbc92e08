import { join } from 'node:path';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createSimulator, type Simulator } from '#gateways/simulator/create-simulator.ts';
import type { ShopContext } from '#shop/context.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import type { Env } from './env.ts';

export function createGateway(
  env: Env,
  now: () => Date,
): { gateway: PixGateway; simulator: ShopContext['simulator'] } {
  switch (env.gateway.name) {
    case 'simulator': {
      const simulator = createSimulator({
        directory: join(env.dataDir, 'simulator'),
        merchantName: env.brandName,
        merchantCity: 'SAO PAULO',
        now,
      });
      return { gateway: simulator, simulator: payButton(simulator) };
    }
    case 'abacatepay':
      return {
        gateway: createAbacatePay({ ...env.gateway, apiVersion: 1, production: env.production }),
        simulator: null,
      };
    case 'bacen':
    case 'mercadopago':
      throw new Error(`No adapter for ${env.gateway.name}: refuseUnavailable() comes before this.`);
  }
}

/** A second press pays nothing twice, and is no error to the buyer. */
export function payButton(simulator: Simulator): NonNullable<ShopContext['simulator']> {
  return {
    async pay(chargeId) {
      const paid = await simulator.pay(chargeId);
      return paid.ok || paid.reason === 'already_paid';
    },
  };
}
