import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { OWN_LOOK, readLook } from '#shop/brand/read-look.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const ORIGIN = 'https://loja.exemplo.com';

/** The worker's script with a browser around it that writes down what it is asked for. */
function startWorker(tabs: { url: string; focus(): void }[] = [], isSignedIn = true) {
  const listeners = new Map<string, (event: unknown) => void>();
  const shown: [title: string, more: Record<string, unknown>][] = [];
  const opened: string[] = [];
  const sent: unknown[] = [];
  const closed: string[] = [];
  runInNewContext(writeServiceWorker('Fulgor', readLook(OWN_LOOK)), {
    addEventListener: (name: string, hear: (event: unknown) => void) => listeners.set(name, hear),
    registration: {
      showNotification: async (...note: (typeof shown)[number]) => void shown.push(note),
      pushManager: {
        subscribe: async (options: unknown) => ({ toJSON: () => ({ endpoint: 'new', options }) }),
      },
    },
    clients: { matchAll: async () => tabs, openWindow: async (url: string) => void opened.push(url) },
    fetch: async (path: string, { method = 'GET', body = 'null' } = {}) => {
      sent.push([method, path, JSON.parse(body)]);
      return isSignedIn ? Response.json({ public_key: 'key' }) : new Response(null, { status: 401 });
    },
    location: { origin: ORIGIN },
    URL,
  });
  const happen = async (name: string, event: Record<string, unknown>) => {
    let work: unknown;
    listeners.get(name)!({ ...event, waitUntil: (promise: unknown) => (work = promise) });
    await work;
  };
  const click = (path: string) =>
    happen('notificationclick', { notification: { data: path, close: () => void closed.push(path) } });
  return { shown, opened, sent, closed, happen, click };
}

test('a message is shown as the shop wrote it, and one that nobody can read under its name', async () => {
  const { shown, happen } = startWorker();
  const news = { title: 'Entregue', body: 'Aurora', path: '/dashboard/pedidos#pedido-1', tag: 'pedido-1' };
  await happen('push', { data: { json: () => news } });
  await happen('push', { data: null });
  expect(shown).toMatchObject([
    ['Entregue', { body: 'Aurora', tag: 'pedido-1', data: '/dashboard/pedidos#pedido-1' }],
    ['Fulgor', { body: '', tag: 'loja', data: '/' }],
  ]);
});

test('a subscription that the browser gave up is made anew and takes its place, if somebody is signed in', async () => {
  const worker = startWorker();
  await worker.happen('pushsubscriptionchange', {});
  const subscription = {
    endpoint: 'new',
    options: { userVisibleOnly: true, applicationServerKey: 'key' },
  };
  expect(worker.sent).toEqual([
    ['GET', '/api/push', null],
    ['POST', '/api/push', { subscription, renews: true }],
  ]);
  const stranger = startWorker([], false);
  await stranger.happen('pushsubscriptionchange', {});
  expect(stranger.sent).toHaveLength(1);
});

test('a click opens the order, or the tab where it is open already, and leads nowhere else', async () => {
  const { opened, closed, click } = startWorker();
  await click('/dashboard/pedidos#pedido-1');
  expect(closed).toHaveLength(1);
  expect(opened).toEqual([`${ORIGIN}/dashboard/pedidos#pedido-1`]);
  await click('https://roubo.exemplo/');
  await click('//roubo.exemplo/');
  expect(opened).toHaveLength(1);

  let focused = 0;
  const open = startWorker([{ url: `${ORIGIN}/admin`, focus: () => void focused++ }]);
  await open.click('/admin');
  expect([focused, open.opened]).toEqual([1, []]);
});
