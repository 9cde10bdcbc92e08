import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { activate } from '../keyboard.ts';
import { fillPaymentForm, openSkin, scriptsToRun, signUp } from '../steps.ts';

test(
  'somebody else pays under the address of the order, and both screens see it live',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    const buyer = await visitor({ width: 360, expected: /503/ });
    const { email } = await signUp(buyer, shop);
    await openSkin(buyer, shop, 'clarimunda');
    await buyer.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(buyer, email);
    const share = buyer.getByRole('button', { name: 'Outra pessoa vai pagar' });
    await activate(buyer, share);

    const stop = buyer.getByRole('button', { name: 'Encerrar link' });
    await buyer.route('**/api/orders/*/share', (route) => route.fulfill({ status: 503, json: {} }));
    await activate(buyer, stop);
    await expect(buyer.getByText('Não foi possível', { exact: true })).toBeVisible();
    await expect(buyer.getByText('Link encerrado')).toBeHidden();
    await buyer.unroute('**/api/orders/*/share');
    await activate(buyer, stop);
    await expect(buyer.getByText('Link encerrado')).toBeVisible();
    await expect(share).toBeFocused();
    await activate(buyer, share);
    const address = await buyer.getByLabel('Link para quem vai pagar').inputValue();

    const payer = await visitor({ width: 360 });
    await payer.goto(address);
    await scriptsToRun(payer);
    await expect(payer.getByRole('heading', { name: 'Pagar o pedido de Bruna' })).toBeVisible();
    expect(await payer.getByLabel('PIX copia e cola').inputValue()).toBe(
      await buyer.getByLabel('PIX copia e cola').inputValue(),
    );
    // A screen looks the same on both databases.
    if (database === 'embedded') expect(await inspectScreen(payer, 'Pagar um pedido')).toEqual([]);
    await payer.setViewportSize({ width: 360, height: 740 });
    await activate(payer, payer.getByRole('button', { name: 'Copiar código PIX' }));
    await expect(payer.getByText(/copiado/i).first()).toBeVisible();
    await buyer.getByRole('button', { name: /simular pagamento/i }).click();
    for (const page of [buyer, payer])
      await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
  },
);
