import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../shop.ts';
import { BUYER, signUp } from '../steps.ts';

/** A page elsewhere that sends forms and requests to the shop as soon as somebody looks at it. */
function hostilePage(shopUrl: string): string {
  const forms = [
    ['/dashboard/perfil', 'name=Invadida'],
    ['/dashboard/perfil/sessoes', ''],
    ['/dashboard/perfil/verificacao', 'step=stop&current=segredo1'],
    ['/dashboard/perfil/excluir', 'current=segredo1'],
    ['/auth/sair', ''],
  ];
  // The shop keeps its answers from other origins; that they cannot be read is no matter to whoever writes.
  return `<!doctype html><title>x</title><body><script>
    const bodies = ${JSON.stringify(forms)};
    (async () => {
      for (const [path, body] of bodies) {
        await fetch(${JSON.stringify(shopUrl)} + path, { method: 'POST', mode: 'no-cors', credentials: 'include',
          headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }).catch(() => {});
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.name = 'to' + path;
        const form = document.body.appendChild(document.createElement('form'));
        form.method = 'post'; form.action = ${JSON.stringify(shopUrl)} + path; form.target = frame.name;
        for (const [name, value] of new URLSearchParams(body)) {
          const input = form.appendChild(document.createElement('input'));
          input.name = name; input.value = value;
        }
        form.submit();
      }
      for (const path of ['/api/auth/sign-out', '/api/create-pix-payment']) {
        await fetch(${JSON.stringify(shopUrl)} + path, { method: 'POST', mode: 'no-cors', credentials: 'include',
          headers: { 'content-type': 'text/plain' }, body: '{"amount":25,"description":"x"}' }).catch(() => {});
      }
      await new Promise((done) => setTimeout(done, 500));
      document.title = 'sent';
      // The last one as a whole page, with which a Lax cookie would travel if this were a link.
      const form = document.body.appendChild(document.createElement('form'));
      form.method = 'post'; form.action = ${JSON.stringify(shopUrl)} + '/auth/sair';
      form.submit();
    })();
  </script>`;
}

// Another site gets no cookie along; another port of the same site does, and its Origin gives it away.
for (const host of ['127.0.0.1', 'localhost']) {
  // shows: threat 26
  test(
    `forms on a foreign page at ${host} change nothing`,
    { tag: host === 'localhost' ? [] : '@release' },
    async ({ shop, visitor }) => {
      const page = await visitor({ expected: /frame|refused|blocked|Framing|X-Frame|CORS/i });
      await signUp(page, shop);
      const before = shop.output().length;
      const server = createServer((_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8').end(hostilePage(shop.url));
      });
      await new Promise<void>((done) => server.listen(0, host, done));
      const last = page.waitForRequest(
        (request) =>
          request.isNavigationRequest() &&
          request.frame() === page.mainFrame() &&
          request.method() === 'POST',
      );
      await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
      await page.waitForURL(`${shop.url}/auth/sair`, { timeout: 30_000 });
      const { cookie = '' } = await (await last).allHeaders();
      expect(cookie.includes('session_token')).toBe(host === 'localhost');
      server.close();

      // What the shop itself says it answered: the browser hides most of it from pages elsewhere.
      const posts = () =>
        shop
          .output()
          .slice(before)
          .split('\n')
          .filter((line) => line.includes('"event":"request"') && line.includes('"method":"POST"'))
          .map((line) => JSON.parse(line) as { path: string; status: number });
      // Seven requests, and of five forms in frames those that left before the page did.
      await expect.poll(() => posts().length).toBeGreaterThanOrEqual(8);
      expect(new Set(posts().map(({ path }) => path))).toHaveProperty('size', 7);
      expect(posts().filter(({ status }) => status !== 403)).toEqual([]);

      const session = await (await page.request.get(`${shop.url}/api/auth/get-session`)).json();
      expect(session.user.name).toBe(BUYER.name);
      expect(await (await page.request.get(`${shop.url}/api/orders`)).json()).toEqual([]);
    },
  );
}
