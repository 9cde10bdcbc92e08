import { expect, test } from '../shop.ts';
import { openWhole, reconnect, signIn, signUp } from '../steps.ts';

// shows: spec 2.25, spec 2.40
test(
  'what a customer asks reaches the team by mail and in the panel',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const customer = await visitor();
    const { email } = await signUp(customer, shop);
    await customer.goto(`${shop.url}/dashboard/suporte`);
    await customer.getByLabel('Assunto').fill(`Não baixa ${email}`);
    await customer.getByLabel('Mensagem').fill('O link abre uma página em branco.');
    await customer.getByRole('button', { name: 'Enviar Mensagem' }).click();
    await expect(customer.getByText('Mensagem Enviada!')).toBeVisible();
    await expect(customer.getByText('Nossa equipe entrará em contato em breve.')).toBeVisible();
    await expect(customer.getByLabel('Assunto')).toHaveValue('');
    await expect(customer.getByLabel('Mensagem')).toHaveValue('');
    await expect
      .poll(() => shop.mails().filter((mail) => mail.includes(`Reply-To: ${email}`)).length)
      .toBe(1);

    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    await clerk.getByRole('link', { name: 'Atendimento' }).click();
    await clerk.getByRole('link', { name: `Não baixa ${email}` }).click();
    await expect(clerk.getByText('O link abre uma página em branco.')).toBeVisible();
  },
);

test(
  'what a visitor asks is answered by mail and marked in the panel',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const email = `rui-${Date.now()}@exemplo.com`;
    const answer = await fetch(`${shop.url}/contato`, {
      method: 'POST',
      headers: { Origin: shop.url },
      body: new URLSearchParams({ name: 'Rui', email, message: 'Vocês vendem chaves?' }),
    });
    expect(answer.status).toBe(200);
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin/mensagens`);
    const message = clerk.getByRole('article').filter({ hasText: email });
    await expect(message.getByRole('link', { name: 'Responder por e-mail' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${email.replaceAll('.', '\\.')}\\?`),
    );
    await message.getByRole('button', { name: 'Marcar como resolvida' }).click();
    await expect(message.getByText('Resolvida', { exact: true })).toBeVisible();
    await clerk.reload();
    await expect(message.getByText('Resolvida', { exact: true })).toBeVisible();
  },
);

// shows: spec 2.25
test(
  'without a connection the typed text stays, and the second try sends it',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /^Mensagem não enviada|ERR_INTERNET_DISCONNECTED/ });
    await openWhole(page, `${shop.url}/contato`);
    await page.getByLabel('Nome').fill('Bruna');
    await page.getByLabel('Email', { exact: true }).fill('bruna@exemplo.com');
    await page.getByLabel('Mensagem').fill('Um texto que deu trabalho.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
    await expect(page.getByRole('alert').getByText('A loja não respondeu.')).toBeVisible();
    await expect(page.getByLabel('Mensagem')).toHaveValue('Um texto que deu trabalho.');

    await reconnect(page);
    await page.getByRole('button', { name: 'Enviar Mensagem' }).click();
    await expect(page.getByText('Mensagem Enviada!')).toBeVisible();
    await expect(page.getByText('Entraremos em contato em breve.')).toBeVisible();
    await expect(page.getByLabel('Nome')).toHaveValue('');
    await expect(page.getByLabel('Mensagem')).toHaveValue('');
  },
);
