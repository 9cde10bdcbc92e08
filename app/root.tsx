import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { getShop, getVisitor } from './request-context.ts';
import './theme.css';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  return {
    nonce: visitor.nonce,
    brandName: shop.settings.brandName,
    socialUrl: shop.settings.socialUrl,
    session: session && { name: session.user.name, email: session.user.email, isStaff: session.isStaff },
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  // The browser hides a nonce once read; React must not compare it again.
  const nonce = typeof document === 'undefined' ? data?.nonce : '';
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0a0b10" />
        <Meta />
        <Links />
      </head>
      <body className="bg-ink font-sans text-sm text-text">
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
