import type { Page } from '@playwright/test';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { scriptsToRun } from '../e2e/scripts-to-run.ts';
import { REVIEW_SCENES } from './review-scenes.ts';
import { RESCUE_SCENES } from './rescue-scenes.ts';
import { GIFT_SCENES } from './gift-scenes.ts';
import { PUSH_SCENES } from './push-scenes.ts';
import { RIGHTS_SCENES } from './rights-scenes.ts';
import { TICKET_SCENES } from './ticket-scenes.ts';
import type { Cast, Plot } from './seed-shop.ts';

/** One screen in one state. */
export interface Scene {
  name: string;
  as: keyof Cast;
  path: string | ((plot: Plot) => string);
  /** The table that cannot be read while it is looked at. */
  without?: string;
  /** The table that holds nothing while it is looked at. */
  empty?: string;
  /** Before the page opens: answers that a seeded shop cannot give. */
  prepare?: (page: Page) => Promise<void>;
  /** From the opened page to the state. */
  act?: (page: Page) => Promise<void>;
  /** The part that is seen, where the whole page hides it. */
  viewportOnly?: boolean;
}

const CART = [
  ['Ahri', 'Iacema', 4, 'Guardiã Astral do Crepúsculo Infinito Edição Comemorativa de Colecionador de 2026'],
  ['Leona', 'Alvorada', 1, 'Alvorada do Fim do Mundo'],
  ['Lux', 'Clarimunda', 7, 'K/DÁRIO: Clarimunda'],
].map(([championId, championName, skinNum, skinName]) => ({
  id: `${championId}_${skinNum}`,
  skinName,
  championName,
  skinNum,
  championId,
  price: 15,
  splashArt: `/img/${championId}_${skinNum}`,
}));

async function fillCart(page: Page): Promise<void> {
  await page.addInitScript((items) => localStorage.setItem('fulgor-cart', JSON.stringify(items)), CART);
}

async function openPaymentForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await page.getByLabel('Nome completo').waitFor();
}

async function openCode(page: Page): Promise<void> {
  await openPaymentForm(page);
  await page.getByLabel(/celular/i).fill('11987654321');
  await page.getByLabel(/CPF/i).fill('52998224725');
  await page.getByRole('button', { name: /gerar/i }).click();
  await page.getByText('Aguardando pagamento...').waitFor();
  await page.getByText('QR Code gerado!').waitFor({ state: 'hidden' });
}

/** What the gateway would say of this payment, were it asked now. */
const answerWith = (status: string) => async (page: Page) => {
  await page.route('**/api/payments/*', (route) =>
    route.fulfill({ json: { id: route.request().url().split('/').at(-1), status } }),
  );
};

/** 'Pagar agora' of the one unpaid order, and what the bank answers to 'Já paguei'. */
const paymentPage = (status: string | null): Partial<Scene> => ({
  as: 'customer',
  path: '/dashboard/pedidos',
  ...(status ? { prepare: answerWith(status) } : {}),
  async act(page) {
    await page.getByRole('link', { name: 'Pagar agora' }).first().click();
    await page.waitForURL('**/pagamento-pix**');
    if (!status) return page.getByText('Aguardando pagamento...').waitFor();
    // The page asks when it opens, too: whoever is first has the answer.
    await page
      .getByRole('button', { name: 'Já paguei' })
      .click({ timeout: 3_000 })
      .catch(() => {});
    await page.getByText('Aguardando pagamento...').waitFor({ state: 'hidden' });
  },
});

const click = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.waitForTimeout(400);
};

async function markTwo(page: Page): Promise<void> {
  const marks = page.getByRole('checkbox', { name: /^Marcar o pedido/ });
  await marks.first().check();
  await marks.nth(1).check();
}

/** The dialog of one thing that waits for staff, asked to go on without a word from them. */
const openNote = (waiting: string, decision: string) => async (page: Page) => {
  await page
    .getByRole('article', { name: waiting, exact: true })
    .getByRole('button', { name: decision })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: decision }).click();
  await page.waitForTimeout(400);
};

/** The next screen never gets its data, so that what stands in for it can be seen. */
const waitingFor = (link: (page: Page) => Promise<void>): Pick<Scene, 'act' | 'viewportOnly'> => ({
  viewportOnly: true,
  async act(page) {
    await page.waitForTimeout(500);
    await page.route('**/*.data*', () => {});
    await link(page);
    await page.waitForTimeout(700);
  },
});

