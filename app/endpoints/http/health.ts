/** `GET /healthz`: the process answers. `/readyz` tells whether it can sell. */
export function loader(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
}
