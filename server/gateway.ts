import { GATEWAYS } from '#gateways/all-gateways.ts';
import type { Simulator } from '#gateways/simulator/create-simulator.ts';
import type { OutwardContext, ShopContext, ShopSettings } from '#shop/context.ts';
import { addCircuitBreaker } from '#shop/payments/charges/add-circuit-breaker.ts';
import type { GatewayPlace } from '#shop/payments/gateway.ts';
import type { CircuitState } from '#shop/process-vitals.ts';
import { providerOf, type Env, type GatewayEnv } from './config/env.ts';
import { watchGateway } from './metrics/watch-gateway.ts';

/** The chosen gateway for new charges, and every other one with complete settings, for its old charges. */
export async function createGateways(
  env: Env,
  {
    now,
    log,
    settings,
    ...watch
  }: Pick<ShopContext, 'now' | 'log' | 'metrics' | 'tracing'> & { settings: Panel },
): Promise<
  Pick<OutwardContext, 'gateway' | 'gatewayFor' | 'providers' | 'simulator'> & { circuit: () => CircuitState }
> {
  const place: GatewayPlace = {
    production: env.production,
    dataDir: env.dataDir,
    merchant: {
      get name() {
        return settings.brandName;
      },
      city: 'SAO PAULO',
    },
    now,
  };
  const open = async (gateway: GatewayEnv) => providerOf(gateway.name).create(gateway, place);
  const [chosen, ...others] = await Promise.all([env.gateway, ...env.otherGateways].map(open));
  if (!chosen) throw new Error('No gateway is chosen.');
  const { gateway, circuit } = addCircuitBreaker(watchGateway(chosen, watch), { now, log });
  const all = new Map(others.map((other) => [other.name, watchGateway(other, watch)]));
  all.set(gateway.name, gateway);
  return {
    gateway,
    gatewayFor: (name) => all.get(name) ?? null,
    providers: GATEWAYS,
    circuit,
    // Only new charges can be paid with the button; an old simulated charge keeps its state.
    simulator: chosen.name === 'simulator' ? payButton(chosen as Simulator) : null,
  };
}

type Panel = Pick<ShopSettings, 'brandName'>;

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
