import type { ShopContext } from '#shop/context.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';

const CALLS = [
  'create',
  'find',
  'cancel',
  'refund',
  'findRefund',
  'findRecentPayments',
  'findDispute',
] as const satisfies (keyof PixGateway)[];

/** The same gateway, which measures each of its calls to the provider and makes it a step of its trace. */
export function watchGateway<G extends PixGateway>(
  gateway: G,
  { metrics, tracing }: Pick<ShopContext, 'metrics' | 'tracing'>,
): G {
  const watched = { ...gateway };
  for (const call of CALLS) {
    const ask = gateway[call]?.bind(gateway) as ((...asked: unknown[]) => Promise<unknown>) | undefined;
    if (!ask) continue;
    const step = {
      name: `gateway ${call}`,
      kind: 'client',
      facts: { 'fulgor.gateway': gateway.name },
    } as const;
    const measured = async (...asked: unknown[]) => {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const result = await tracing.step(step, () => ask(...asked));
        outcome = (result as { ok?: boolean }).ok === false ? 'refused' : 'ok';
        return result;
      } finally {
        const labels = { gateway: gateway.name, call, outcome };
        metrics.observe('fulgor_gateway_call_seconds', labels, (performance.now() - startedAt) / 1000);
      }
    };
    Object.assign(watched, { [call]: measured });
  }
  return watched;
}
