import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** Every URL of the shop: the map of the product. */
export default [
  index('routes/landing/landing.tsx'),

  route('api/create-pix-payment', 'endpoints/create-pix-payment.ts'),
  route('api/payments/:id', 'endpoints/payment.ts'),
  route('api/payments/:id/qr-code', 'endpoints/payment-qr-code.ts'),
  route('api/orders', 'endpoints/orders.ts'),
  route('api/collection', 'endpoints/collection.ts'),
  route('api/live', 'endpoints/live.ts'),
  route('api/*', 'endpoints/unknown-api.ts'),
  route('simulator/pay/:chargeId', 'endpoints/simulator-pay.ts'),
  route('webhooks/:gateway', 'endpoints/webhooks.ts'),
  route('webhooks/:gateway/pix', 'endpoints/webhooks.ts', { id: 'webhooks-with-suffix' }),
  route('img/:file', 'endpoints/image.ts'),
  route('healthz', 'endpoints/health.ts'),
  route('readyz', 'endpoints/ready.ts'),
] satisfies RouteConfig;
