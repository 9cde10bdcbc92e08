import { mailBrand as brand } from '#test/mail-brand.ts';
import { expect, test } from 'vitest';
import type { BoughtItem, OrderDetails } from '#shop/orders/read-order.ts';
import { accountMail } from './account-mail.ts';
import { chargedBackMail } from './charged-back.ts';
import { giftKeptMail } from './gift-kept.ts';
import { giftMail } from './gift.tsx';
import { linkReplacedMail } from './link-replaced.tsx';
import { linksDeliveredMail } from './links-delivered.tsx';
import { messageReceivedMail } from './message-received.tsx';
import { orderCancelledMail } from './order-cancelled.tsx';
import { paymentConfirmedMail } from './payment-confirmed.tsx';
import { paymentReminderMail } from './payment-reminder.tsx';
import { refundMail } from './refund.ts';
import { rescueMail } from './rescue.ts';
import { reviewRequestMail } from './review-request.tsx';
import { skinsUpdatedMail } from './skins-updated.tsx';
import { ticketAnsweredMail } from './ticket-answered.ts';
import { ticketWrittenMail } from './ticket-written.ts';
import { withdrawalDeclinedMail } from './withdrawal-declined.ts';

const order = {
  id: 'abcdef12-0000-4000-8000-000000000000',
  userId: 'user',
  status: 'pending',
  customerName: 'Bruna <b>Teste</b>',
  customerEmail: 'bruna@exemplo.com',
  isGift: false,
  isManual: false,
  totalCents: 3000,
  discountCents: 0,
  couponCode: null,
  description: 'Doação & apoio',
  paidAt: new Date('2026-03-01T15:00:00Z'),
  dueAt: new Date('2026-03-01T15:15:00Z'),
  awaitsUpdate: false,
  items: [],
} satisfies OrderDetails;
const item = (n: number, downloadLink: string | null = null): BoughtItem => ({
  id: `item-${n}`,
  skinName: `Aurora "${n}" & <i>Cia</i>`,
  championName: "Vel'Ara",
  picture: '/img/Velara_1',
  priceCents: 1500,
  downloadLink,
  isKey: false,
  whyBack: null,
  aheadUntil: null,
});
/** The order with these items. */
const orderOf = (...items: BoughtItem[]): OrderDetails => ({ ...order, items });
const message = {
  kind: 'support',
  name: 'João <i>Silva</i>',
  email: 'joao@exemplo.com',
  subject: 'Não baixa',
  body: 'Linha um\nLinha dois',
} as const;

test('where to ask and who sells stand below each mail, in both forms, the seller once the owner has said it', () => {
  const seller = 'Bruna Vendedora · CPF 529.982.247-25 · Rua das Skins, 1';
  const paid = { ...order, items: [item(1, 'https://exemplo.com/a.zip')] };
  const mails = (sold: typeof brand | (Omit<typeof brand, 'seller'> & { seller: string })) => [
    paymentConfirmedMail({ brand: sold, order: paid }),
    linksDeliveredMail({ brand: sold, order: paid }),
    refundMail({ brand: sold, order: paid, amountCents: 1500, news: 'started', isWhole: true }),
  ];
  for (const mail of mails({ ...brand, seller })) {
    expect(mail.html.match(new RegExp(seller.replaceAll('.', '\\.'), 'g'))).toHaveLength(1);
    expect(mail.html).toContain(`mailto:${brand.supportEmail}`);
    expect(mail.text).toContain(`\n\nDúvidas? Escreva para ${brand.supportEmail}.\n`);
    expect(mail.text.endsWith(`\n\n${seller}\n`)).toBe(true);
  }
  for (const mail of mails(brand)) expect(mail.html + mail.text).not.toMatch(/null|undefined/);
});

const ticket = {
  id: '7c1d90ab-0000-4000-8000-000000000000',
  subject: 'Veja https://roubo.exemplo <b>já</b>',
  text: 'Linha <i>um</i>\nLinha dois',
  name: 'João',
  email: 'joao@exemplo.com',
  orderId: order.id,
  skin: 'Aurora',
};

