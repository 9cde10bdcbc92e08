import type { RouteConfigEntry } from '@react-router/dev/routes';
import { API } from '#app/doors/api.ts';
import routes from '#app/routes.ts';

export interface Address {
  /** With its `:parts`. */
  path: string;
  /** React Router's name of the route. */
  id: string;
  /** Below `app/`. */
  file: string;
}

/** Every address of the shop, as `app/routes.ts` and the table of the API name them. */
export function listAddresses(): Address[] {
  const own = listRoutes();
  const calls = Object.keys(API).map((path) => ({ path, id: path, file: 'doors/answer-api.ts' }));
  // One that also takes a file has a route of its own.
  return [...own, ...calls.filter((call) => own.every(({ path }) => path !== call.path))];
}

function listRoutes(entries = routes as RouteConfigEntry[], parent = ''): Address[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path.replace(/^\//, '')}` : parent;
    const id = entry.id ?? entry.file.replace(/\.tsx?$/, '');
    // A layout is no address; one with an index child is that child's.
    return entry.children
      ? listRoutes(entry.children, path)
      : [{ path: path === '' ? '/' : path, id, file: entry.file }];
  });
}
