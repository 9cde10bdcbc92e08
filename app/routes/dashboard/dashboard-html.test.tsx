import { expect, test } from 'vitest';
import { CUSTOMER, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import Collection from './collection.tsx';
import { ChampionList } from './champion-list.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import DownloadApp from './download.tsx';
import HowToUse from './how-to-use.tsx';
import Orders from './orders.tsx';
import ShowCollection from './public/show-collection.tsx';
import Support from './support/support.tsx';
import Withdrawal from './withdrawal.tsx';

const failure = { title: 'Erro ao carregar', description: 'Não foi possível carregar.' };
const ITEM = {
  id: 'item-1',
  orderId: 'order-1',
  sku: 'lol:Aurea:3',
  skinName: 'Áurea do Eclipse',
  championName: 'Áurea',
  splashPath: '/img/Aurea_3',
  kept: true,
};
const ORDER = {
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  status: 'pending',
  totalCents: 1500,
  description: 'Áurea do Eclipse',
  attention: null,
  createdAt: new Date('2026-11-21T17:05:00.000Z'),
  paymentMethod: 'pix',
  linksSentAt: null,
  refundDueCents: 0,
  gift: null,
  items: [ITEM],
};
const readAt = new Date('2026-11-21T17:10:00.000Z');
const orders = (...list: object[]) =>
  screenOf(Orders, { loaderData: { orders: list, nextPage: null, readAt } });
const collection = (...skins: object[]) =>
  screenOf(Collection, { loaderData: { count: skins.length, skins, nextPage: null, champions: [] } });
const here = { session: CUSTOMER, path: '/dashboard' };

// shows: spec 1.3, spec 2.31
test('the side menu has the seven entries of the spec, in its order', () => {
  const html = renderScreen(<DashboardMenu />, here);
  const entries = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)<\/a>/g)].map(
    ([, href, label]) => `${label} ${href}`,
  );
  expect(entries.slice(0, 7)).toEqual([
    'Minha Coleção /dashboard/colecao',
    'Meus Pedidos /dashboard/pedidos',
    'Acessar Loja /loja',
    'Download App /dashboard/download',
    'Como Utilizar /dashboard/como-utilizar',
    'Suporte /dashboard/suporte',
    'Perfil /dashboard/perfil',
  ]);
});

test('an order that waits says until when it comes, and that staff know once that is past', () => {
  const read = (order: object) => readScreen(orders({ ...ORDER, ...order }), here);
  const dueAt = new Date('2026-11-21T17:32:00.000Z');
  expect(read({ dueAt })).toContain('Sua entrega chega até 14:32');
  expect(read({ dueAt: new Date('2026-11-23T12:15:00.000Z') })).toContain('até 23/11/2026 09:15');
  expect(read({ dueAt: readAt })).toContain('Atrasou. A equipe já foi avisada.');
  for (const order of [
    { dueAt: null },
    { dueAt, status: 'completed' },
    { dueAt, attention: 'amount_mismatch' },
    { dueAt, isPromisedBack: true },
    { dueAt: readAt, isPromisedBack: true },
    { dueAt, gift: { status: 'offered', receiverEmail: 'amiga@exemplo.com' } },
    { dueAt: readAt, gift: { status: 'claimed', receiverEmail: null } },
  ]) {
    expect(read(order)).not.toMatch(/chega até|Atrasou/);
  }
});

test('an order of nothing but pre-orders has no rest that comes before', () => {
  const ahead = { ...ITEM, aheadUntil: '2026-12-01' };
  const read = (...items: object[]) => readScreen(orders({ ...ORDER, items }), here);
  expect(read(ahead, { ...ITEM, id: 'item-2' })).toContain('O resto do pedido não espera.');
  expect(read(ahead, { ...ahead, id: 'item-2' })).toMatch(/Pré-venda\.(?!.*O resto do pedido)/);
});

