import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** Every URL of the shop: the map of the product. */
export default [index('routes/landing/landing.tsx')] satisfies RouteConfig;
