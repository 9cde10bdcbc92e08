import { presentProgramOrder } from '#app/endpoints/api/present-order.ts';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import { showCatalog } from '#shop/catalog/search/show-catalog.ts';
import { showStaffOrder } from '#shop/orders/show-staff-order.ts';
import { scopeOf, type Scope } from '#shop/programs/scopes.ts';
import { API, type Method } from './api.ts';
import { call, type Call } from './call.ts';
import { describeApi } from './describe-api.ts';

/** A call that a program may make, with the scope that its key needs. */
export interface OpenCall {
  call: Call;
  right: Right;
  scope: Scope;
}

/** What only a person does, in front of the panel. */
const OF_PEOPLE = ['views', 'desk/presence', 'channels', 'api-keys'];

/** The calls of staff under the same paths without `admin/`, where a scope opens them, and what programs have besides. */
export const V1: Readonly<Record<string, Readonly<Partial<Record<Method, OpenCall>>>>> = {
  ...Object.fromEntries(
    Object.entries(API).flatMap(([path, calls]) => {
      const rest = path.startsWith('/api/admin/') ? path.slice('/api/admin/'.length) : '';
      if (rest === '' || OF_PEOPLE.some((own) => rest === own || rest.startsWith(`${own}/`))) return [];
      const open = Object.entries(calls).flatMap(([method, one]) => {
        const right = one.does.who as Right;
        const scope = scopeOf(right, method === 'GET');
        return scope ? [[method, { call: one, right, scope }] as const] : [];
      });
      return open.length > 0 ? [[`/api/v1/${rest}`, Object.fromEntries(open)]] : [];
    }),
  ),
  '/api/v1/orders/:orderId': {
    GET: {
      call: call(showStaffOrder, { not_found: 'Este pedido não existe.' }, (order) =>
        Response.json(presentProgramOrder(order), { headers: NO_STORE }),
      ),
      right: 'orders.read',
      scope: 'orders:read',
    },
  },
  '/api/v1/catalog': { GET: { call: call(showCatalog, {}), right: 'orders.read', scope: 'catalog:read' } },
};

/** OpenAPI 3.1 of what a key opens, with the scope of each call. */
export function describeOpenCalls() {
  const plain = Object.entries(V1).map(([path, calls]) => [
    path,
    Object.fromEntries(Object.entries(calls).map(([method, open]) => [method, open.call])),
  ]);
  const { components, paths, ...described } = describeApi(Object.fromEntries(plain) as typeof API);
  const wanted = new Map(
    Object.values(V1).flatMap((calls) =>
      Object.values(calls).map(({ call: { does }, scope }) => [does.id, scope] as const),
    ),
  );
  for (const calls of Object.values(paths))
    for (const described of Object.values(calls)) {
      const scope = wanted.get(described.operationId as string);
      Object.assign(described, { security: [{ key: [scope] }], 'x-scope': scope });
    }
  const key = { type: 'http', scheme: 'bearer', description: 'flg_…' };
  return { ...described, components: { ...components, securitySchemes: { key } }, paths };
}
