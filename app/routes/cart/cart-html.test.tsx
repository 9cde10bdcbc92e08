import { expect, test } from 'vitest';
import { readScreen, renderScreen } from '#test/visitor/render-screen.tsx';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CouponField } from './coupon-field.tsx';
import type { ShopCoupon } from './use-coupon.ts';

const ITEM = {
  id: 'Aurea_3',
  skinName: 'Áurea do Eclipse',
  championName: 'Áurea',
  skinNum: 3,
  championId: 'Aurea',
  priceCents: 1500,
  splashArt: '/img/Aurea_3',
};

// shows: spec 2.21, spec 9.1
test('the summary has subtotal, a discount of zero without a coupon, the total and both ways on', () => {
  const updating = { count: 0, of: 2 };
  const payment = { isOpening: false, warm: () => {} };
  const screen = (
    <CartSummary
      releases={[]}
      quote={{ discountCents: 0, totalCents: 3000 }}
      onCheckout={() => {}}
      payment={payment}
      updating={updating}
    />
  );
  expect(readScreen(screen)).toContain(
    'Subtotal R$ 30,00 Desconto R$ 0,00 Total R$ 30,00 Finalizar Compra Continuar Comprando',
  );
  expect(renderScreen(screen)).toMatch(/<a [^>]*href="\/loja"[^>]*>Continuar Comprando/);
});

// shows: spec 2.19
test('a line has image, skin, champion, price and its own remove button', () => {
  const screen = <CartLine item={ITEM} state="for_sale" isUpdating={false} aheadUntil={null} />;
  expect(readScreen(screen)).toContain('Áurea do Eclipse Áurea R$ 15,00');
  const html = renderScreen(screen);
  expect(html).toContain('/img/Aurea_3?w=');
  expect(html).toContain('aria-label="Remover Áurea do Eclipse"');
});

test('where the whole cart is sold ahead, nothing is said about a rest of it', () => {
  const read = (...releases: string[]) =>
    readScreen(
      <CartSummary
        releases={releases}
        quote={{ discountCents: 0, totalCents: 3000 }}
        onCheckout={() => {}}
        payment={{ isOpening: false, warm: () => {} }}
        updating={{ count: 0, of: 2 }}
      />,
    );
  expect(read('2026-12-01')).toContain('O resto do pedido não espera.');
  expect(read('2026-12-01', '2026-12-01')).toMatch(/Pré-venda\.(?!.*O resto do pedido)/);
});

test('what is owned or off sale by now is marked', () => {
  const show = (state: 'owned' | 'unavailable') =>
    readScreen(<CartLine item={ITEM} state={state} isUpdating aheadUntil={null} />);
  expect(show('owned')).toContain('Na sua coleção');
  expect(show('unavailable')).toContain('Indisponível');
});

const COUPON: ShopCoupon = {
  typed: '',
  type: () => {},
  applied: null,
  isAsking: false,
  refusal: null,
  apply: () => {},
  again: () => {},
  remove: () => {},
};

test('a coupon lowers the total, and its field keeps what was typed with the reason at it', () => {
  const summary = (
    <CartSummary
      releases={[]}
      quote={{ discountCents: 300, totalCents: 2700 }}
      coupon={
        <CouponField
          coupon={{ ...COUPON, applied: { code: 'ANA10', discountCents: 300, totalCents: 2700 } }}
        />
      }
      onCheckout={() => {}}
      payment={{ isOpening: false, warm: () => {} }}
      updating={{ count: 0, of: 2 }}
    />
  );
  expect(readScreen(summary)).toContain(
    'Subtotal R$ 30,00 Desconto − R$ 3,00 Total R$ 27,00 Cupom ANA10 Remover cupom Cupom aplicado: R$ 3,00 de desconto.',
  );
  const refused = renderScreen(
    <CouponField coupon={{ ...COUPON, typed: 'ANNA', refusal: 'Este cupom já venceu.' }} />,
  );
  expect(refused).toContain('value="ANNA"');
  expect(refused).toContain('aria-invalid="true"');
  expect(refused).toContain('action="/carrinho" method="get"');
});
