import { useEffect, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { groupWordsOf } from '#shop/catalog/shelves.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { splashWidths } from '#shop/media/encode-splash.ts';
import { describeSeller } from '#shop/settings/describe-seller.ts';
import type { Route } from './+types/root';
import { getShop, getVisitor, noteRoute } from './request-context.ts';
import { useLinkedCoupon } from './routes/cart/use-linked-coupon.ts';
import { passRetryAfter } from './routes/pass-retry-after.ts';
import { HEADING_FONTS } from './heading-fonts.ts';
import './theme.css';
import { BrandMark, BrandProvider } from './ui/frame/brand.tsx';
import { OfferProvider } from './ui/frame/offer.tsx';
import { PageAnnouncer } from './ui/frame/page-announcer.tsx';
import { CartProvider } from '#app/ui/cart/cart.tsx';
import { MarksProvider } from './ui/skin/marks.tsx';
import { ErrorScreen } from './ui/feedback/error-screen.tsx';
import { NotFoundScreen } from './ui/feedback/not-found-screen.tsx';
import { SessionProvider } from './ui/frame/session.tsx';
import { SplashWidths } from './ui/skin/splash.tsx';
import { useOfflinePage } from './ui/frame/use-offline-page.ts';
import { useTextTypeface } from './ui/frame/use-text-typeface.ts';
import { ToastHost } from './ui/feedback/toast-host.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }];

const rememberRoute: Route.MiddlewareFunction = ({ context, pattern }) => noteRoute(context, pattern);

export const middleware = [rememberRoute, passRetryAfter];

export async function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  // Without the database every visitor is anonymous, but can still look at the catalogue. Pages that need a session
  // refuse.
  const session = await visitor.session().catch((error: unknown) => {
    shop.log.error('session.unreadable', { requestId: visitor.requestId, error });
    return null;
  });
  const { theme, style, typeface, logo, icons } = readLook(shop.settings);
  return {
    brand: {
      name: shop.settings.brandName,
      logo,
      socialUrl: shop.settings.socialUrl,
      seller: shop.settings.seller && describeSeller(shop.settings.seller),
    },
    look: {
      style,
      typeface,
      themeColor: theme.surface,
      favicon: icons['favicon-48'],
      touchIcon: icons['icone-180'],
    },
    // A new name of the shop must empty nobody's cart.
    cartName: shop.firstSettings.brandName,
    offer: {
      promiseMinutes: shop.settings.promiseMinutes,
      staffHours: shop.settings.staffHours,
      hasOnePrice: !shop.catalog.ready() || shop.catalog.current().prices.areAllTheSame,
      groupWords: shop.catalog.ready() ? groupWordsOf(shop.catalog.current().shelves) : null,
    },
    appUrl: shop.settings.appUrl,
    splashWidths: [...splashWidths],
    isSimulator: shop.simulator !== null,
    session: session && {
      name: session.user.name,
      email: session.user.email,
      // Staff without their required second factor see the link too: it leads them to set one up.
      isStaff: session.role !== null || session.owesSecondFactor,
      avatar: session.avatarKey && `/${session.avatarKey}`,
    },
  };
}

/** Looking around the store changes nothing that the frame shows. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isWithinStore = [currentUrl, nextUrl].every(({ pathname }) => /^\/loja(?:\/|$)/.test(pathname));
  const isRefresh = currentUrl.href === nextUrl.href || formMethod !== undefined;
  return isWithinStore && !isRefresh ? false : defaultShouldRevalidate;
}

/** On a page whose loader failed. */
const OWN = { style: null, typeface: 'bricolage', themeColor: '#12141c' } as const;
const OWN_ICONS = { favicon: '/favicon.svg', touchIcon: '/apple-touch-icon.png' };

export function Layout({ children }: { children: ReactNode }) {
  const look = useRouteLoaderData<typeof loader>('root')?.look ?? { ...OWN, ...OWN_ICONS };
  return (
    <html lang="pt-BR" style={look.style ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look.themeColor} />
        <link
          rel="preload"
          href={HEADING_FONTS[look.typeface]}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" href={look.favicon} />
        <link rel="apple-touch-icon" href={look.touchIcon} />
        <Meta />
        <Links />
      </head>
      <body className="bg-ink font-sans text-sm text-text antialiased">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useOfflinePage();
  useTextTypeface();
  useLinkedCoupon();
  useEffect(() => window.replayPress?.(), []);
  return (
    <BrandProvider value={loaderData.brand}>
      <SessionProvider session={loaderData.session}>
        <CartProvider brandName={loaderData.cartName}>
          <MarksProvider brandName={loaderData.cartName}>
            <SplashWidths value={loaderData.splashWidths}>
              <OfferProvider value={loaderData.offer}>
                <Outlet />
              </OfferProvider>
              <PageAnnouncer />
              <ToastHost />
            </SplashWidths>
          </MarksProvider>
        </CartProvider>
      </SessionProvider>
    </BrandProvider>
  );
}

/** The last error page. No provider exists here, so it has no frame. Screens of the shop have their own. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="gutter mx-auto flex h-16 max-w-[1600px] items-center">
          <a
            href="/"
            aria-label="Voltar ao início"
            className="grid size-11 place-items-center rounded-control"
          >
            <BrandMark />
          </a>
        </div>
      </header>
      <main>{isMissing ? <NotFoundScreen /> : <ErrorScreen />}</main>
    </>
  );
}