test('the giver of an unopened gift is led to correct its address, and reads that an opened one was exchanged', () => {
  const read = (order: object) => readScreen(orders({ ...ORDER, ...order }), here);
  const gift = (status: string) => ({ status, receiverEmail: 'amiga@exemplo.com' });
  const correct = /Presente para amiga@exemplo\.com\..*Corrigir e-mail/;
  expect(read({ gift: gift('offered') })).toMatch(correct);
  expect(read({ gift: gift('unpaid'), status: 'awaiting_payment' })).toMatch(correct);
  for (const order of [
    { gift: gift('unpaid'), status: 'cancelled' },
    { gift: gift('offered'), withdrawal: { isWaiting: true, answer: null } },
    { gift: gift('claimed') },
    { gift: gift('kept') },
  ])
    expect(read(order)).not.toContain('Corrigir e-mail');
  // Its time of arrival is not its giver's, unless nobody opened it.
  const dueAt = new Date('2026-11-21T17:32:00.000Z');
  expect(read({ dueAt, gift: gift('offered') })).not.toContain('chega até');
  expect(read({ dueAt, gift: gift('kept') })).toContain('chega até 14:32');
  // Of a sum without skins nothing comes.
  expect(read({ dueAt, items: [] })).not.toContain('chega até');
  const exchanged = 'quem recebeu já tinha esta skin e escolheu outra no lugar dela';
  expect(read({ gift: gift('claimed'), isExchanged: true })).toContain(exchanged);
  expect(read({ gift: gift('claimed'), isExchanged: false })).not.toContain(exchanged);
});

test('a gift is said to be mailed only while it may still be paid', () => {
  const read = (order: object) => readScreen(orders({ ...ORDER, ...order }), here);
  const gift = (status: string) => ({ gift: { status, receiverEmail: 'amiga@exemplo.com' } });
  expect(read({ ...gift('unpaid'), status: 'awaiting_payment' })).toContain('O e-mail sai assim que');
  for (const order of [
    { ...gift('unpaid'), status: 'cancelled' },
    // Its key was sold out at the payment, or that money failed to go back.
    { ...gift('unpaid'), isPromisedBack: true, items: [{ ...ITEM, kept: false, whyBack: 'sold_out' }] },
    gift('unpaid'),
    { ...gift('offered'), isPromisedBack: true },
  ])
    expect(read(order)).not.toMatch(/Presente|O e-mail sai|Ainda não foi aberto/);
});

test('what its buyer owned before is said to go back, and to stay in the collection', () => {
  const read = (...items: object[]) =>
    readScreen(orders({ ...ORDER, chargedBackCents: 0, refundedCents: 1500, isRefunded: true, items }), here);
  const owned = { ...ITEM, kept: false, whyBack: 'already_owned' };
  expect(read(owned)).toContain('Já estava na coleção: o valor volta para quem pagou');
  expect(read(owned)).not.toContain('não ficam na sua coleção');
  const other = { ...ITEM, id: 'item-2', kept: false, whyBack: null };
  expect(read(owned, other)).toContain('As skins dele não ficam na sua coleção, menos o que você já tinha.');
  expect(read(other)).toContain('As skins dele não ficam na sua coleção.');
});

test('money that went back is told by whoever sent it', () => {
  const read = (order: object) => readScreen(orders({ ...ORDER, chargedBackCents: 0, ...order }), here);
  expect(read({ refundedCents: 1500 })).toContain('Devolvemos R$ 15,00 deste pedido.');
  const taken = read({ refundedCents: 1500, chargedBackCents: 1000, isRefunded: true });
  expect(taken).toContain(
    'Devolvemos R$ 5,00 deste pedido. O banco devolveu R$ 10,00 deste pedido a quem pagou. As skins dele não ficam',
  );
  expect(read({ refundedCents: 1500, chargedBackCents: 1500 })).not.toContain('Devolvemos');
});

test('giving back says what leaves whom, and how the money comes', () => {
  const read = (order: object, isAutomatic = false) =>
    readScreen(
      screenOf(Withdrawal, {
        loaderData: { order: { ...ORDER, withdrawalUntil: readAt, ...order }, closed: null, isAutomatic },
      }),
      here,
    );
  const gift = (status: string) => ({ gift: { status, receiverEmail: null } });
  expect(read({})).toMatch(/volta por Pix para a conta que pagou\..*as skins saem da sua coleção\./);
  expect(read(gift('kept'))).toContain('as skins saem da sua coleção.');
  for (const isAutomatic of [true, false])
    expect(read(gift('offered'), isAutomatic)).toMatch(/o presente deixa de valer\.(?!.*coleção)/);
  expect(read({ items: [] }, true)).toMatch(/A equipe analisa e responde em Meus Pedidos\. Quer contar/);
  const manual = read({ paymentMethod: 'manual' }, true);
  expect(manual).toContain('A equipe combina a devolução com você.');
  expect(manual).not.toMatch(/por Pix|começar na hora/);
});