test('both sides of a thread read in both parts what was written, and the way to it', () => {
  const written = ticketWrittenMail({ brand, ticket });
  expect(written.subject).toBe('[Fulgor] Veja [link] <b>já</b>');
  const answered = ticketAnsweredMail({ brand, customerName: 'https://roubo.exemplo', ticket });
  expect(answered.subject).toBe('Resposta da Fulgor: Veja [link] <b>já</b>');
  expect(answered.text).toContain('Olá! A equipe da Fulgor respondeu em "Veja [link] <b>já</b>":');
  expect(answered.text + answered.html).not.toContain('roubo');
  for (const part of ['text', 'html'] as const) {
    expect(written[part]).toContain(`https://loja.exemplo.com/admin/atendimento/${ticket.id}`);
    expect(written[part]).toContain('Pedido: #abcdef12');
    expect(answered[part]).toContain(`https://loja.exemplo.com/dashboard/suporte/${ticket.id}`);
    for (const mail of [written, answered]) expect(mail[part]).toContain('Linha dois');
  }
});

test('the receipt names every skin, its price, the total and where to follow the order', () => {
  const mail = paymentConfirmedMail({ brand, order: orderOf(item(1), item(2)) });
  expect(mail.subject).toBe('Pagamento confirmado! Pedido #abcdef12 na Fulgor');
  for (const part of ['R$ 15,00', 'R$ 30,00', 'https://loja.exemplo.com/dashboard/pedidos']) {
    expect(mail.html).toContain(part);
    expect(mail.text).toContain(part);
  }
  expect(mail.text.match(/Aurora "\d"/g)).toHaveLength(2);
  expect(mail.text).toContain('chegam até 01/03, 12:15 (horário de Brasília)');
});

test('a sale that was paid outside of the shop is not told as a PIX', () => {
  const manual = { ...orderOf(item(1)), isManual: true };
  const confirmed = paymentConfirmedMail({ brand, order: manual });
  expect(confirmed.text).toContain('Recebemos o seu pagamento de R$ 30,00.');
  const cancelled = orderCancelledMail({ brand, order: manual, refundCents: 3000 });
  expect(cancelled.text).toContain('A equipe combina a devolução com você.');
  const refund = { brand, order: manual, amountCents: 3000, isWhole: true };
  const refunding = refundMail({ ...refund, news: 'started' });
  expect(refunding.text).toContain('A equipe combina a devolução com você');
  const refunded = refundMail({ ...refund, news: 'finished', isManual: true });
  for (const mail of [confirmed, cancelled, refunding, refunded])
    expect(mail.text + mail.html).not.toMatch(/pix|conta que fez/i);
  expect(paymentConfirmedMail({ brand, order: orderOf(item(1)) }).text).toContain('Recebemos o seu PIX de');
});

test('the receipt of what its buyer owned before promises no link for it, and says that its money goes back', () => {
  const owned = { ...item(1), whyBack: 'already_owned' as const };
  const read = (...items: BoughtItem[]) => paymentConfirmedMail({ brand, order: orderOf(...items) }).text;
  expect(read(owned)).toContain('Mas você já tinha esta skin: o valor volta para você.');
  expect(read(owned, owned)).toContain('Mas você já tinha estas skins: o valor volta para você.');
  for (const nothing of [read(owned), read(owned, { ...item(2), whyBack: 'sold_out' })])
    expect(nothing).not.toMatch(/links|chegam|coleção/);
  const goesBack = 'Você já tinha Aurora "1" & <i>Cia</i> (Vel\'Ara): o valor volta para você.';
  expect(read(owned, item(2))).toMatch(/chegam até .*na sua coleção\. Você já tinha/);
  expect(read(owned, item(2))).toContain(goesBack);
  expect(read(owned, { ...item(2), whyBack: 'sold_out' })).toMatch(/o estoque acabou .* Você já tinha/);
  const ahead = { ...orderOf(owned, { ...item(2), aheadUntil: '2026-12-01' }), dueAt: null };
  expect(paymentConfirmedMail({ brand, order: ahead }).text).not.toContain('O resto do pedido');
});

