import { createHash } from 'node:crypto';
import type { Look } from '#shop/brand/read-look.ts';
import { bareAssets } from '../http/bare-page.tsx';
import { OFFLINE_PATH, renderOfflinePage } from './render-offline-page.tsx';

/** The script of `service-worker.ts`. A route may export nothing of its own: the browser would get all that it imports. */
export function writeServiceWorker(brandName: string, look: Look): string {
  const page = renderOfflinePage(brandName, look);
  // The page contains the hashed names of its fonts from the build.
  const digest = createHash('sha256').update(page).digest('hex').slice(0, 12);
  return `const CACHE = ${JSON.stringify(`offline-${digest}`)};
const BRAND = ${JSON.stringify(brandName)};
const PAGE = ${JSON.stringify(OFFLINE_PATH)};
const KEPT = ${JSON.stringify([OFFLINE_PATH, ...bareAssets(look)])};

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

addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew());
});

// The browser has given up its address. Not every one says which it was, but the shop knows what this session had.
async function renew() {
  const answer = await fetch('/api/push');
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = await answer.json();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ subscription, renews: true });
  await fetch('/api/push', { method: 'POST', headers, body });
}

// Browsers want a notification for every message, even for one that cannot be read.
async function tell(data) {
  let news = {};
  try {
    news = data.json();
  } catch {}
  const { title = BRAND, body = '', path = '/', tag = 'loja' } = news;
  const look = { icon: ${JSON.stringify(look.icons['icone-192'])}, lang: 'pt-BR' };
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
