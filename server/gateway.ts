import { GATEWAYS } from '#gateways/all-gateways.ts';
import type { Simulator } from '#gateways/simulator/create-simulator.ts';
import type { OutwardContext, ShopContext, ShopSettings } from '#shop/context.ts';
import { addCircuitBreaker } from '#shop/payments/charges/add-circuit-breaker.ts';
import type { GatewayPlace } from '#shop/payments/gateway.ts';
import type { CircuitState } from '#shop/process-vitals.ts';
import { providerOf, type Env, type GatewayEnv } from './config/env.ts';
import { watchGateway } from './metrics/watch-gateway.ts';

/** The first gateway for new charges, and every other one with complete settings, for the next charges or old ones. */
export async function createGateways(
  env: Env,
  {
    now,
    log,
    settings,
    ...watch
  }: Pick<ShopContext, 'now' | 'log' | 'metrics' | 'tracing'> & { settings: Panel },
): Promise<
  Pick<OutwardContext, 'gateway' | 'gatewayFor' | 'providers' | 'simulator'> & {
    circuits: () => CircuitState[];
  }
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
  const made = await Promise.all([env.gateway, ...env.otherGateways].map(open));
  // Where several are set up, all processes leave a failing one alone together.
  const isAlone = (): boolean => settings.pixGateways.order.filter((name) => all.has(name)).length < 2;
  const guarded = made.map((each) => addCircuitBreaker(watchGateway(each, watch), { now, log, isAlone }));
  const [first] = guarded;
  if (!first) throw new Error('No gateway is chosen.');
  const all = new Map(guarded.map(({ gateway }) => [gateway.name, gateway]));
  const simulator = env.gatewayOrder.includes('simulator') && made.find(({ name }) => name === 'simulator');
  return {
    gateway: first.gateway,
    gatewayFor: (name) => all.get(name) ?? null,
    providers: GATEWAYS,
    circuits: () => guarded.map(({ circuit }) => circuit()),
    // Only new charges can be paid with the button; an old simulated charge keeps its state.
    simulator: simulator ? payButton(simulator as Simulator) : null,
  };
}

type Panel = Pick<ShopSettings, 'brandName' | 'pixGateways'>;

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
