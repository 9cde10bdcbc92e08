/** `GET /healthz`: the process answers. Whether it can sell is `/readyz`. */
export function loader(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
}
