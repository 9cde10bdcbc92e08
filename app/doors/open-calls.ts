import { presentProgramOrder } from '#app/endpoints/api/present-order.ts';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import { showCatalog } from '#shop/catalog/search/show-catalog.ts';
import { showStaffOrder } from '#shop/orders/show-staff-order.ts';
import { ALSO_OPENS, scopeOf, type Scope } from '#shop/programs/scopes.ts';
import { API, type Method } from './api.ts';
import { call, type Call } from './call.ts';

/** A call that a program may make, with the scope that its key needs. */
export interface OpenCall {
  call: Call;
  right: Right;
  scope: Scope;
}

/** What only a person does, in front of the panel. */
const OF_PEOPLE = ['views', 'desk/presence', 'channels', 'api-keys'];

/** The calls of staff under the same paths without `admin/`, where a scope opens them, and what programs have besides. */
export const OPEN_CALLS: Readonly<Record<string, Readonly<Partial<Record<Method, OpenCall>>>>> = {
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
  '/api/v1/catalog': {
    GET: { call: call(showCatalog, {}), right: ALSO_OPENS['catalog:read'], scope: 'catalog:read' },
  },
};
