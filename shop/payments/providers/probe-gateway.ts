import { randomUUID } from 'node:crypto';
import type { PixGateway } from '../gateway.ts';

/** Asks a provider about a charge that does not exist. It reads, and takes the keys of the shop. Throws as `find` does. */
export async function probeGateway(gateway: PixGateway): Promise<void> {
  const chargeId = randomUUID();
  const { findsOnlyIdsOf } = gateway.traits;
  await gateway.find({
    chargeId,
    gatewayChargeId: findsOnlyIdsOf === undefined ? null : `${findsOnlyIdsOf}${chargeId}`,
  });
}