test('the receipt says of what sold out, and of what did not come in time, that its money goes back', () => {
  const read = (...items: BoughtItem[]) =>
    paymentConfirmedMail({ brand, order: { ...orderOf(...items), status: 'completed' } }).text;
  const soldOut = { ...item(1), whyBack: 'sold_out' as const };
  const key = { ...item(2), isKey: true };
  expect(read(soldOut, key)).toMatch(
    /A sua chave já está .* O estoque de Aurora "1".* acabou um instante antes: o valor volta para você/,
  );
  expect(read(soldOut, key, { ...key, id: 'item-3' })).toContain('As suas chaves já estão na sua coleção');
  expect(read(soldOut, soldOut)).toContain('Mas o estoque acabou um instante antes: o valor volta');
  expect(read({ ...item(1), whyBack: 'preorder_over', aheadUntil: '2026-12-01' }, item(2))).toMatch(
    /Os links .* A pré-venda de Aurora "1".* terminou sem o arquivo: o valor volta para você\.$/m,
  );
});

test('the receipt of an order that went back keeps its bill, and says why each part does', () => {
  const read = (status: OrderDetails['status'], isPromisedBack: boolean, ...items: BoughtItem[]) =>
    paymentConfirmedMail({ brand, order: { ...orderOf(...items), status }, isPromisedBack }).text;
  const soldOut = { ...item(1), whyBack: 'sold_out' as const };
  expect(read('cancelled', true, soldOut)).toContain('Mas o estoque acabou');
  expect(read('pending', true, soldOut, item(2))).toMatch(
    /O pedido foi devolvido e o valor volta para você\. O estoque de /,
  );
  expect(read('cancelled', true)).toContain('O pedido foi cancelado e o valor volta para você.');
  // Staff keep its money.
  expect(read('cancelled', false, item(1))).toMatch(/O pedido foi cancelado\.$/m);
});

test('the receipt names the sum that came, where staff took it for the price', () => {
  const read = (receivedCents: number) =>
    paymentConfirmedMail({ brand, order: orderOf(item(1)), receivedCents });
  const less = read(2900);
  expect(less.text).toContain(
    'Recebemos o seu PIX de R$ 29,00, e a equipe o aceitou como pagamento deste pedido de R$ 30,00. Os links',
  );
  expect(less.html).toContain('recebemos R$ 29,00.');
  expect(less.text).toContain('Total: R$ 30,00');
  expect(read(3100).text).toContain('Recebemos o seu PIX de R$ 31,00. Os links');
});

test('an order that is delivered already does not promise its links for later', () => {
  const mail = paymentConfirmedMail({ brand, order: { ...orderOf(item(1)), status: 'completed' } });
  expect(mail.text).not.toContain('chegam');
});

test('an order that waits for an update is promised no hour', () => {
  const waiting = { ...orderOf(item(1)), dueAt: null, awaitsUpdate: true };
  expect(paymentConfirmedMail({ brand, order: waiting }).text).toContain(
    'os links chegam assim que a nova versão estiver pronta',
  );
});

test('what waits of an order is all of it, or leaves a rest that does not wait', () => {
  const ahead = { ...item(1), aheadUntil: '2026-12-01' };
  const read = (...items: BoughtItem[]) =>
    paymentConfirmedMail({ brand, order: { ...orderOf(...items), dueAt: null } }).text;
  expect(read(ahead, item(2))).toContain('O resto do pedido não espera.');
  expect(read(ahead, ahead)).toMatch(/pré-venda(?![^]*O resto do pedido)/);
});

