import type { ShopContext } from '#shop/context.ts';
import type { CircuitState } from '#shop/process-vitals.ts';
import { GatewayError, type PixGateway } from '../gateway.ts';

const OPEN_AFTER_FAILURES = 5;
const PAUSE_MS = 30_000;

/**
 * A circuit breaker. A gateway that is down would make every buyer wait for the time-out, with an open request each.
 * After some failures in a row, new charges fail at once for a while; then one create tests whether the gateway is
 * back. Only `create` is guarded: look-ups of money that may have arrived continue. Each process has its own state.
 */
export function addCircuitBreaker(
  gateway: PixGateway,
  {
    now,
    log,
    isAlone = () => true,
  }: Pick<ShopContext, 'now' | 'log'> & {
    /** If not, others are asked meanwhile, and this one is left alone by all processes together. */
    isAlone?: () => boolean;
  },
): { gateway: PixGateway; circuit: () => CircuitState } {
  let inARow = 0;
  let openUntil: Date | null = null;
  let isProbing = false;
  const counts = { failures: 0, turnedAway: 0 };

  function turnAway(): never {
    counts.turnedAway++;
    throw new GatewayError(gateway.name, `create: not asked after ${inARow} failures in a row`, {
      retryable: true,
      outcome: 'not_applied',
    });
  }

  function noteFailure(error: unknown): void {
    if (!(error instanceof GatewayError)) return;
    counts.failures++;
    inARow++;
    if (inARow < OPEN_AFTER_FAILURES) return;
    if (openUntil === null) {
      log.error('gateway.circuit_opened', { gateway: gateway.name, failuresInARow: inARow, error });
    }
    openUntil = new Date(now().getTime() + PAUSE_MS);
  }

  function noteAnswer(): void {
    if (openUntil !== null) log.info('gateway.circuit_closed', { gateway: gateway.name, ...counts });
    inARow = 0;
    openUntil = null;
  }

  const create: PixGateway['create'] = async (request) => {
    const isProbe = openUntil !== null;
    if (openUntil !== null) {
      if (isAlone() && (isProbing || now() < openUntil)) turnAway();
      isProbing = true;
      log.info('gateway.circuit_probe', { gateway: gateway.name });
    }
    try {
      const result = await gateway.create(request);
      // A refusal is an answer too: the gateway is up.
      noteAnswer();
      return result;
    } catch (error) {
      noteFailure(error);
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };

  return {
    gateway: { ...gateway, create },
    circuit: () => ({ gateway: gateway.name, isOpen: openUntil !== null, ...counts }),
  };
}
