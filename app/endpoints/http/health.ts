import { VERSION } from '#shop/version.ts';

/** `GET /healthz`: the process answers, and which release it is. `/readyz` tells whether it can sell. */
export function loader(): Response {
  return Response.json({ status: 'ok', version: VERSION }, { headers: { 'Cache-Control': 'no-store' } });
}