test('an unpaid order says that a link to pay it is live, and ends it', () => {
  const read = (order: object) =>
    readScreen(orders({ ...ORDER, status: 'awaiting_payment', ...order }), here);
  const note = /Há um link ativo para outra pessoa pagar.*Encerrar link do pedido #0a1b2c3d/;
  expect(read({ isShared: true })).toMatch(note);
  expect(read({ isShared: false })).not.toMatch(note);
  // Nobody should pay it now.
  expect(read({ isShared: true, attention: 'amount_mismatch' })).not.toMatch(note);
});

test('an order of another shop says no sum where it came without one', () => {
  const read = (order: object) =>
    readScreen(
      orders({ ...ORDER, status: 'imported', paymentMethod: 'imported', discountCents: 0, ...order }),
      here,
    );
  expect(read({})).toContain('Total R$ 15,00');
  expect(read({ totalCents: 0 })).toMatch(/às 14:05 De outra loja.*Pago na outra loja/);
  expect(read({ totalCents: 0 })).not.toContain('R$');
});

test('an order says which of its skins went back, unless all of it did', () => {
  const read = (order: object) => readScreen(orders({ ...ORDER, ...order }), here);
  const other = { ...ITEM, id: 'item-2', skinName: 'Áurea da Maré', kept: false };
  const note = 'Saiu do pedido: o valor volta para quem pagou';
  expect(read({ items: [ITEM, other] }).split(note)).toHaveLength(2);
  expect(read({ items: [ITEM, other] })).toContain(`Áurea da Maré Áurea ${note}`);
  expect(read({ items: [other], isRefunded: true })).not.toContain(note);
  expect(read({})).not.toContain(note);
});

// shows: spec 2.32, spec 2.33, spec 2.34
test('the collection counts its skins and shows art, champion, name and date of each', () => {
  const owned = { ...ITEM, addedAt: new Date('2026-11-21T17:05:00.000Z'), isReady: true };
  const text = readScreen(collection(owned, { ...owned, id: 'item-2', isReady: false }), here);
  expect(text).toContain('Minha Coleção 2 skins');
  expect(text).toContain('Áurea do Eclipse Áurea Desde 21/11/2026 Baixar Skin');
  expect(readScreen(collection(owned), here)).toContain('1 skin ');
  const html = renderScreen(collection(owned), here);
  expect(html).toContain('/img/Aurea_3?w=');
  expect(html).toMatch(
    /<a href="\/dashboard\/download-skin\/item-1" target="_blank" rel="noopener noreferrer"/,
  );
});

// shows: spec 2.34
test('a skin without a link has no download button, and says that it is on its way', () => {
  const waiting = { ...ITEM, addedAt: new Date('2026-11-21T17:05:00.000Z'), isReady: false };
  const text = readScreen(collection(waiting), here);
  expect(text).not.toContain('Baixar Skin');
  expect(text).toContain('Link a caminho');
  // Of another shop nobody is preparing one.
  expect(readScreen(collection({ ...waiting, isImported: true }), here)).toMatch(
    /Ainda sem arquivo na loja(?!.*Link a caminho)/,
  );
});

test('each champion says how much of it is owned, and what the rest costs', () => {
  const champion = { championId: 'Aurea', championName: 'Áurea', owned: 4, total: 12, skins: [] };
  const read = (rest: object) =>
    readScreen(
      <ChampionList champions={[{ ...champion, missingCount: 8, missingCents: 12000, ...rest }]} />,
      here,
    );
  expect(read({})).toContain('Áurea Você tem 4 de 12, faltam 8 Completar por R$ 120,00');
  expect(read({ owned: 11, missingCount: 1, missingCents: 1500 })).toContain(
    'Você tem 11 de 12, falta 1 Completar por R$ 15,00',
  );
  expect(read({ missingCount: 5, missingCents: 7500 })).toContain('faltam 8 Comprar 5 por R$ 75,00');
  expect(read({ missingCount: 0, missingCents: 0 })).toContain('faltam 8 Fora de venda');
  expect(read({ owned: 12, missingCount: 0, missingCents: 0 })).toMatch(/Você tem 12 de 12 Completa/);
});

