import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useCart } from '../cart/cart.tsx';
import { useSession } from './session.tsx';

function CartUser() {
  return <p>{useCart().count}</p>;
}
function SessionUser() {
  return <p>{useSession()?.email}</p>;
}

// shows: spec 8.6
test('the cart outside its provider throws, and says what is missing', () => {
  expect(() => renderToStaticMarkup(<CartUser />)).toThrow('useCart must be used within a CartProvider');
});

// shows: spec 8.6
test('the session outside its provider throws, and says what is missing', () => {
  expect(() => renderToStaticMarkup(<SessionUser />)).toThrow(
    'useSession must be used within a SessionProvider',
  );
});
