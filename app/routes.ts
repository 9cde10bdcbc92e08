import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every URL of the shop: the map of the product. */
export default [
  layout('routes/shop-layout.tsx', [
    index('routes/landing/landing.tsx'),
    route('loja', 'routes/store/store.tsx'),
    route('loja/skin/:championId/:skinNum', 'routes/store/skin.tsx'),
    route('carrinho', 'routes/cart/cart.tsx'),
    route('dashboard', 'routes/dashboard/layout.tsx', [
      index('routes/dashboard/collection.tsx'),
      route('colecao', 'routes/dashboard/collection.tsx', { id: 'collection-by-name' }),
      route('pedidos', 'routes/dashboard/orders.tsx'),
      route('download', 'routes/dashboard/download.tsx'),
      route('como-utilizar', 'routes/dashboard/how-to-use.tsx'),
    ]),
    route('admin', 'routes/admin/layout.tsx', [
      index('routes/admin/orders.tsx'),
      route('catalogo', 'routes/admin/catalog.tsx'),
    ]),
    route('*', 'routes/pages/not-found.tsx'),
  ]),
  route('dashboard/download-skin/:collectionId', 'endpoints/download-skin.ts'),
  route('contact', 'endpoints/moved-permanently.ts', { id: 'contact-moved' }),
  route('dashboard/orders', 'endpoints/moved-permanently.ts', { id: 'orders-moved' }),
  route('carrinho/conferir', 'routes/cart/check-cart.ts'),
  route('auth', 'routes/account/auth.tsx'),
  route('auth/sair', 'routes/account/sign-out.ts'),
  route('auth/recuperar', 'routes/account/recover.tsx'),
  route('auth/nova-senha', 'routes/account/new-password.tsx'),

  route('api/create-pix-payment', 'endpoints/create-pix-payment.ts'),
  route('api/payments/:id', 'endpoints/payment.ts'),
  route('api/payments/:id/qr-code', 'endpoints/payment-qr-code.ts'),
  route('api/orders', 'endpoints/orders.ts'),
  route('api/collection', 'endpoints/collection.ts'),
  route('api/admin/orders', 'endpoints/admin-orders.ts'),
  route('api/admin/orders/:id/links', 'endpoints/admin-order-links.ts'),
  route('api/admin/orders/:id/items/:itemId/link', 'endpoints/admin-item-link.ts'),
  route('api/live', 'endpoints/live.ts'),
  route('api/*', 'endpoints/unknown-api.ts'),
  route('simulator/pay/:chargeId', 'endpoints/simulator-pay.ts'),
  route('webhooks/:gateway', 'endpoints/webhooks.ts'),
  route('webhooks/:gateway/pix', 'endpoints/webhooks.ts', { id: 'webhooks-with-suffix' }),
  route('img/:file', 'endpoints/image.ts'),
  route('healthz', 'endpoints/health.ts'),
  route('readyz', 'endpoints/ready.ts'),
  route('metrics', 'endpoints/metrics.ts'),
] satisfies RouteConfig;