test('after a patch every updated skin stands in one mail, with the way to download it', () => {
  const skin = (n: number) => ({
    entryId: `entry-${n}`,
    orderId: order.id,
    skinName: `Aurora "${n}" & <i>Cia</i>`,
    championName: "Vel'Ara",
    mended: false,
  });
  const both = skinsUpdatedMail({ brand, customerName: 'Bruna', skins: [skin(1), skin(2)] });
  expect(both.subject).toBe('Skins atualizadas: baixe de novo na Fulgor');
  for (const n of [1, 2]) {
    expect(both.text).toContain(`Aurora "${n}"`);
    for (const part of [both.text, both.html]) {
      expect(part).toContain(`https://loja.exemplo.com/dashboard/download-skin/entry-${n}`);
    }
  }
  expect(both.html).not.toContain('<i>');
  const one = skinsUpdatedMail({ brand, customerName: 'Bruna', skins: [skin(1)] });
  expect(one.subject).toBe('Skin atualizada: baixe de novo na Fulgor');

  const mended = skinsUpdatedMail({ brand, customerName: 'Bruna', skins: [{ ...skin(3), mended: true }] });
  expect(mended.subject).toBe('Link consertado: baixe de novo na Fulgor');
  expect(mended.text).toContain('O link de Aurora "3" & <i>Cia</i> não funcionava e foi consertado.');
  expect(mended.html).not.toContain('patch');
});

test('a reminder says until when the code can be paid, what happens without money, and leads to the order', () => {
  const expiresAt = new Date('2026-03-01T16:00:00Z');
  const mail = paymentReminderMail({ brand, order: orderOf(item(1), item(2)), expiresAt });
  expect(mail.subject).toBe('Seu pedido espera o pagamento: Pedido #abcdef12 na Fulgor');
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('vale até 01/03, 13:00 (horário de Brasília)');
    expect(part).toContain(`https://loja.exemplo.com/pagamento-pix?orderId=${order.id}`);
    expect(part).toContain('Total: R$ 30,00');
    expect(part).toContain('Já pagou? Não pague de novo');
    expect(part).toContain('Este é o único lembrete');
  }
  expect(mail.text.match(/Aurora "\d"/g)).toHaveLength(2);
  expect(paymentReminderMail({ brand, order, expiresAt }).text).toContain('Doação & apoio');
});

test('one mail asks for reviews of all skins, with the way to each, and says that it is the only one', () => {
  const skin = (n: number) => ({
    sku: `lol:VelAra:${n}`,
    skinName: `Aurora "${n}" & <i>Cia</i>`,
    championName: "Vel'Ara",
  });
  const both = reviewRequestMail({ brand, customerName: 'Bruna www.golpe.com', skins: [skin(1), skin(2)] });
  expect(both.subject).toBe('O que você achou das suas skins? Fulgor');
  for (const part of [both.text, both.html]) {
    for (const n of [1, 2]) {
      expect(part).toContain(`https://loja.exemplo.com/loja/skin/VelAra/${n}#avaliacoes`);
    }
    expect(part).toContain('Pedimos isto uma única vez por skin');
    expect(part).toContain('https://loja.exemplo.com/dashboard/suporte');
    expect(part).not.toContain('golpe');
  }
  expect(both.html).not.toContain('<i>');
  const one = reviewRequestMail({ brand, customerName: 'Bruna', skins: [skin(1)] });
  expect(one.text).toContain('Olá, Bruna! Faz alguns dias que você recebeu esta skin.');
});

test('a free charge has its description for an item', () => {
  const mail = paymentConfirmedMail({ brand, order });
  expect(mail.html).toContain('Doação &amp; apoio');
  expect(mail.text).toContain('Doação & apoio');
});

