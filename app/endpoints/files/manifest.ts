import { getShop } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import type { Route } from './+types/manifest';

/** `GET /manifest.webmanifest`: the shop on a phone's home screen, under the operator's brand. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { settings, catalog } = getShop(context);
  const { brandName, promiseMinutes } = settings;
  const { theme, icons } = readLook(settings);
  const hasOnePrice = !catalog.ready() || catalog.current().prices.areAllTheSame;
  const manifest = {
    id: '/',
    name: brandName,
    short_name: brandName,
    description: `Skins ${hasOnePrice ? 'por um preço único, ' : ''}com entrega em até ${describeMinutes(promiseMinutes)}.`,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: theme.ink,
    theme_color: theme.surface,
    icons: [
      { src: icons['icone-192'], sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icons['icone-512'], sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: icons['mascara-512'], sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
