import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { RoleProvider } from '#app/routes/admin/use-may.tsx';
import { BrandProvider } from '#app/ui/frame/brand.tsx';
import { CartProvider } from '#app/ui/cart/cart.tsx';
import { MarksProvider } from '#app/ui/skin/marks.tsx';
import { SessionProvider, type SessionView } from '#app/ui/frame/session.tsx';
import { SplashWidths } from '#app/ui/skin/splash.tsx';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';

export const CUSTOMER: SessionView = {
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  isStaff: false,
  avatar: null,
};
export const CLERK: SessionView = {
  name: 'Equipe',
  email: 'equipe@exemplo.com',
  isStaff: true,
  avatar: null,
};

export const SELLER = 'Bruna Vendedora · CPF 529.982.247-25 · Rua das Skins, 1';

interface Surroundings {
  session?: SessionView | null;
  path?: string;
  /** What the clerk may do: everything, unless it is named. */
  role?: StaffRole;
}

/** The server's HTML of a screen within what the root gives it. */
export function renderScreen(
  screen: ReactNode,
  { session = null, path = '/', role = 'owner' }: Surroundings = {},
): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => (
        <BrandProvider
          value={{
            name: 'Fulgor',
            logo: null,
            socialUrl: 'https://social.exemplo.com/fulgor',
            seller: SELLER,
          }}
        >
          <SessionProvider session={session}>
            <CartProvider brandName="Fulgor">
              <MarksProvider brandName="Fulgor">
                <SplashWidths value={[240, 480, 800]}>
                  <RoleProvider role={session?.isStaff ? role : null}>{screen}</RoleProvider>
                </SplashWidths>
              </MarksProvider>
            </CartProvider>
          </SessionProvider>
        </BrandProvider>
      ),
    },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={[path]} />);
}

/** What of it is to be read, without tags, a blank where a tag stood. */
export function readScreen(screen: ReactNode, surroundings?: Surroundings): string {
  return readHtml(renderScreen(screen, surroundings));
}

export function readHtml(html: string): string {
  return html
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replace(/[\s ]+/g, ' ')
    .trim();
}

/** A screen of the route modules, which get what their loader and action answered. */
export function screenOf(
  // oxlint-disable-next-line typescript/no-explicit-any -- each route module has props of its own
  Screen: ComponentType<any>,
  answers: { loaderData?: unknown; actionData?: unknown } = {},
): ReactNode {
  return <Screen {...answers} />;
}
