import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startPushServer, type PushDevice } from '../../providers/push-server.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { activate } from '../keyboard.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

/** The engine without windows, which the other journeys take, refuses every notification, whatever it was allowed. */
const WHOLE = '/usr/bin/chromium';
const whereItIs = existsSync(WHOLE) ? test : test.skip;
test.use({ launchOptions: { executablePath: WHOLE, args: ['--no-sandbox', '--disable-gpu'] } });

/**
 * The browser's own push service is out of reach here, so subscribing answers with a device of the test's. All else is
 * the browser's: the permission, the service worker, and what it does with a message.
 */
async function giveDevice(page: Page, { subscription }: PushDevice): Promise<void> {
  await page.addInitScript((given) => {
    const device = { ...given, unsubscribe: async () => true, toJSON: () => given };
    let own: typeof device | null = null;
    const manager = PushManager.prototype as unknown as Record<string, () => Promise<unknown>>;
    manager['getSubscription'] = async () => own;
    manager['subscribe'] = async () => (own = device);
    const ask = Notification.requestPermission.bind(Notification);
    Object.assign(window, { asked: 0 });
    Notification.requestPermission = async () => {
      (window as unknown as { asked: number }).asked++;
      return ask();
    };
  }, subscription);
}

const timesAsked = (page: Page) => page.evaluate(() => (window as unknown as { asked: number }).asked);

/** What the push service would hand to the browser. */
async function receive(page: Page, origin: string, message: unknown): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

whereItIs(
  'who waits for a skin switches this device on, and is told that it came (chromium)',
  async ({ visitor, database }) => {
    const service = await startPushServer();
    const shop = await startStockedShop(database, { OUTGOING_ALLOW: service.host });
    try {
      const device = service.addDevice();
      const buyer = await visitor({ width: 360 });
      await giveDevice(buyer, device);
      await buyer.context().grantPermissions(['notifications'], { origin: shop.url });
      const { email } = await signUp(buyer, shop);
      await buy(buyer, shop, email, 'Leona');
      await buyer.goto(`${shop.url}/dashboard/pedidos`);
      await expect(buyer.getByText('Quer ser avisado na hora')).toBeVisible();
      expect(await timesAsked(buyer)).toBe(0);
      await activate(buyer, buyer.getByRole('button', { name: 'Avisar neste aparelho' }));
      await expect(buyer.getByText('Este aparelho é avisado quando a sua skin chegar.')).toBeVisible();
      expect(await timesAsked(buyer)).toBe(1);
      // A screen looks the same on both databases.
      if (database === 'embedded') expect(await inspectScreen(buyer, 'Pedido que avisa')).toEqual([]);
      await buyer.setViewportSize({ width: 360, height: 740 });

      const staff = await visitor();
      await signIn(staff, shop, shop.staff);
      const waiting = await staff.request.get(`${shop.url}/api/admin/orders?status=pending`);
      const [order] = (await waiting.json()) as { id: string; order_items: { id: string }[] }[];
      const links = Object.fromEntries(
        order!.order_items.map(({ id }) => [id, 'https://exemplo.com/skin.zip']),
      );
      const headers = { Origin: shop.url };
      const sent = await staff.request.post(`${shop.url}/api/admin/orders/${order!.id}/links`, {
        headers,
        data: { links },
      });
      expect(sent.ok()).toBe(true);
      await expect.poll(() => device.shown.at(-1)?.title).toMatch(/^Entregue: /);

      const news = device.shown.at(-1)!;
      await receive(buyer, shop.url, news);
      const shown = () =>
        buyer.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          const notes = await registration.getNotifications();
          return notes.map(({ title, body, data }) => ({ title, body, path: data as string }));
        });
      await expect.poll(shown).toEqual([{ title: news.title, body: news.body, path: news.path }]);
      await buyer.goto(shop.url + news.path);
      await expect(buyer.locator(`#pedido-${order!.id}`)).toBeInViewport();

      await buyer.goto(`${shop.url}/dashboard/perfil`);
      const section = buyer.locator('#avisos');
      await expect(section.getByRole('switch', { name: 'Meus pedidos' })).toBeEnabled();
      await expect(section.getByRole('switch', { name: 'Avisos da equipe' })).toHaveCount(0);
    } finally {
      expect(await shop.stop()).toBe(0);
      await service.close();
    }
  },
);

whereItIs(
  'an iPhone and a browser that was told no say what to do, and staff find their own switch (chromium)',
  async ({ shop, visitor }) => {
    const open = async (prepare: () => void) => {
      const page = await visitor({ width: 360 });
      // A browser without a window refuses by itself.
      await page.context().grantPermissions(['notifications'], { origin: shop.url });
      await page.addInitScript(prepare);
      await signIn(page, shop, shop.staff);
      await page.goto(`${shop.url}/dashboard/perfil`);
      return page.locator('#avisos');
    };
    const phone = await open(() => {
      delete (window as { PushManager?: unknown }).PushManager;
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)',
      });
    });
    await expect(phone).toContainText('No iPhone e no iPad, adicione a loja à Tela de Início');
    await expect(phone.getByRole('switch')).toHaveCount(0);
    const blocked = await open(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    });
    await expect(blocked).toContainText('Este navegador bloqueia os avisos da loja.');
    const plain = await open(() => {});
    await expect(plain.getByRole('switch', { name: 'Avisos da equipe' })).toBeVisible();
  },
);
