/**
 * Pages that are the same for everybody who is not signed in: they contain nothing of the visitor, no greeting, no
 * token in a form, no answer to one. The router, the cached pages (server/pages/), the sitemap and the tests read
 * this list.
 */
export const PUBLIC_PAGES = {
  landing: '/',
  store: '/loja',
  skin: '/loja/skin/:championId/:skinNum',
  about: '/sobre-nos',
  contact: '/contato',
  careers: '/carreiras',
  privacy: '/privacidade',
  terms: '/termos',
  api: '/api',
} as const;

/** Pages with a single address, unlike the store and the skins. */
export const STATIC_PAGES: readonly string[] = [
  PUBLIC_PAGES.landing,
  PUBLIC_PAGES.about,
  PUBLIC_PAGES.contact,
  PUBLIC_PAGES.careers,
  PUBLIC_PAGES.privacy,
  PUBLIC_PAGES.terms,
  PUBLIC_PAGES.api,
];