// shows: threat 27
test('what people typed stays text', () => {
  const skin = { ...item(1), downloadLink: 'https://exemplo.com/"><script>alert(1)</script>' };
  for (const mail of [
    paymentConfirmedMail({ brand, order: orderOf(item(1)) }),
    linksDeliveredMail({ brand, order: orderOf(skin) }),
    linkReplacedMail({ brand, order, skin }),
    paymentReminderMail({ brand, order: orderOf(item(1)), expiresAt: order.paidAt }),
    refundMail({ brand, order, amountCents: 1500, news: 'started', isWhole: false }),
    chargedBackMail({ brand, order, amountCents: 1500 }),
    withdrawalDeclinedMail({ brand, order, answer: '<script>alert(1)</script>' }),
    orderCancelledMail({ brand, order: orderOf(item(1)), refundCents: 0 }),
    messageReceivedMail({ brand, message: { ...message, body: '<script>alert(1)</script>' } }),
    ticketWrittenMail({ brand, ticket: { ...ticket, text: '<script>alert(1)</script>' } }),
    ticketAnsweredMail({ brand, customerName: '<b>x', ticket }),
    accountMail({
      brand,
      kind: 'confirm-email',
      name: '<img src=x onerror=alert(1)>',
      url: 'https://e.com/?a=1&b=2',
    }),
  ]) {
    expect(mail.html).not.toMatch(/<b>|<i>|<img|<script/);
  }
});

// shows: spec 1.2
test('every delivered skin stands with its link, in both parts', () => {
  const mail = linksDeliveredMail({
    brand,
    order: orderOf(
      item(1, 'https://arquivos.exemplo.com/1.zip'),
      item(2, 'https://arquivos.exemplo.com/2.zip'),
    ),
  });
  expect(mail.subject).toBe('Suas skins chegaram! Pedido #abcdef12 na Fulgor');
  for (const link of ['https://arquivos.exemplo.com/1.zip', 'https://arquivos.exemplo.com/2.zip']) {
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain(`\n${link}\n`);
  }
  expect(mail.html).toContain('https://loja.exemplo.com/dashboard/como-utilizar');
  const settled = linksDeliveredMail({ brand, order }).text;
  expect(settled).toContain('foi concluído');
  expect(settled).toContain('Seus pedidos: https://loja.exemplo.com/dashboard/pedidos');
  expect(settled).not.toContain('coleção');
});

test('account mails carry their address unharmed', () => {
  const url = 'https://loja.exemplo.com/api/auth/verify-email?token=a.b.c&callbackURL=%2F';
  const mail = accountMail({ brand, kind: 'reset-password', name: '', url });
  expect(mail.html).toContain(`href="${url.replace('&', '&amp;')}"`);
  expect(mail.text).toContain(`\n${url}\n`);
  expect(mail.text).toContain('Olá! ');
});

test('the team reads who wrote, about what, and every line', () => {
  const support = messageReceivedMail({ brand, message });
  expect(support.subject).toBe('[Fulgor] Não baixa');
  expect(support.text).toContain('\nLinha um\nLinha dois\n');
  expect(support.text).toContain('(joao@exemplo.com)');
  expect(support.html).toContain('https://loja.exemplo.com/admin/mensagens');
  const contact = messageReceivedMail({ brand, message: { ...message, kind: 'contact', subject: null } });
  expect(contact.subject).toBe('[Fulgor] Contato de João <i>Silva</i>');
  expect(contact.text).not.toContain('Assunto');
});