const go = (href: string) => (page: Page) =>
  page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`);
    link?.click();
  }, href);

/** What cannot be read, and what the screen says of it. */
const failure = (as: keyof Cast, name: string, path: string, without: string): Scene => ({
  name: `${name}-erro`,
  as,
  path,
  without,
  viewportOnly: true,
  async act(page) {
    await page.getByRole('alert').filter({ hasText: 'Não foi possível' }).waitFor();
    await page.locator('[data-sonner-toast]').first().waitFor();
    await page.waitForTimeout(400);
  },
});

const dayBefore = (days: number) => addDays(dayOf(new Date()), -days);

export const SCENES: Scene[] = [
  { name: 'inicio', as: 'visitor', path: '/' },
  { name: 'inicio-topo', as: 'visitor', path: '/', viewportOnly: true },
  {
    name: 'menu-visitante',
    as: 'visitor',
    path: '/',
    viewportOnly: true,
    act: (page) => openMenu(page, 'Menu'),
  },
  { name: 'menu-conta', as: 'customer', path: '/', viewportOnly: true, act: (page) => openMenu(page) },
  { name: 'loja', as: 'visitor', path: '/loja', viewportOnly: true },
  { name: 'loja-inteira', as: 'visitor', path: '/loja' },
  { name: 'loja-busca', as: 'visitor', path: '/loja?q=dragao' },
  { name: 'loja-vazia', as: 'visitor', path: `/loja?q=${'nada-disso-existe-'.repeat(5)}` },
  { name: 'loja-nome-longo', as: 'visitor', path: '/loja?campeao=Ahri', viewportOnly: true },
  { name: 'loja-carregando', as: 'visitor', path: '/sobre-nos', ...waitingFor(go('/loja')) },
  { name: 'pagar', as: 'visitor', path: (plot) => plot.sharedPath },
  { name: 'pagar-invalido', as: 'visitor', path: '/pagar/nao-existe' },
  { name: 'presente', as: 'visitor', path: (plot) => plot.giftPath },
  { name: 'presente-abrir', as: 'newcomer', path: (plot) => plot.giftPath },
  { name: 'presente-escolher', as: 'customer', path: (plot) => plot.giftPath },
  { name: 'presente-escolher-vazio', as: 'customer', path: (plot) => `${plot.giftPath}?q=naoexiste` },
  { name: 'presente-invalido', as: 'visitor', path: '/presente/nao-existe' },
  {
    name: 'presente-comprar',
    as: 'newcomer',
    path: '/loja/skin/Lux/7',
    viewportOnly: true,
    async act(page) {
      await openPaymentForm(page);
      await page.getByRole('switch', { name: 'É um presente' }).check();
      await page.getByLabel('Mensagem (opcional)').focus();
    },
  },
  { name: 'skin', as: 'visitor', path: '/loja/skin/Lux/7' },
  { name: 'skin-topo', as: 'visitor', path: '/loja/skin/Lux/7', viewportOnly: true },
  { name: 'skin-nome-longo', as: 'visitor', path: '/loja/skin/Ahri/4', viewportOnly: true },
  { name: 'skin-minha', as: 'customer', path: '/loja/skin/Ashe/1', viewportOnly: true },
  { name: 'skin-indisponivel', as: 'visitor', path: '/loja/skin/Sona/1', viewportOnly: true },
  { name: 'skin-nao-encontrada', as: 'visitor', path: '/loja/skin/Lux/999' },
  { name: 'carrinho', as: 'visitor', path: '/carrinho', prepare: fillCart },
  {
    name: 'carrinho-cupom',
    as: 'visitor',
    path: '/carrinho?cupom=ana10',
    prepare: fillCart,
    act: (page) => page.getByText(/Cupom aplicado/).waitFor(),
  },
  {
    name: 'carrinho-cupom-recusado',
    as: 'visitor',
    path: '/carrinho?cupom=natal-dos-campeoes',
    prepare: fillCart,
    act: (page) =>
      page
        .getByText(/Este cupom vale a partir de/)
        .first()
        .waitFor(),
  },
  { name: 'carrinho-vazio', as: 'visitor', path: '/carrinho' },
  {
    name: 'pagamento-formulario',
    as: 'newcomer',
    path: '/loja/skin/Lux/7',
    viewportOnly: true,
    act: openPaymentForm,
  },
  {
    name: 'pagamento-erros',
    as: 'newcomer',
    path: '/loja/skin/Lux/7',
    viewportOnly: true,
    async act(page) {
      await openPaymentForm(page);
      await page.getByLabel('Nome completo').fill('A');
      await page.getByRole('button', { name: /gerar/i }).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'pagamento-aguardando',
    as: 'newcomer',
    path: '/loja/skin/Lux/1',
    viewportOnly: true,
    act: openCode,
  },
  {
    name: 'pagamento-confirmado',
    as: 'newcomer',
    path: '/loja/skin/Jinx/1',
    viewportOnly: true,
    prepare: answerWith('paid'),
    async act(page) {
      await openCode(page);
      await page.getByRole('button', { name: 'Já paguei' }).click();
      await page.getByText('Pagamento Confirmado!', { exact: true }).waitFor();
      await page.waitForTimeout(500);
    },
  },
  { name: 'pix-aguardando', ...paymentPage(null) } as Scene,
  ...['expired', 'held', 'cancelled', 'refunded'].map(
    (status) => ({ name: `pix-${status}`, ...paymentPage(status) }) as Scene,
  ),
  {
    name: 'pix-pago-depois',
    as: 'customer',
    path: ({ lateOrderId }) => `/pagamento-pix?orderId=${lateOrderId}`,
  },
  {
    name: 'pix-fora-de-venda',
    as: 'customer',
    path: ({ offSaleOrderId }) => `/pagamento-pix?orderId=${offSaleOrderId}`,
  },
  { name: 'pix-avulsa', as: 'customer', path: '/pagamento-pix?amount=45.5&description=Vaquinha da turma' },
  { name: 'pix-sem-valor', as: 'customer', path: '/pagamento-pix' },
  { name: 'pix-nao-encontrado', as: 'customer', path: '/pagamento-pix?orderId=nada' },
  { name: 'auth-login', as: 'visitor', path: '/auth' },
  { name: 'auth-cadastro', as: 'visitor', path: '/auth?modo=cadastro' },
  ...RESCUE_SCENES,
  ...REVIEW_SCENES,
  { name: 'auth-erro', as: 'visitor', path: '/auth', viewportOnly: true, act: click('Entrar') },
  { name: 'auth-recuperar', as: 'visitor', path: '/auth/recuperar' },
  {
    name: 'auth-recuperar-enviado',
    as: 'visitor',
    path: '/auth/recuperar',
    async act(page) {
      await page.getByLabel('Email').fill('nina@exemplo.com');
      await click('Enviar link')(page);
    },
  },
  { name: 'auth-nova-senha', as: 'visitor', path: '/auth/nova-senha?token=abc' },
  { name: 'confirmar-email', as: 'visitor', path: '/confirmar-email/nada' },
  { name: 'confirmar-email-vencido', as: 'newcomer', path: '/confirmar-email/nada' },
  { name: 'auth-link-invalido', as: 'visitor', path: '/auth/nova-senha' },
  { name: 'colecao', as: 'customer', path: '/dashboard' },
  { name: 'colecao-vazia', as: 'newcomer', path: '/dashboard' },
  { name: 'colecao-mostrar', as: 'customer', path: '/dashboard/colecao/publica' },
  { name: 'colecao-mostrar-novata', as: 'newcomer', path: '/dashboard/colecao/publica' },
  { name: 'colecao-publica', as: 'visitor', path: '/colecao/maria-das-skins' },
  { name: 'colecao-publica-vazia', as: 'visitor', path: '/colecao/nina-comeca-hoje' },
  { name: 'desejos', as: 'customer', path: '/dashboard/desejos' },
  { name: 'desejos-vazia', as: 'newcomer', path: '/dashboard/desejos' },
  { name: 'loja-marcas', as: 'customer', path: '/loja', viewportOnly: true },
  { name: 'pedidos', as: 'customer', path: '/dashboard/pedidos', viewportOnly: true },
  { name: 'pedidos-inteiro', as: 'customer', path: '/dashboard/pedidos' },
  {
    name: 'devolucao',
    as: 'customer',
    path: ({ deliveredOrderId }) => `/dashboard/pedidos/${deliveredOrderId}/devolucao`,
  },
  {
    name: 'devolucao-fechada',
    as: 'customer',
    path: ({ offSaleOrderId }) => `/dashboard/pedidos/${offSaleOrderId}/devolucao`,
  },
  {
    name: 'recibo',
    as: 'customer',
    path: ({ deliveredOrderId }) => `/dashboard/pedidos/${deliveredOrderId}/recibo`,
  },
  { name: 'meus-dados', as: 'customer', path: '/dashboard/meus-dados' },
  { name: 'download', as: 'customer', path: '/dashboard/download' },
  { name: 'como-utilizar', as: 'customer', path: '/dashboard/como-utilizar' },
  { name: 'como-utilizar-video', as: 'customer', path: '/dashboard/como-utilizar?formato=video' },
  { name: 'suporte', as: 'customer', path: '/dashboard/suporte' },
  { name: 'perfil', as: 'customer', path: '/dashboard/perfil' },
  {
    name: 'perfil-senha',
    as: 'customer',
    path: '/dashboard/perfil',
    viewportOnly: true,
    act: click('Alterar senha'),
  },
  {
    name: 'perfil-excluir',
    as: 'customer',
    path: '/dashboard/perfil',
    viewportOnly: true,
    act: click('Excluir conta'),
  },
  {
    name: 'conta-carregando',
    as: 'customer',
    path: '/sobre-nos',
    ...waitingFor(async (page) => {
      await openMenu(page);
      await go('/dashboard')(page);
    }),
  },
  { name: 'admin-pedidos', as: 'staff', path: '/admin', viewportOnly: true },
  { name: 'admin-pedidos-envio', as: 'staff', path: '/admin?status=pending', viewportOnly: true },
  { name: 'admin-pedidos-inteiro', as: 'staff', path: '/admin' },
  { name: 'admin-pedidos-vazio', as: 'staff', path: '/admin?q=ninguem' },
  {
    name: 'admin-pedidos-filtros',
    as: 'staff',
    path: '/admin?from=2026-01-01&skin=nenhuma',
    viewportOnly: true,
  },
  {
    name: 'admin-salvar-visao',
    as: 'staff',
    path: '/admin?status=pending',
    viewportOnly: true,
    act: click(/Salvar visão/),
  },
  {
    name: 'admin-lancar-pedido',
    as: 'staff',
    path: '/admin',
    viewportOnly: true,
    act: click(/Lançar pedido/),
  },
  {
    name: 'admin-lancar-pedido-cheio',
    as: 'staff',
    path: '/admin',
    viewportOnly: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Lançar pedido' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('ninguem@exemplo.com');
      for (const name of ['Alvorada', 'Iacema']) {
        await dialog.getByRole('combobox').fill(name);
        await dialog.getByRole('option').first().click();
      }
      await dialog.getByLabel('Motivo').fill('Pago em dinheiro no evento de sábado');
      await dialog.getByRole('button', { name: 'Lançar pedido' }).click();
      await dialog.getByText('Nenhuma conta da loja tem este e-mail.').waitFor();
    },
  },
  {
    name: 'admin-pedidos-marcados',
    as: 'staff',
    path: '/admin?status=pending',
    viewportOnly: true,
    act: markTwo,
  },
  {
    name: 'admin-pedidos-entrega',
    as: 'staff',
    path: '/admin?status=pending',
    viewportOnly: true,
    act: async (page) => {
      await markTwo(page);
      await click('Entregar com os arquivos conhecidos')(page);
      await click('Entregar agora')(page);
      await page.getByText(/entregues$/).waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'admin-enviar-links',
    as: 'staff',
    path: '/admin?status=pending',
    viewportOnly: true,
    act: click(/Enviar Links/),
  },
  {
    name: 'admin-ver-links',
    as: 'staff',
    path: '/admin?status=completed',
    viewportOnly: true,
    act: click(/Ver Links/),
  },
  {
    name: 'admin-carregando',
    as: 'staff',
    path: '/sobre-nos',
    ...waitingFor(async (page) => {
      await go('/admin')(page);
    }),
  },
  { name: 'admin-mesa', as: 'staff', path: '/admin/mesa' },
  { name: 'admin-arquivos', as: 'staff', path: '/admin/arquivos' },
  { name: 'admin-arquivos-pesquisa', as: 'staff', path: '/admin/arquivos?q=ahri' },
  { name: 'admin-atencao', as: 'staff', path: '/admin/atencao' },
  { name: 'admin-configuracoes', as: 'staff', path: '/admin/configuracoes' },
  { name: 'admin-configuracoes-equipe', as: 'staff', path: '/admin/configuracoes?capitulo=equipe' },
  {
    name: 'admin-configuracoes-avisos',
    as: 'staff',
    path: '/admin/configuracoes?capitulo=avisos',
    act: async (page) => {
      await page.getByRole('button', { name: 'Testar Discord' }).click();
      await page.getByText('O nome desse endereço não existe na internet').first().waitFor();
    },
  },
  {
    name: 'admin-atencao-pago-a-menos',
    as: 'staff',
    path: '/admin/atencao',
    viewportOnly: true,
    act: openNote('Pago a menos', 'Marcar como resolvido'),
  },
  {
    name: 'admin-pedido-provas',
    as: 'staff',
    path: (plot) => `/api/admin/orders/${plot.disputedOrderId}/evidence`,
  },
  {
    name: 'simulador-contestacao',
    as: 'visitor',
    path: (plot) => `/simulator/${plot.disputedChargeId}`,
  },
  {
    name: 'admin-atencao-contestacao',
    as: 'staff',
    path: '/admin/atencao',
    viewportOnly: true,
    act: openNote('Contestação', 'Marcar como resolvido'),
  },
  {
    name: 'admin-atencao-nao-devolvido',
    as: 'staff',
    path: '/admin/atencao',
    viewportOnly: true,
    act: openNote('Devolução demorando', 'Não foi devolvido'),
  },
  { name: 'admin-pedido', as: 'staff', path: (plot) => `/admin/pedidos/${plot.chargedBackOrderId}` },
  {
    name: 'admin-pedido-entregue',
    as: 'staff',
    path: (plot) => `/admin/pedidos/${plot.deliveredOrderId}`,
  },
  { name: 'admin-cupons', as: 'staff', path: '/admin/cupons' },
  {
    name: 'admin-cupons-novo',
    as: 'staff',
    path: '/admin/cupons',
    viewportOnly: true,
    act: click('Novo cupom'),
  },
  failure('staff', 'admin-cupons', '/admin/cupons', 'coupons'),
  { name: 'admin-numeros', as: 'staff', path: '/admin/numeros' },
  { name: 'admin-numeros-mes', as: 'staff', path: `/admin/numeros?from=${dayBefore(29)}` },
  { name: 'admin-numeros-ano', as: 'staff', path: `/admin/numeros?from=${dayBefore(364)}` },
  { name: 'admin-numeros-vazio', as: 'staff', path: '/admin/numeros?from=2020-01-01&to=2020-01-07' },
  { name: 'admin-saude', as: 'staff', path: '/admin/saude' },
  {
    name: 'admin-saude-verificada',
    as: 'staff',
    path: '/admin/saude',
    async act(page) {
      await page.getByRole('button', { name: 'Verificar agora' }).click();
      await page.getByRole('list', { name: 'Partes da loja' }).waitFor({ timeout: 20_000 });
    },
  },
  { name: 'admin-registro', as: 'staff', path: '/admin/registro' },
  { name: 'admin-equipe', as: 'staff', path: '/admin/equipe' },
  {
    name: 'admin-equipe-adicionar',
    as: 'staff',
    path: '/admin/equipe',
    viewportOnly: true,
    act: click('Adicionar pessoa'),
  },
  {
    name: 'admin-equipe-remover',
    as: 'staff',
    path: '/admin/equipe',
    viewportOnly: true,
    act: click(/^Remover/),
  },
  {
    name: 'admin-busca',
    as: 'staff',
    path: '/admin',
    viewportOnly: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Buscar' }).click();
      await page.getByRole('combobox').fill('va');
      await page.getByRole('group', { name: 'Skins' }).waitFor();
    },
  },
  { name: 'admin-papel-pedidos', as: 'courier', path: '/admin', viewportOnly: true },
  { name: 'admin-papel-sem-tela', as: 'courier', path: '/admin/produtos', viewportOnly: true },
  {
    name: 'admin-painel-mais',
    as: 'staff',
    path: '/admin',
    viewportOnly: true,
    act: async (page) => {
      const more = page.locator('.panel-more summary');
      if (await more.isVisible()) await more.click();
      else if (await page.locator('.panel-fold').isVisible()) await page.locator('.panel-fold').click();
    },
  },
  { name: 'admin-produtos', as: 'staff', path: '/admin/produtos' },
  {
    name: 'admin-produto-novo',
    as: 'staff',
    path: '/admin/produtos',
    viewportOnly: true,
    act: click('Novo Produto'),
  },
  {
    name: 'admin-produto-excluir',
    as: 'staff',
    path: '/admin/produtos',
    viewportOnly: true,
    act: click(/^Excluir/),
  },
  { name: 'admin-mensagens', as: 'staff', path: '/admin/mensagens' },
  { name: 'admin-catalogo', as: 'staff', path: '/admin/catalogo' },
  failure('customer', 'colecao', '/dashboard/colecao', 'user_collection'),
  failure('customer', 'desejos', '/dashboard/desejos', 'wishes'),
  failure('customer', 'pedidos', '/dashboard/pedidos', 'orders'),
  failure('customer', 'perfil', '/dashboard/perfil', 'profiles'),
  failure('staff', 'admin-pedidos', '/admin', 'orders'),
  failure('staff', 'admin-atencao', '/admin/atencao', 'charges'),
  failure('staff', 'admin-produtos', '/admin/produtos', 'products'),
  failure('staff', 'admin-mensagens', '/admin/mensagens', 'messages'),
  failure('staff', 'admin-catalogo', '/admin/catalogo', 'catalog_import'),
  failure('staff', 'admin-numeros', '/admin/numeros', 'refunds'),
  failure('staff', 'admin-registro', '/admin/registro', 'audit_log'),
  { name: 'sobre-nos', as: 'visitor', path: '/sobre-nos' },
  { name: 'contato', as: 'visitor', path: '/contato' },
  {
    name: 'contato-enviada',
    as: 'visitor',
    path: '/contato',
    viewportOnly: true,
    async act(page) {
      await page.getByLabel('Nome').fill('Rafa');
      await page.getByLabel('Email', { exact: true }).fill('rafa@exemplo.com');
      await page.getByLabel('Mensagem').fill('Oi!');
      await click('Enviar Mensagem')(page);
      await page.getByText('Mensagem Enviada!').waitFor();
    },
  },
  { name: 'carreiras', as: 'visitor', path: '/carreiras' },
  { name: 'privacidade', as: 'visitor', path: '/privacidade' },
  { name: 'termos', as: 'visitor', path: '/termos' },
  { name: 'api', as: 'visitor', path: '/api' },
  { name: '404', as: 'visitor', path: '/nada-aqui' },
  {
    name: 'erro',
    as: 'visitor',
    path: '/sobre-nos',
    async act(page) {
      await page.route('**/contato.data*', (route) => route.fulfill({ status: 500, body: '' }));
      await go('/contato')(page);
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'sem-conexao',
    as: 'visitor',
    path: '/contato',
    async act(page) {
      // Its code is here already; only what it would show is missing.
      await go('/sobre-nos')(page);
      await page.getByRole('heading', { name: 'Sobre nós' }).waitFor();
      await go('/contato')(page);
      await page.getByRole('heading', { name: 'Fale Conosco' }).waitFor();
      await page.context().setOffline(true);
      await go('/sobre-nos')(page);
      await page.waitForTimeout(800);
    },
  },
  { name: 'confianca', as: 'visitor', path: '/confianca' },
  { name: 'admin-provedores', as: 'staff', path: '/admin/provedores' },
  { name: 'admin-conferencia', as: 'staff', path: '/admin/conferencia' },
  { name: 'admin-procura', as: 'staff', path: '/admin/procura' },
  {
    name: 'admin-procura-pre-venda',
    as: 'staff',
    path: '/admin/procura',
    async act(page) {
      const data = { until: addDays(dayOf(new Date()), 20) };
      await page.request.put('/api/admin/preorders/Braum/2', { data });
      await page.reload();
    },
  },
  { name: 'skin-pre-venda', as: 'newcomer', path: '/loja/skin/Braum/2' },
  {
    name: 'instalar-sem-arquivo',
    as: 'customer',
    path: '/dashboard',
    async act(page) {
      const link = page.getByRole('link', { name: /^Baixar Skin/ }).first();
      await page.goto(((await link.getAttribute('href')) ?? '').replace('download-skin', 'instalar'));
    },
  },
  { name: 'admin-mudanca', as: 'staff', path: '/admin/mudanca' },
  { name: 'admin-estoque', as: 'staff', path: '/admin/estoque' },
  { name: 'admin-aparencia', as: 'staff', path: '/admin/configuracoes?capitulo=aparencia' },
  { name: 'admin-pedidos-de-assistente', as: 'staff', path: '/admin/pedidos-de-assistente' },
  { name: 'admin-programas', as: 'staff', path: '/admin/programas' },
  {
    name: 'admin-programas-webhook',
    as: 'staff',
    path: '/admin/programas',
    async act(page) {
      const data = { url: 'https://exemplo.com/avisos', events: ['*'], description: 'Planilha da equipe' };
      const { id } = (await (await page.request.post('/api/admin/webhooks', { data })).json()) as {
        id: string;
      };
      await page.request.post(`/api/admin/webhooks/${id}/ping`);
      await page.goto(`/admin/programas/webhooks/${id}`);
      await page.getByRole('heading', { name: 'Planilha da equipe' }).waitFor();
    },
  },
  // The last ones, because they leave their marks on the shop.
  { name: 'admin-patch', as: 'staff', path: '/admin/patch' },
  {
    name: 'admin-patch-skins',
    as: 'staff',
    path: '/admin/patch',
    async act(page) {
      await page.getByRole('radio', { name: /^Algumas skins/ }).check();
      for (const text of ['Alvorada', 'Clarimunda']) {
        await page.getByRole('combobox', { name: 'Skins' }).fill(text);
        await page.getByRole('option').first().click();
      }
    },
  },
  {
    name: 'admin-patch-pergunta',
    as: 'staff',
    path: '/admin/patch?quais=tudo&fazer=marcar',
  },
  {
    name: 'admin-patch-em-atualizacao',
    as: 'staff',
    path: '/admin/patch',
    async act(page) {
      for (const champion_id of ['Leona', 'Lux']) {
        const data = { scope: { champion_id }, state: 'updating' };
        await page.request.post('/api/admin/patch', { data });
      }
      await page.reload();
    },
  },
  { name: 'loja-patch-skin', as: 'newcomer', path: '/loja/skin/Lux/7' },
  { name: 'carrinho-patch', as: 'newcomer', path: '/carrinho', prepare: fillCart },
  {
    name: 'pagamento-patch',
    as: 'newcomer',
    path: '/loja/skin/Lux/7',
    viewportOnly: true,
    act: openPaymentForm,
  },
  { name: 'colecao-patch', as: 'customer', path: '/dashboard/colecao' },
  {
    name: 'admin-patch-liberado',
    as: 'staff',
    path: '/admin/patch',
    viewportOnly: true,
    async act(page) {
      await page.request.post('/api/admin/patch', { data: { scope: { all: true }, state: 'updating' } });
      await page.reload();
      await scriptsToRun(page);
      await page.getByRole('radio', { name: /^Catálogo inteiro/ }).check();
      await page.getByRole('button', { name: 'Liberar e avisar' }).click();
      await page.getByRole('button', { name: /^Liberar \d+ skins?/ }).click();
      await page.getByText('Nenhum arquivo está em atualização.').waitFor();
    },
  },
  { name: 'colecao-patch-atualizada', as: 'customer', path: '/dashboard/colecao' },
  ...PUSH_SCENES,
  ...GIFT_SCENES,
  ...RIGHTS_SCENES,
  ...TICKET_SCENES,
];

async function openMenu(page: Page, label?: string): Promise<void> {
  const banner = page.getByRole('banner');
  const menu = label ? banner.getByLabel(label) : banner.locator('summary').first();
  if (await menu.isVisible()) await menu.click();
}
