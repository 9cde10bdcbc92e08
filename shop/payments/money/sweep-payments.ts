import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { isSettled } from '#shop/states/charge-status.ts';
import { checkCharge } from '../charges/check-charge.ts';
import { GatewayError, type GatewayPayment, type PixGateway } from '../gateway.ts';

/** PostgreSQL accepts 65,535 parameters, and every charge needs two. */
const CHUNK = 1000;

interface Arrived {
  gatewayChargeId: string;
  chargeId: string | null;
  receivedCents: number;
  chargedBackCents: number;
  isDisputed: boolean;
}

/**
 * Reads the gateways' lists of payments of the last hours, and checks every charge with less money in the books:
 * payments without a webhook, a second Pix for one code, money that a bank took back. The time windows overlap; known
 * payments change nothing.
 */
export async function sweepPayments(
  ctx: OutwardContext,
  { hours }: { hours: number },
): Promise<{ listed: number; asked: number }> {
  const to = ctx.now();
  const from = new Date(to.getTime() - hours * 3_600_000);
  let [listed, asked] = [0, 0];
  for (const { name } of ctx.providers) {
    const gateway = ctx.gatewayFor(name);
    const payments = gateway && (await listPayments(ctx, gateway, from, to));
    if (!payments) continue;
    listed += payments.length;
    const arrived = sumByCharge(payments);
    for (let start = 0; start < arrived.length; start += CHUNK) {
      for (const id of await findUnknownMoney(ctx, name, arrived.slice(start, start + CHUNK))) {
        asked++;
        try {
          await checkCharge(ctx, id, { evenIfPaid: true });
        } catch (error) {
          // One charge that fails must not stop the others.
          ctx.log.error('payment.sweep_failed', { chargeId: id, error });
        }
      }
    }
  }
  if (asked > 0) ctx.log.info('payments.swept', { hours, listed, asked });
  return { listed, asked };
}

async function listPayments(
  ctx: ShopContext,
  gateway: PixGateway,
  from: Date,
  to: Date,
): Promise<GatewayPayment[] | undefined> {
  try {
    return await gateway.findRecentPayments?.(from, to);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('payments.list_failed', { gateway: gateway.name, error });
    return undefined;
  }
}

function sumByCharge(payments: GatewayPayment[]): Arrived[] {
  const sums = new Map<string, Arrived>();
  for (const { gatewayChargeId, chargeId, amountCents, chargedBackCents, isDisputed } of payments) {
    const sum = sums.get(gatewayChargeId) ?? {
      gatewayChargeId,
      chargeId,
      receivedCents: 0,
      chargedBackCents: 0,
      isDisputed: false,
    };
    sum.receivedCents += amountCents;
    sum.chargedBackCents += chargedBackCents;
    sum.isDisputed ||= isDisputed === true;
    sums.set(gatewayChargeId, sum);
  }
  return [...sums.values()];
}

/** Ids of our charges. Payments of other systems to the same Pix key match none. */
async function findUnknownMoney(ctx: ShopContext, gateway: string, arrived: Arrived[]): Promise<string[]> {
  const ownIds = arrived.flatMap(({ chargeId }) => chargeId ?? []);
  const charges = await ctx.db
    .selectFrom('charges')
    .select(['id', 'gateway_charge_id', 'status', 'paid_amount_cents', 'charged_back_cents'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.charge_id', '=', 'charges.id')
            .where('disputes.state', '=', 'open'),
        )
        .as('is_disputed'),
    )
    .where('gateway', '=', gateway)
    .where((eb) =>
      eb.or([
        eb(
          'gateway_charge_id',
          'in',
          arrived.map(({ gatewayChargeId }) => gatewayChargeId),
        ),
        ...(ownIds.length > 0 ? [eb('id', 'in', ownIds)] : []),
      ]),
    )
    .execute();
  return charges
    .filter((charge) => {
      const sum = arrived.find(
        (one) => one.gatewayChargeId === charge.gateway_charge_id || one.chargeId === charge.id,
      );
      if (!sum || !isSettled(charge.status)) return sum !== undefined;
      return (
        sum.receivedCents > (charge.paid_amount_cents ?? 0) ||
        sum.chargedBackCents > charge.charged_back_cents ||
        (sum.isDisputed && !charge.is_disputed)
      );
    })
    .map(({ id }) => id);
}
