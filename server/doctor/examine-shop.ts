import type { Finding, HealthRow } from '#shop/health/finding.ts';
import { allChecks } from './all-checks.ts';
import { broken, type Check, type Place } from './check.ts';

/** A provider may take this long; a slower one is as good as silent. */
const PATIENCE_MS = 10_000;

/** Everything at once. A check that is silent, or fails in a way that it does not know, is a row as well. */
export function examineShop(
  place: Place,
  { checks = allChecks, patienceMs = PATIENCE_MS }: { checks?: readonly Check[]; patienceMs?: number } = {},
): Promise<HealthRow[]> {
  return Promise.all(
    checks.map(async ({ name, title, examine }) => ({
      name,
      title,
      ...(await withinTime((signal) => examine(place, signal), patienceMs)),
    })),
  );
}

async function withinTime(
  examine: (signal: AbortSignal) => Promise<Finding>,
  patienceMs: number,
): Promise<Finding> {
  const signal = AbortSignal.timeout(patienceMs);
  const overdue = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  // Nobody waits for it if `examine` throws at once.
  overdue.catch(() => {});
  try {
    return await Promise.race([examine(signal), overdue]);
  } catch (error) {
    if (signal.aborted)
      return broken(
        `Não houve resposta em ${patienceMs / 1000} segundos.`,
        'Veja se esse serviço está no ar e se um firewall barra a loja.',
      );
    return broken(
      `A verificação parou num erro que a loja não conhece (${(error as NodeJS.ErrnoException).code ?? (error as Error).name}).`,
      'Verifique de novo; se continuar assim, mande esta linha a quem mantém a loja.',
    );
  }
}