test('the progress of a champion is art, with an outline that leads to the skin where one is missing', () => {
  const skins = [
    { sku: 'lol:Aurea:3', name: 'Áurea do Eclipse', splashPath: '/img/Aurea_3' },
    { sku: 'lol:Aurea:4', name: 'Áurea Dourada', splashPath: null },
  ];
  const counts = { owned: 1, total: 2, missingCount: 1, missingCents: 1500 };
  const html = renderScreen(
    <ChampionList champions={[{ championId: 'Aurea', championName: 'Áurea', skins, ...counts }]} />,
    here,
  );
  const tiles = html.match(/<li><a [^]*?<\/a><\/li>/g) ?? [];
  expect(tiles).toHaveLength(2);
  expect(tiles[0]).toMatch(/aria-label="Áurea do Eclipse"[^>]*href="\/loja\/skin\/Aurea\/3"/);
  expect(tiles[0]).toMatch(/<img [^>]*loading="lazy"/);
  expect(tiles[0]).toContain('sizes="64px"');
  expect(tiles[1]).toMatch(/aria-label="Áurea Dourada, falta"[^>]*href="\/loja\/skin\/Aurea\/4"/);
  expect(tiles[1]).not.toContain('<img');
});

// shows: spec 2.35
test('an empty collection leads to the store', () => {
  const html = renderScreen(collection(), here);
  expect(html).toMatch(/Sua coleção está vazia<\/h2>.*<a [^>]*href="\/loja"/);
});

test('a collection that cannot be read says so and offers another try', () => {
  const text = readScreen(screenOf(Collection, { loaderData: { failure } }), here);
  expect(text).toContain(failure.description);
  expect(text).toContain('Nada do que é seu se perdeu. Esta página tenta de novo sozinha. Tentar novamente');
});

// shows: spec 2.36
test('an order shows number, long date, method, skins, total and badge', () => {
  const text = readScreen(orders(ORDER), here);
  expect(text).toContain('Pedido #0a1b2c3d 21 de novembro de 2026 às 14:05 · PIX Aguardando envio');
  expect(text).toContain('Áurea do Eclipse Áurea');
  expect(text).toContain('Total R$ 15,00');
  expect(renderScreen(orders(ORDER), here)).toContain('/img/Aurea_3?w=');
});

// shows: spec 2.36
test('without a method an order says PIX', () => {
  expect(readScreen(orders({ ...ORDER, paymentMethod: '' }), here)).toContain('14:05 · PIX');
});

// shows: spec 4.8
test("'Recebido' is what is completed or has its links sent; anything unknown waits", () => {
  const badge = (change: object) => readScreen(orders({ ...ORDER, ...change }), here);
  expect(badge({ status: 'completed' })).toContain('Recebido');
  expect(badge({ linksSentAt: new Date('2026-11-21T17:06:00.000Z') })).toContain('Recebido');
  expect(badge({ status: 'of_another_version' })).toContain('Aguardando envio');
  expect(badge({ status: 'cancelled' })).toContain('Cancelado');
  expect(badge({ status: 'awaiting_payment' })).toContain('Aguardando Pagamento');
});

test('an order is not offered for payment while money of it is held or on its way back', () => {
  const unpaid = { ...ORDER, status: 'awaiting_payment' };
  for (const change of [{ attention: 'amount_mismatch' }, { refundDueCents: 1000 }]) {
    expect(renderScreen(orders({ ...unpaid, ...change }), here)).not.toContain('Pagar agora');
  }
});

test('a held payment is said to be about its sum, or about the coupon of its order', () => {
  const held = { ...ORDER, status: 'cancelled', attention: 'amount_mismatch' };
  expect(readScreen(orders(held), here)).toContain('O valor recebido é diferente do total. Nossa equipe');
  expect(readScreen(orders({ ...held, isCouponOver: true }), here)).toContain(
    'o cupom deste pedido já não podia ser usado. Nossa equipe está conferindo',
  );
});

