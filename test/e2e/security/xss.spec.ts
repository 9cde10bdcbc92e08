import type { Page } from '@playwright/test';
import {
  ask,
  asJson,
  createResources,
  signInPerson,
  signUpPerson,
  type Person,
} from '../authorization/resources.ts';
import { expect, test, type RunningShop } from '../shop.ts';

/** As long as the shortest field takes. */
const PAYLOADS = [
  '"><img src=x onerror=alert(1)></script><script>alert(2)</script>',
  `'><svg onload=alert(3)></title></textarea><iframe src=javascript:alert(4)>`,
];

/** Enters as this person, and writes down whatever runs or is kept from running. */
async function watch(page: Page, shop: RunningShop, person: Person): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('tellViolation', (what: string) => void seen.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`);
    }),
  );
  const cookies = person.cookie.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    return { name, value, url: shop.url };
  });
  await page.context().addCookies(cookies);
  return seen;
}

/** Until React has taken the page over: what it draws by itself is what is looked at here. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
  );
}

for (const payload of PAYLOADS) {
  // shows: threat 27
  test(
    `in a browser nothing runs that somebody typed: ${payload}`,
    { tag: '@release' },
    async ({ shop, visitor }) => {
      const staff = await signInPerson(shop, shop.staff);
      const person = await signUpPerson(shop, 'hostil');
      const { orderId } = await createResources(shop, person, staff);
      const form = (fields: Record<string, string>): RequestInit => ({
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      const named = await ask(shop, person, '/dashboard/perfil', form({ name: payload }));
      expect(named.status).toBeLessThan(400);
      const message = { subject: payload, message: `${payload}\n${payload}` };
      const written = await ask(shop, person, '/dashboard/suporte', form(message));
      expect(written.status).toBeLessThan(400);
      const product = { name: payload, champion: payload, description: payload, price: 15 };
      expect((await ask(shop, staff, '/api/admin/products', asJson(product))).status).toBe(201);

      const customer = await visitor();
      const customerSaw = await watch(customer, shop, person);
      const echo = encodeURIComponent(payload);
      await open(customer, `${shop.url}/dashboard/perfil`);
      await expect(customer.getByLabel('Nome de exibição')).toHaveValue(payload);
      for (const path of [
        '/dashboard/pedidos',
        '/dashboard/suporte',
        `/loja?q=${echo}`,
        `/pagamento-pix?amount=15&description=${echo}`,
        `/pagamento-pix?orderId=${orderId}&amount=${echo}&description=${echo}`,
      ]) {
        await open(customer, shop.url + path);
      }
      // Typed, and drawn by the browser alone.
      await open(customer, `${shop.url}/loja`);
      await customer.locator('form[role=search] input').fill(payload);
      await expect(customer.getByRole('main').getByText(payload.slice(0, 20)).first()).toBeVisible();

      const clerk = await visitor({ width: 1280 });
      const clerkSaw = await watch(clerk, shop, staff);
      await open(clerk, `${shop.url}/admin/atendimento`);
      const thread = clerk.getByRole('main').getByRole('link').filter({ hasText: payload }).first();
      await expect(thread).toBeVisible();
      const path = (await thread.getAttribute('href')) ?? '';
      await open(clerk, shop.url + path);
      await expect(clerk.getByRole('listitem').filter({ hasText: payload }).first()).toBeVisible();
      await open(customer, shop.url + path.replace('/admin/atendimento', '/dashboard/suporte'));
      await open(clerk, `${shop.url}/admin/produtos`);
      const card = clerk.getByRole('article').filter({ hasText: payload }).first();
      await expect(card).toBeVisible();
      await card.getByRole('button', { name: 'Editar' }).click();
      await expect(clerk.getByLabel('Nome do Produto *')).toHaveValue(payload);
      await clerk.keyboard.press('Escape');
      await open(clerk, `${shop.url}/admin?q=${echo}`);
      expect([...customerSaw, ...clerkSaw]).toEqual([]);
    },
  );
}
