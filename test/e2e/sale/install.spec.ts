import { expect, test } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

const SKIN = { id: 'Ashe', name: 'Neblina Rainha' };
const CONTENT = Buffer.alloc(3_000_000, 'fulgor');
const LINK = 'ltk://install?url={url}&name={name}&source={brand}';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

test(
  'one press hands a skin to the installer, a phone hands over to the computer, and a private list is made and switched off',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    const headers = { Origin: shop.url };
    const settings = (install_link: string) =>
      clerk.request.put(`${shop.url}/api/admin/settings`, { headers, data: { install_link } });
    const refused = await settings('javascript:alert({url})');
    expect([refused.status(), (await refused.json()).error.fields]).toEqual([
      422,
      { install_link: 'Comece com ltk:// e diga onde entra o endereço do arquivo: {url}.' },
    ]);
    expect((await settings(LINK)).status()).toBe(200);
    const file = { name: 'pacote.fantome', mimeType: 'application/zip', buffer: CONTENT };
    const kept = await clerk.request.post(`${shop.url}/api/admin/files`, { headers, multipart: { file } });
    const saved = { file_id: (await kept.json()).id, auto: true };
    await clerk.request.put(`${shop.url}/api/admin/skin-files/${SKIN.id}/1`, { headers, data: saved });

    const page = await visitor({ width: 1440 });
    const { email, password } = await signUp(page, shop);
    await buy(page, shop, email, SKIN.id);
    await page.goto(`${shop.url}/dashboard/colecao`);
    let told = '';
    await page.route('**/dashboard/instalar/**', async (route) => {
      const answer = await route.fetch();
      told += await answer.text();
      await route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: `Instalar no LTK Manager ${SKIN.name}` }).click();
    await expect(page.getByText('Abriu?')).toBeVisible();
    expect(told).toContain('ltk://install?url=');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('link', { name: `Não ${SKIN.name}` }).click();
    await expect(page.getByRole('heading', { name: 'Não abriu?' })).toBeInViewport();
    await page.goto(`${shop.url}/dashboard/pedidos`);
    await page.getByRole('link', { name: `Instalar ${SKIN.name}` }).click();
    await expect(page.getByRole('heading', { name: `Instalar ${SKIN.name}` })).toBeVisible();

    // What the installer is told, asked for by a script without a cookie.
    const [owned] = (await (await page.request.get(`${shop.url}/api/collection`)).json()) as { id: string }[];
    const made = await page.request.post(`${shop.url}/api/collection/${owned!.id}/install`, { headers });
    const { href, url } = (await made.json()) as { href: string; url: string };
    expect(new URL(href).searchParams.get('url')).toBe(url);
    const fetchWhole = async () => {
      const answer = await fetch(url);
      return [answer.status, (await answer.arrayBuffer()).byteLength];
    };
    for (let times = 0; times < 3; times++) expect(await fetchWhole()).toEqual([200, CONTENT.length]);
    expect((await fetch(url)).status).toBe(410);

    await page.goto(`${shop.url}/dashboard/meus-dados`);
    await page.getByRole('button', { name: 'Criar endereço' }).click();
    const address = page.getByLabel('Endereço da lista');
    await expect(address).toHaveValue(/\/feed\/[\w-]{22}\.json$/);
    const feed = await address.inputValue();
    await page.getByRole('button', { name: 'Copiar' }).click();
    await expect(page.getByText(/^Endereço (copiado|selecionado)/)).toBeVisible();
    const { items } = (await (await fetch(feed)).json()) as { items: { attachments: { url: string }[] }[] };
    expect((await (await fetch(items[0]!.attachments[0]!.url)).arrayBuffer()).byteLength).toBe(
      CONTENT.length,
    );
    await page
      .getByRole('region', { name: 'Lista para programas' })
      .getByRole('button', { name: 'Desligar' })
      .click();
    await expect(page.getByText('Endereço desligado')).toBeVisible();
    expect((await fetch(feed)).status).toBe(404);

    const phone = await visitor({ width: 360 });
    await phone.setExtraHTTPHeaders({ 'User-Agent': ANDROID });
    await signIn(phone, shop, { email, password });
    await phone.goto(`${shop.url}/dashboard/colecao`);
    await phone.getByRole('link', { name: `Abra no computador ${SKIN.name}` }).click();
    await expect(phone.getByText('confirme antes o seu endereço no perfil')).toBeVisible();
  },
);