test('money on its way back: how much, where to, and what becomes of the skins', () => {
  const bought = orderOf(item(1));
  const refund = (news: 'started' | 'finished', isWhole: boolean) =>
    refundMail({ brand, order: bought, amountCents: 1500, news, isWhole });
  const started = refund('started', true);
  expect(started.subject).toBe('Seu reembolso começou: Pedido #abcdef12 na Fulgor');
  expect(started.text).not.toContain('saíram da sua coleção');
  const finished = refund('finished', true);
  expect(finished.subject).toBe('Seu reembolso foi feito: Pedido #abcdef12 na Fulgor');
  for (const mail of [started, finished]) {
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('R$ 15,00');
      expect(part).toContain('para a conta que fez o pagamento');
    }
  }
  expect(finished.text).toContain('saíram da sua coleção');
  // What staff sent by their own hand may have gone to another account.
  const byHand = refundMail({
    brand,
    order: bought,
    amountCents: 1500,
    news: 'finished',
    isWhole: true,
    isManual: true,
  });
  expect(byHand.text).toContain('R$ 15,00');
  expect(byHand.text).not.toContain('para a conta que fez o pagamento');
  const held = { ...bought, paidAt: null };
  const ofHeld = refundMail({ brand, order: held, amountCents: 1500, news: 'finished', isWhole: true });
  expect(ofHeld.text).not.toContain('saíram da sua coleção');
  expect(refund('finished', false).text).not.toContain('saíram da sua coleção');
  const gift = { brand, order: { ...bought, isGift: true }, amountCents: 1500, isWhole: true };
  expect(refundMail({ ...gift, news: 'finished' }).text).toContain('o presente não vale mais');
  expect(refundMail({ ...gift, news: 'finished' }).text).not.toContain('coleção');
});

test('no skin is said to leave whoever got none by the order, or keeps it by another one', () => {
  const owned = { ...item(1), whyBack: 'already_owned' as const };
  const refunded = (...items: BoughtItem[]) =>
    refundMail({
      brand,
      order: orderOf(...items),
      amountCents: 1500,
      news: 'finished',
      isWhole: true,
      reason: 'already_owned',
    }).text;
  const chargedBack = (...items: BoughtItem[]) =>
    chargedBackMail({ brand, order: orderOf(...items), amountCents: 1500 }).text;
  for (const items of [[], [owned], [owned, { ...item(2), whyBack: 'sold_out' as const }]]) {
    expect(refunded(...items)).not.toMatch(/saíram|por inteiro/);
    expect(chargedBack(...items)).not.toMatch(/Quando todo o valor volta|saem/);
  }
  expect(refunded(owned)).toContain(
    'Você já tinha Aurora "1" & <i>Cia</i> (Vel\'Ara) na sua coleção. Devolvemos',
  );
  expect(refunded(owned, item(2))).toContain('saíram da sua coleção, menos o que você já tinha.');
  expect(chargedBack(owned, item(2))).toContain('saem da sua coleção, menos o que você já tinha.');
});

test('a cancelled order says what happens to its money: paid, not paid, or settled outside of the shop', () => {
  const paid = orderCancelledMail({ brand, order: orderOf(item(1)), refundCents: 3000 });
  expect(paid.text).toContain('Vamos devolver R$ 30,00');
  const unpaid = orderCancelledMail({ brand, order, refundCents: 0 });
  expect(unpaid.text).toContain('Não pague mais o código Pix');
  expect(unpaid.html).not.toContain('devolver');
  const settled = orderCancelledMail({ brand, order: orderOf(item(1)), refundCents: 0, isSettled: true });
  expect(settled.text).toContain('foi acertado com você fora da loja');
  expect(settled.text).not.toContain('volta a valer');
  const refunded = (isGift: boolean) =>
    chargedBackMail({ brand, order: { ...orderOf(item(1)), isGift }, amountCents: 1500 }).text;
  expect(refunded(false)).toContain('R$ 15,00');
  expect(refunded(false)).toContain('saem da sua coleção');
  expect(refunded(true)).not.toContain('coleção');
});

