import type { OutwardContext } from '#shop/context.ts';
import type { OpenCode } from '#shop/states/end-order.ts';
import { checkCharge } from './check-charge.ts';
import { endCode } from './end-code.ts';
import { GatewayError } from '../gateway.ts';

/**
 * Closes codes at the gateway, so that the bank refuses them. If that fails, or the code was paid just now, the sweep
 * asks again.
 */
export function cancelAtGateway(ctx: OutwardContext, codes: OpenCode[]): void {
  for (const { id, gateway: name, gateway_charge_id } of codes) {
    const gateway = ctx.gatewayFor(name);
    if (!gateway) continue;
    ctx.inBackground('cancel_charge', async () => {
      try {
        const closed = await gateway.cancel({ chargeId: id, gatewayChargeId: gateway_charge_id });
        if (closed.ok) await endCode(ctx, ctx.db, id);
        else if (closed.reason === 'already_paid') await checkCharge(ctx, id);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        ctx.log.warn('charge.cancel_failed', { chargeId: id, error });
      }
    });
  }
}
