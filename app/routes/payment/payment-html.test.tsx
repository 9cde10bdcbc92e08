import { expect, test } from 'vitest';
import { CUSTOMER, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import PixPayment from './pix-payment.tsx';
import SharedPayment from './shared/shared-payment.tsx';
import { PaymentStatus } from './code/payment-status.tsx';
import type { PaymentView } from './code/payment-state.ts';
import type { PaymentFlow } from './code/use-payment.ts';

const here = { session: CUSTOMER, path: '/pagamento-pix' };
const PAYMENT: PaymentView = {
  id: 'charge-1',
  status: 'pending',
  amountCents: 4550,
  pixCode: '00020126',
  expiresAt: '2026-11-21T18:05:00.000Z',
  order: { id: '0a1b2c3d-0000-4000-8000-000000000000', status: 'awaiting_payment' },
  isLate: false,
  dueAt: null,
  awaitsUpdate: false,
  releases: [],
  gift: null,
  isShared: false,
  readAt: '2026-11-21T17:05:00.000Z',
  olderIds: [],
};
const FLOW: PaymentFlow = {
  payment: PAYMENT,
  screen: 'waiting',
  now: Date.parse(PAYMENT.readAt),
  isCreating: false,
  isSlow: false,
  failure: null,
  create: () => Promise.resolve(null),
  check: () => Promise.resolve('not_yet' as const),
  simulate: () => Promise.resolve(true),
  leave: () => {},
};

// shows: spec 2.53
test('waiting shows the amount, the copy field and until when', () => {
  const screen = <PaymentStatus flow={{ ...FLOW, payment: PAYMENT, screen: 'waiting' }} takesFocus={false} />;
  const text = readScreen(screen, here);
  expect(text).toContain('Valor: R$ 45,50');
  expect(text).toContain('Copiar código PIX');
  expect(text).toMatch(/válido até 15:05/i);
  const html = renderScreen(screen, here);
  expect(html).toMatch(/<input[^>]*readOnly=""[^>]*value="00020126"/);
});

test('a code that asks for more than the one before says why', () => {
  const payment = { ...PAYMENT, formerCents: 4095 };
  const screen = <PaymentStatus flow={{ ...FLOW, payment, screen: 'waiting' }} takesFocus={false} />;
  expect(readScreen(screen, here)).toContain(
    'O cupom deste pedido não vale mais: o total passou de R$ 40,95 para R$ 45,50.',
  );
});

test('a code that another tab had replaced says so, and not that there never was one', () => {
  const payment = { ...PAYMENT, status: 'cancelled' as const };
  const text = readScreen(
    <PaymentStatus flow={{ ...FLOW, payment, screen: 'replaced' }} takesFocus={false} />,
    here,
  );
  expect(text).toMatch(/Este código não vale mais .*Não pague o código que você copiou\. Ver o código atual/);
  expect(text).not.toContain('não respondeu');
});

test('a held payment of a cancelled order is not said to be of another sum', () => {
  const read = (status: 'awaiting_payment' | 'cancelled') => {
    const payment = { ...PAYMENT, status: 'held' as const, order: { ...PAYMENT.order, status } };
    return readScreen(<PaymentStatus flow={{ ...FLOW, payment, screen: 'held' }} takesFocus={false} />, here);
  };
  expect(read('awaiting_payment')).toContain('Recebemos um valor diferente do total do pedido.');
  expect(read('cancelled')).toContain(
    'Seu pagamento chegou depois do cancelamento do pedido e precisa ser conferido.',
  );
  expect(read('cancelled')).not.toContain('diferente');
});

// shows: spec 1.1, spec 2.54
test('success shows the amount that was paid, and until when the order comes', () => {
  const read = (payment: Partial<PaymentView>) =>
    readScreen(
      <PaymentStatus
        flow={{ ...FLOW, payment: { ...PAYMENT, status: 'paid', ...payment }, screen: 'paid' }}
        takesFocus={false}
      />,
      here,
    );
  const { id } = PAYMENT.order;
  const waiting = { order: { id, status: 'pending' as const } };
  // Seen on this page: 15 minutes from then.
  expect(read({ ...waiting, seenPaidAt: FLOW.now })).toMatch(
    /Valor pago: R\$ 45,50 .*Sua entrega chega até 14:20/,
  );
  expect(read({ ...waiting, dueAt: '2026-11-21T17:32:00.000Z' })).toContain('Sua entrega chega até 14:32');
  expect(read({ ...waiting, dueAt: '2026-11-23T12:15:00.000Z' })).toContain('até 23/11/2026 09:15');
  expect(read({ ...waiting, dueAt: PAYMENT.readAt })).toContain('Atrasou. A equipe já foi avisada.');
  // Paid before, without a clock, or on its way back.
  for (const silent of [{}, { dueAt: PAYMENT.readAt, isPromisedBack: true }])
    expect(read({ ...waiting, ...silent })).not.toMatch(/chega até|Atrasou/);
  const delivered = read({ order: { id, status: 'completed' } });
  expect(delivered).toContain('Sua compra já está na sua coleção.');
  expect(read({ order: { id, status: 'completed' }, isFree: true })).not.toContain('na sua coleção');
  expect(delivered).not.toContain('chega até');
  // Without skins nothing comes.
  for (const paid of [{ seenPaidAt: FLOW.now }, { dueAt: PAYMENT.readAt }])
    expect(read({ ...waiting, ...paid, isFree: true })).not.toMatch(/chega até|Atrasou/);
});

test('beside the code and after the payment stands that it is a gift, and for whom', () => {
  const read = (screen: 'waiting' | 'paid' | 'late', payment: Partial<PaymentView>) =>
    readScreen(
      <PaymentStatus flow={{ ...FLOW, payment: { ...PAYMENT, ...payment }, screen }} takesFocus={false} />,
      here,
    );
  const gift = { email: 'amiga@exemplo.com' };
  expect(read('waiting', { gift })).toContain(
    'Presente para amiga@exemplo.com. O e-mail sai assim que o pagamento chegar.',
  );
  const completed = { status: 'paid', order: { ...PAYMENT.order, status: 'completed' } } as const;
  for (const screen of ['paid', 'late'] as const) {
    expect(read(screen, { order: { ...PAYMENT.order, status: 'pending' }, gift })).not.toContain('chega até');
    const text = read(screen, { ...completed, gift });
    expect(text).toContain('Presente para amiga@exemplo.com. O e-mail já está a caminho.');
    expect(text).not.toContain('na sua coleção');
  }
  expect(read('waiting', { gift: { email: null } })).toContain('Presente. O e-mail sai');
  expect(read('waiting', {})).not.toContain('Presente');
});

test('where the money goes back, no gift is mailed and no order goes on', () => {
  const gift = { email: 'amiga@exemplo.com' };
  const order = { ...PAYMENT.order, status: 'pending' as const };
  for (const screen of ['paid', 'late'] as const) {
    const payment = { ...PAYMENT, status: 'paid' as const, order, gift, isPromisedBack: true };
    const text = readScreen(<PaymentStatus flow={{ ...FLOW, payment, screen }} takesFocus={false} />, here);
    expect(text).toContain('O valor volta para quem pagou.');
    expect(text).not.toMatch(/Presente|a caminho|segue normalmente/);
  }
});

test('money is said to be where it came from only if nobody of the team sent it by hand', () => {
  const read = (payment: Partial<PaymentView>) =>
    readScreen(
      <PaymentStatus
        flow={{ ...FLOW, payment: { ...PAYMENT, status: 'refunded', ...payment }, screen: 'refunded' }}
        takesFocus={false}
      />,
      here,
    );
  expect(read({ isSentBack: true })).toContain('O valor foi devolvido para a conta de onde saiu.');
  for (const unknown of [{ isSentBack: false }, {}]) {
    expect(read(unknown)).toContain('O valor foi devolvido.');
  }
});

test('a link that is live for somebody else to pay is seen beside the code, and can be ended', () => {
  const read = (isShared: boolean) =>
    readScreen(
      <PaymentStatus
        flow={{ ...FLOW, payment: { ...PAYMENT, isShared }, screen: 'waiting' }}
        takesFocus={false}
      />,
      here,
    );
  expect(read(true)).toMatch(
    /Há um link ativo para outra pessoa pagar.*Mandar o link de novo.*Encerrar link/,
  );
  expect(read(false)).not.toMatch(/link ativo|Encerrar link/);
});

// shows: spec 2.52, spec 3.5
test('the payment page asks for name, email, phone and tax id, and leads one page back', () => {
  const charge = { amountCents: 4550, description: 'Compra na loja', refusal: null };
  const text = readScreen(screenOf(PixPayment, { loaderData: { kind: 'free', charge } }), here);
  expect(text).toContain('Voltar Pagamento por PIX Compra na loja Valor R$ 45,50');
  expect(text).toMatch(
    /Nome completo .*Email A confirmação do pagamento vai para este endereço\. .*Celular .*CPF ou CNPJ .*Gerar código PIX/,
  );
});

test('an order that may not be paid leads to what else it has, if it has anything else', () => {
  const read = (of: number) =>
    readScreen(screenOf(PixPayment, { loaderData: { kind: 'refused', message: 'Indisponível.', of } }), here);
  expect(read(1)).toContain('Você pode cancelá-lo em Meus Pedidos. Ver meus pedidos');
  expect(read(2)).toContain('cancelá-lo em Meus Pedidos e comprar de novo as outras skins dele.');
});

test('a payment that cannot be read says so and offers another try', () => {
  const failure = { title: 'Erro ao carregar', description: 'Não foi possível carregar.' };
  const screen = screenOf(PixPayment, { loaderData: { failure } });
  const text = readScreen(screen, { ...here, path: '/pagamento-pix?orderId=1' });
  expect(text).toContain(failure.description);
  expect(text).toContain('Tentar novamente');
});

test('without scripts a shared payment offers no dead button, and says to look again', () => {
  const order = {
    firstName: 'Bruna',
    releases: [],
    description: 'Áurea do Eclipse',
    seller: 'Fulgor',
    totalCents: 1500,
    state: 'open',
    items: [],
    code: { pixCode: '00020126', expiresAt: PAYMENT.expiresAt },
    readAt: PAYMENT.readAt,
  };
  const html = renderScreen(screenOf(SharedPayment, { loaderData: { order } }), { path: '/pagar/token' });
  expect(html).toMatch(/<noscript><p[^>]*>Copie o código, .*atualize esta página\.<\/p><\/noscript>/);
  expect(html).toMatch(/<button [^>]*class="[^"]*noscript:hidden[^>]*>.*Copiar código PIX/);
  expect(html).toMatch(/<div class="[^"]*bg-white noscript:hidden/);
});
