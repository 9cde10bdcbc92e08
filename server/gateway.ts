import { join } from 'node:path';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { createSimulator, type Simulator } from '#gateways/simulator/create-simulator.ts';
import type { OutwardContext, ShopContext, ShopSettings } from '#shop/context.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import { addCircuitBreaker } from '#shop/payments/charges/add-circuit-breaker.ts';
import type { CircuitState } from '#shop/process-vitals.ts';
import { bankSettings } from './config/bank-settings.ts';
import type { Env } from './config/env.ts';
import { watchGateway } from './metrics/watch-gateway.ts';

/** The chosen gateway for new charges, and every other one with complete settings, for its old charges. */
export async function createGateways(
  env: Env,
  {
    now,
    log,
    settings: panel,
    ...watch
  }: Pick<ShopContext, 'now' | 'log' | 'metrics' | 'tracing'> & { settings: Panel },
): Promise<Pick<OutwardContext, 'gateway' | 'gatewayFor' | 'simulator'> & { circuit: () => CircuitState }> {
  const all = new Map<string, PixGateway>(
    await Promise.all(
      env.otherGateways.map(
        async (settings) =>
          [settings.name, watchGateway(await open(settings, env, panel, now), watch)] as [string, PixGateway],
      ),
    ),
  );
  const simulator = env.gateway.name === 'simulator' ? openSimulator(env, panel, now) : null;
  const chosen = watchGateway(simulator ?? (await open(env.gateway, env, panel, now)), watch);
  const { gateway, circuit } = addCircuitBreaker(chosen, { now, log });
  all.set(gateway.name, gateway);
  return {
    gateway,
    gatewayFor: (name) => all.get(name) ?? null,
    circuit,
    // Only new charges can be paid with the button; an old simulated charge keeps its state.
    simulator: simulator && payButton(simulator),
  };
}

type Panel = Pick<ShopSettings, 'brandName'>;

async function open(settings: Env['gateway'], env: Env, panel: Panel, now: () => Date): Promise<PixGateway> {
  switch (settings.name) {
    case 'simulator':
      return openSimulator(env, panel, now);
    case 'abacatepay':
      return createAbacatePay({ ...settings, production: env.production });
    case 'bacen': {
      // It imports its own HTTP client for mutual TLS, so it is loaded only if needed.
      const { createBacen } = await import('#gateways/bacen/create-bacen.ts');
      return createBacen({
        ...bankSettings(settings),
        chave: settings.chave,
        webhookToken: settings.webhookToken,
        // Read for each code: staff may rename the shop.
        get merchantName() {
          return panel.brandName;
        },
        merchantCity: 'SAO PAULO',
        now,
      });
    }
    case 'mercadopago':
      return createMercadoPago({ ...settings, production: env.production });
  }
}

function openSimulator(env: Env, panel: Panel, now: () => Date): Simulator {
  return createSimulator({
    directory: join(env.dataDir, 'simulator'),
    // Read for each code: staff may rename the shop.
    get merchantName() {
      return panel.brandName;
    },
    merchantCity: 'SAO PAULO',
    now,
  });
}

/** A second press pays nothing more, and is no error for the buyer. */
export function payButton(simulator: Simulator): NonNullable<OutwardContext['simulator']> {
  return {
    async pay(chargeId) {
      const paid = await simulator.pay(chargeId);
      return paid.ok || paid.reason === 'already_paid';
    },
    async dispute(chargeId, step) {
      const done = await (step === 'open'
        ? simulator.openDispute(chargeId)
        : simulator.decideDispute(chargeId, step));
      if (done.ok) return 'done';
      return done.reason === 'not_found' ? 'not_found' : 'refused';
    },
  };
}
