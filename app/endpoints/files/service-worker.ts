import { createHash } from 'node:crypto';
import { getShop } from '#app/request-context.ts';
import type { Route } from './+types/service-worker';
import { OFFLINE_ASSETS, OFFLINE_PATH, renderOfflinePage } from './render-offline-page.tsx';

/**
 * `GET /sw.js`: shows the offline page if a page cannot be loaded, and what the shop tells by web push. It caches that
 * page and its fonts, and never another page, an API answer or personal data. The browser compares the script byte by byte: a new
 * page, brand or build is a new worker, which replaces the old one at once.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const { brandName } = getShop(context).settings;
  return new Response(writeServiceWorker(renderOfflinePage(brandName), brandName), {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}

export function writeServiceWorker(page: string, brandName: string): string {
  // The page contains the hashed names of its fonts from the build.
  const digest = createHash('sha256').update(page).digest('hex').slice(0, 12);
  return `const CACHE = ${JSON.stringify(`offline-${digest}`)};
const BRAND = ${JSON.stringify(brandName)};
const PAGE = ${JSON.stringify(OFFLINE_PATH)};
const KEPT = ${JSON.stringify([OFFLINE_PATH, ...OFFLINE_ASSETS])};

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(fromNetwork(event).catch(() => fromCache(PAGE)));
  } else if (request.destination === 'font') {
    const path = new URL(request.url).pathname;
    if (KEPT.includes(path)) event.respondWith(fetch(request).catch(() => fromCache(path)));
  }
});

addEventListener('push', (event) => {
  event.waitUntil(tell(event.data));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

// Browsers want a notification for every message, even for one that cannot be read.
async function tell(data) {
  let news = {};
  try {
    news = data.json();
  } catch {}
  const { title = BRAND, body = '', path = '/', tag = 'loja' } = news;
  const look = { icon: '/icon-192.png', lang: 'pt-BR' };
  await registration.showNotification(title, { ...look, body, tag, renotify: true, data: path });
}

async function lead(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  for (const tab of await clients.matchAll({ type: 'window' })) {
    if (tab.url === url.href) return tab.focus();
  }
  return clients.openWindow(url.href);
}

async function keep() {
  const cache = await caches.open(CACHE);
  // Without cookies: the cached files are the same for everybody.
  await cache.addAll(KEPT.map((path) => new Request(path, { credentials: 'omit' })));
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith('offline-') && name !== CACHE) await caches.delete(name);
  }
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function fromNetwork(event) {
  // The page was requested while this script was starting.
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function fromCache(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreVary: true })) ?? Response.error();
}
`;
}