test('an unpaid order can be paid from the list', () => {
  const html = renderScreen(orders({ ...ORDER, status: 'awaiting_payment' }), here);
  expect(html).toMatch(
    /<a [^>]*href="\/pagamento-pix\?orderId=0a1b2c3d-0000-4000-8000-000000000000"[^>]*>Pagar agora/,
  );
});

// shows: spec 2.37
test('no orders leads to the store, and orders that cannot be read offer another try', () => {
  expect(renderScreen(orders(), here)).toMatch(/Nenhum pedido encontrado<\/h2>.*<a [^>]*href="\/loja"/);
  const failed = readScreen(screenOf(Orders, { loaderData: { failure } }), here);
  expect(failed).toContain(failure.description);
  expect(failed).toContain('Tentar novamente');
});

// shows: spec 2.38, spec 2.39, spec 5.7
test('support has its three cards and a form with subject and message, both required', () => {
  const nothing = { isMailed: false, entries: [], nextPage: null, about: null, failure: undefined };
  const screen = screenOf(Support, { loaderData: { supportEmail: 'suporte@exemplo.com', ...nothing } });
  const text = readScreen(screen, here);
  expect(text).toContain('Email suporte@exemplo.com');
  expect(text).toContain('Chat Disponível 24/7');
  expect(text).toContain('Tempo de resposta Até 24 horas');
  const html = renderScreen(screen, here);
  for (const name of ['subject', 'message']) {
    expect(html).toMatch(
      new RegExp(`<(?:input|textarea)[^>]*(?:required=""[^>]*name="${name}"|name="${name}"[^>]*required="")`),
    );
  }
});

// shows: spec 2.46, spec 2.47
test('the download leads to the external folder, for Windows and not for MAC or Linux', () => {
  const screen = screenOf(DownloadApp, { loaderData: { modifierUrl: 'https://arquivos.exemplo.com/pasta' } });
  expect(renderScreen(screen, here)).toMatch(
    /<a href="https:\/\/arquivos\.exemplo\.com\/pasta" target="_blank"/,
  );
  expect(readScreen(screen, here)).toContain('Windows Disponível MAC Indisponível Linux Indisponível');
});

// shows: spec 2.48, spec 2.50, spec 2.51, spec 4.10
test('how to use opens with nine numbered steps and the warning', () => {
  const screen = screenOf(HowToUse, { loaderData: { videoUrl: null } });
  const text = readScreen(screen, here);
  expect(text).toContain(
    'Como Utilizar Escolha o formato de tutorial que preferir Tutorial escrito Tutorial em vídeo',
  );
  expect([...renderScreen(screen, here).matchAll(/<li /g)]).toHaveLength(9);
  expect(text).toMatch(
    new RegExp(
      [
        '1 Compre uma skin',
        '2 Baixe o modificador',
        '3 Extraia para uma pasta',
        '4 Abra o jogo',
        "5 Abra o modificador e importe .*'Importar Novo Mod', no canto inferior direito",
        '6 Selecione a pasta da skin',
        '7 Marque a skin como ativa .*canto superior esquerdo',
        '8 Aperte o play .*canto superior direito',
        '9 Aproveite!',
      ].join('.*'),
    ),
  );
  expect(text).toMatch(/Importante! .*skin neutra \(padrão\) do campeão, para evitar erros/);
});

// shows: spec 2.49
test('the video tab holds the player, asked for by a press', () => {
  const screen = screenOf(HowToUse, { loaderData: { videoUrl: 'https://player.vimeo.com/video/12345' } });
  const text = readScreen(screen, { ...here, path: '/dashboard/como-utilizar?formato=video' });
  expect(text).toContain('Assistir ao vídeo');
  expect(text).not.toContain('Compre uma skin');
});

test('what the public page shows is chosen on a screen that leads back to the collection', () => {
  const screen = screenOf(ShowCollection, {
    loaderData: { shown: null, address: 'loja.exemplo.com/colecao/' },
  });
  expect(renderScreen(screen, here)).toMatch(/<a [^>]*href="\/dashboard\/colecao"[^>]*>.*Minha Coleção<\/a>/);
});
