import type { Metrics } from '#shop/metrics/metrics.ts';

const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * `route`: a pattern of ours. null: a file by its name, or a request that was refused before it had a route; the path
 * that a visitor typed is no label.
 */
export function observeRequest(
  metrics: Metrics,
  request: { method: string; route: string | null; status: number },
  startedAt: number,
): void {
  const labels = {
    method: METHODS.has(request.method) ? request.method : 'other',
    route: request.route ?? 'none',
    status: CLASSES[Math.floor(request.status / 100)] ?? 'none',
  };
  metrics.observe('fulgor_request_seconds', labels, (performance.now() - startedAt) / 1000);
}
