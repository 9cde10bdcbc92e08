import type { OutwardContext, ShopContext } from '#shop/context.ts';
import type { PixGateway } from '../gateway.ts';

type Known = Pick<ShopContext, 'gateway' | 'gatewayFor' | 'settings' | 'memory'>;

/** The providers of new sales in the order of the panel, the paused ones included. Never empty. */
export function providerOrder(ctx: Known): string[] {
  const order = ctx.settings.pixGateways.order.filter((name) => isSetUp(ctx, name));
  return order.length > 0 ? order : [ctx.gateway.name];
}

/**
 * While there is another provider, a create without an answer keeps its order from a second code. Alone, a provider
 * that can neither repeat nor find a create would sell nothing for an hour: docs/decisions/odd-money.md.
 */
export const hasSeveralProviders = (ctx: Known): boolean => providerOrder(ctx).length > 1;

/** Where a new sale goes, first choice first: those that work; if none does, those that are not paused. Never empty. */
export function sellingProviders(ctx: Known): [string, ...string[]] {
  const { paused } = ctx.settings.pixGateways;
  const active = providerOrder(ctx).filter((name) => !paused.includes(name));
  const working = active.filter((name) => ctx.memory.failingProviders.get(name)?.isBack ?? true);
  const [first = ctx.gateway.name, ...others] = working.length > 0 ? working : active;
  return [first, ...others];
}

/** Its adapter, for new charges and old ones. */
export function gatewayOf(ctx: OutwardContext, name: string): PixGateway | null {
  return name === ctx.gateway.name ? ctx.gateway : ctx.gatewayFor(name);
}

const isSetUp = (ctx: Known, name: string): boolean =>
  name === ctx.gateway.name || ctx.gatewayFor(name) !== null;
