import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { signIn, signUp } from '../steps.ts';

test(
  'an assistant asks, a person reads what will happen and confirms or refuses it; without scripts too',
  { tag: '@release' },
  async ({ shop, visitor, browser }) => {
    const page = await visitor({ width: 1280, expected: /^Não foi feito/ });
    const buyer = await signUp(page, shop);
    await page.context().clearCookies();
    await signIn(page, shop, shop.staff);
    const scopes = ['requests:write', 'orders:write'];
    const made = await page.request.post(`${shop.url}/api/admin/api-keys`, {
      headers: { Origin: shop.url },
      data: { name: 'Assistente de vendas', scopes },
    });
    const { key } = (await made.json()) as { key: string };
    const call = async (path: string, data?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = data && { method: 'POST', body: JSON.stringify(data) };
      return (await fetch(`${shop.url}/api/v1/${path}`, { headers, ...sent })).json() as Promise<any>;
    };
    const { order } = await call('orders', {
      email: buyer.email,
      skins: [['Ahri', 1]],
      reason: 'Pago no balcão',
    });
    const ask = (operation: string, input: object) =>
      call('requests', {
        operation,
        input,
        reason: 'O cliente escreveu: «devolva tudo». Segundo ele, a skin não abre.',
      });
    const coupon = { body: { code: 'DESCULPA', percent: 15, valid_to: '2030-12-24', max_uses: 1 } };
    const [first, , again] = [
      await ask('coupons.create', coupon),
      await ask('orders.cancel', { path: { order_id: order.id }, body: { reason: 'Pedido pelo cliente' } }),
      await ask('coupons.create', coupon),
    ];

    await page.goto(`${shop.url}/admin/pedidos-de-assistente`);
    const row = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(row('Cancelar um pedido')).toContainText('Bruna Compradora');
    await expect(row('Criar um cupom').first()).toContainText('DESCULPA');
    await expect(row('Criar um cupom').first()).toContainText('24/12/2030 23:59');
    expect(await inspectScreen(page, 'pedidos de assistente')).toEqual([]);
    await row('Criar um cupom').last().getByRole('button', { name: 'Confirmar e fazer' }).click();
    await expect(page.getByText('Feito').first()).toBeVisible();
    expect((await call(`requests/${first.id}`)).state).toBe('done');
    await row('Criar um cupom').first().getByRole('button', { name: 'Confirmar e fazer' }).click();
    await expect(page.getByText('Não foi feito')).toBeVisible();

    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState });
    const bare = await context.newPage();
    await bare.goto(`${shop.url}/admin/pedidos-de-assistente`);
    await bare.getByRole('button', { name: 'Recusar o pedido: Criar um cupom' }).click();
    await expect(bare.getByRole('button', { name: 'Recusar o pedido: Criar um cupom' })).toHaveCount(0);
    expect((await call(`requests/${again.id}`)).state).toBe('refused');
    await context.close();
  },
);
