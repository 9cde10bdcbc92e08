import { expect, test } from 'vitest';
import { refuseCheckout } from './refuse-checkout.ts';

const READY = { count: 2, isSignedIn: true, isBlocked: false };

test('a cart that somebody signed in can buy is not refused', () => {
  expect(refuseCheckout(READY)).toBeNull();
});

// shows: spec 5.2, spec 8.7
test('an empty cart is told to be filled, before anybody has to sign in', () => {
  expect(refuseCheckout({ ...READY, count: 0, isSignedIn: false })).toMatchObject({
    title: 'Carrinho vazio',
    description: 'Adicione itens ao carrinho antes de finalizar.',
    stays: true,
  });
});

// shows: spec 5.2, spec 8.9
test('signed out, the checkout asks for the login', () => {
  expect(refuseCheckout({ ...READY, isSignedIn: false })).toMatchObject({
    title: 'Login necessário',
    description: 'Você precisa estar logado para finalizar a compra.',
    stays: true,
    about: 'login',
  });
});

test('what is owned or off sale has to go first', () => {
  expect(refuseCheckout({ ...READY, isBlocked: true })).toMatchObject({ title: 'Revise seu carrinho' });
});
