import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './shop.ts';
import { BUYER, signUp } from './steps.ts';

/** A page elsewhere that sends forms and requests to the shop as soon as somebody looks at it. */
function hostilePage(shopUrl: string): string {
  const forms = [
    ['/dashboard/perfil', 'name=Invadida'],
    ['/dashboard/perfil/sessoes', ''],
    ['/dashboard/perfil/verificacao', 'step=stop&current=segredo1'],
    ['/dashboard/perfil/excluir', 'current=segredo1'],
    ['/auth/sair', ''],
  ];
  return `<!doctype html><title>x</title><script>
    const bodies = ${JSON.stringify(forms)};
    (async () => {
      for (const [path, body] of bodies) {
        await fetch(${JSON.stringify(shopUrl)} + path, { method: 'POST', mode: 'no-cors', credentials: 'include',
          headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.name = 'f' + path.length;
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
          headers: { 'content-type': 'text/plain' }, body: '{"amount":25,"description":"x"}' });
      }
      await new Promise((done) => setTimeout(done, 500));
      document.title = 'sent';
      // The last one as a whole page, with which a Lax cookie would travel if this were a link.
      const form = document.body.appendChild(document.createElement('form'));
      form.method = 'post'; form.action = ${JSON.stringify(shopUrl)} + '/auth/sair';
      form.submit();
    })();
  </script><body>`;
}

// Another site gets no cookie along; another port of the same site does, and its Origin gives it away.
for (const host of ['127.0.0.1', 'localhost']) {
  test(`forms on a foreign page at ${host} change nothing`, async ({ shop, visitor }) => {
    const page = await visitor({ expected: /frame|refused|blocked|Framing|X-Frame|CORS/i });
    await signUp(page, shop);
    const seen: { path: string; status: number; cookie: boolean }[] = [];
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(hostilePage(shop.url));
    });
    await new Promise<void>((done) => server.listen(0, host, done));
    page.on('response', async (response) => {
      const request = response.request();
      if (request.method() !== 'POST' || !response.url().startsWith(shop.url)) return;
      const headers = await request.allHeaders().catch((): Record<string, string> => ({}));
      seen.push({
        path: new URL(response.url()).pathname,
        status: response.status(),
        cookie: /session_token/.test(headers.cookie ?? ''),
      });
    });
    await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
    await page.waitForURL(`${shop.url}/auth/sair`);
    server.close();
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(10);
    expect(seen.filter(({ status }) => status !== 403)).toEqual([]);
    expect(seen.some(({ cookie }) => cookie)).toBe(host === 'localhost');

    const session = await (await page.request.get(`${shop.url}/api/auth/get-session`)).json();
    expect(session.user.name).toBe(BUYER.name);
    expect(await (await page.request.get(`${shop.url}/api/orders`)).json()).toEqual([]);
  });
}
