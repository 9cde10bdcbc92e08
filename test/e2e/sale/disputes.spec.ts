import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

const DISPUTED = 'Janna';
const READY = ['Sivir', 'Nunu'] as const;
const LINK = 'https://arquivos.exemplo.com/pronta.zip';

test(
  'a dispute: seen with its deadline, answered with the printed file, and a pause that a dono lifts after the loss',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const headers = { Origin: shop.url };
    const owner = await visitor({ width: 1280 });
    await signIn(owner, shop, shop.staff);
    for (const champion of READY) {
      const saved = await owner.request.put(`${shop.url}/api/admin/skin-files/${champion}/1`, {
        headers,
        data: { link: LINK, auto: true },
      });
      expect(saved.status(), await saved.text()).toBe(200);
    }

    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, DISPUTED);
    const ordersOf = async () =>
      (await (await buyer.request.get(`${shop.url}/api/orders`)).json()) as { id: string; status: string }[];
    const [order] = await ordersOf();
    const short = `#${order!.id.slice(0, 8)}`;
    await owner.goto(`${shop.url}/admin/pedidos/${order!.id}`);
    const chargeId = /sim_([0-9a-f-]{36})/.exec((await owner.textContent('main')) ?? '')?.[1];

    // The payer's bank, on the payer's phone.
    const payer = await visitor({ width: 360 });
    await payer.goto(`${shop.url}/simulator/${chargeId}`);
    await payer.getByRole('button', { name: 'Contestar este pagamento' }).click();
    await expect(payer.getByText('Contestação aberta: a loja já foi avisada.')).toBeVisible();
    expect(await inspectScreen(payer, 'Simulação com contestação')).toEqual([]);

    await owner.goto(`${shop.url}/admin/atencao`);
    const card = owner.getByRole('article', { name: 'Contestação aberta' }).filter({ hasText: short });
    await expect(card).toContainText(/Responda até \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\./);
    const section = owner.getByRole('region', { name: 'Contestações' });
    const line = section.getByRole('listitem').filter({ hasText: short });
    await expect(line).toContainText('Entrega automática pausada');
    expect(await inspectScreen(owner, 'Atenção com contestação')).toEqual([]);

    const opened = owner.waitForEvent('popup');
    await card.getByRole('link', { name: 'Provas para imprimir' }).click();
    const evidence = await opened;
    await expect(evidence.getByRole('heading', { name: `Provas do pedido ${short}` })).toBeVisible();
    await expect(evidence.getByText(/^E\d{20}\w{11}$/)).toBeVisible();
    await expect(evidence.getByText('***.982.247-**').first()).toBeVisible();
    await evidence.setViewportSize({ width: 360, height: 800 });
    expect(await inspectScreen(evidence, 'Provas')).toEqual([]);
    await evidence.close();

    await buy(buyer, shop, email, READY[0]);
    expect((await ordersOf())[0]).toMatchObject({ status: 'pending' });

    await payer.getByRole('button', { name: 'Decidir contra a loja' }).click();
    await expect(payer.getByText('A loja perdeu a contestação')).toBeVisible();
    await expect(line).toContainText('Perdida');
    await line.getByRole('button', { name: 'Liberar entrega automática' }).press('Enter');
    await expect(owner.getByText('Entrega automática liberada')).toBeVisible();
    await expect(line).not.toContainText('Entrega automática pausada');

    await buy(buyer, shop, email, READY[1]);
    expect((await ordersOf())[0]).toMatchObject({ status: 'completed' });
  },
);
