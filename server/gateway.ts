import { join } from 'node:path';
import { createAbacatePay } from '#gateways/abacatepay/create-abacatepay.ts';
import { createSimulator } from '#gateways/simulator/create-simulator.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import type { Env } from './env.ts';

export function createGateway(env: Env, now: () => Date): PixGateway {
  switch (env.gateway.name) {
    case 'simulator':
      return createSimulator({
        directory: join(env.dataDir, 'simulator'),
        merchantName: env.brandName,
        merchantCity: 'SAO PAULO',
        now,
      });
    case 'abacatepay':
      return createAbacatePay({ ...env.gateway, production: env.production });
    case 'bacen':
    case 'mercadopago':
      throw new Error(`PIX_GATEWAY=${env.gateway.name} ainda não está disponível; use simulator ou abacatepay.`);
  }
}