test('a gift says who gives it, what it is and what the giver says, and carries one link alone', () => {
  const gift = {
    brand,
    skin: item(1),
    url: 'https://loja.exemplo.com/presente/abc',
    expiresAt: new Date('2026-05-30T15:00:00Z'),
  };
  const mail = giftMail({ ...gift, buyerName: 'Bruna Teste', message: 'Feliz <b>aniversário</b>!' });
  expect(mail.subject).toBe('Bruna deu uma skin para você! Abra o seu presente na Fulgor');
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('https://loja.exemplo.com/presente/abc');
    expect(part).toContain('30 de maio de 2026');
    expect(part).not.toContain('Teste');
  }
  expect(mail.html).toContain('Feliz &lt;b&gt;aniversário&lt;/b&gt;!');
  expect(mail.html).toContain('src="https://loja.exemplo.com/img/Velara_1?w=640&amp;f=jpeg"');
  const lines = giftMail({ ...gift, buyerName: 'Bruna', message: 'Parabéns!\n\nUm abraço' });
  expect(lines.html).toMatch(/Parabéns!<br\/><br\/>Um abraço/);
  expect(lines.text).toContain('"Parabéns!\n\nUm abraço"');
  const strange = giftMail({ ...gift, buyerName: 'golpe.com Silva', message: 'veja golpe.com/x já' });
  expect(strange.subject).toContain('Você ganhou uma skin!');
  for (const part of [strange.subject, strange.html, strange.text]) expect(part).not.toContain('golpe.com');
});

test('a gift that nobody opened is told to both, each with their own words', () => {
  const told = { brand, skin: item(1), buyerName: 'Bruna Teste' };
  const buyer = giftKeptMail({ ...told, to: 'buyer', isRefunded: false });
  expect(buyer.text).toContain('Olá, Bruna!');
  expect(buyer.text).toContain('está na sua coleção');
  expect(giftKeptMail({ ...told, to: 'buyer', isRefunded: true }).text).toContain('volta para você');
  const receiver = giftKeptMail({ ...told, to: 'receiver', isRefunded: false });
  expect(receiver.text).toContain('O presente de Bruna');
  expect(receiver.text).not.toContain('coleção');
});

test('the receipt of a gift promises its buyer no link', () => {
  const mail = paymentConfirmedMail({
    brand,
    order: { ...orderOf(item(1)), status: 'completed', isGift: true },
  });
  expect(mail.text).toContain('a caminho do e-mail que você indicou');
  expect(mail.text).not.toContain('coleção');
});

test('who may not give an order back reads why, and where to go on, in both parts', () => {
  const mail = withdrawalDeclinedMail({ brand, order: orderOf(item(1)), answer: 'Foi baixada\nduas vezes.' });
  expect(mail.subject).toBe('Resposta ao seu pedido de devolução: Pedido #abcdef12 na Fulgor');
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('Foi baixada\nduas vezes.');
    expect(part).toContain('https://loja.exemplo.com/dashboard/suporte');
  }
});

test('each mail of a changed address says what happens, when, and where to answer, in both forms', () => {
  const told = {
    brand,
    oldEmail: 'a•••@gmial.com',
    newEmail: 'a•••@gmail.com',
    dueAt: new Date('2026-03-02T15:00:00Z'),
    url: 'https://loja.exemplo.com/troca-de-email/abc',
  };
  const mail = (news: Parameters<typeof rescueMail>[0]['news']) => rescueMail({ ...told, news });
  for (const [news, words] of [
    ['asked-old', ['a•••@gmail.com', '02/03, 12:00 (horário de Brasília)', 'Não fui eu: parar a troca']],
    ['asked-new', ['a•••@gmial.com', '02/03, 12:00 (horário de Brasília)', 'Confirmar e-mail']],
    ['stopped-new', ['a•••@gmial.com', 'Nada mudou na conta']],
    ['dropped-old', ['a•••@gmail.com', 'Nada mudou na conta']],
    ['dropped-new', ['a•••@gmial.com', 'Nada mudou na conta']],
    ['done-old', ['a•••@gmail.com', 'fale com o atendimento agora']],
    ['done-new', ['Entre na sua conta com este endereço']],
  ] as const) {
    const { html, text } = mail(news);
    for (const part of [...words, told.url]) {
      expect(html, news).toContain(part);
      expect(text, news).toContain(part);
    }
    expect(html).toContain('prefers-color-scheme: dark');
  }
});
