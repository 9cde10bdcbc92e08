import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectToaster, type Toast } from '../feedback/toast.ts';
import { followTyping, keepsTyped } from './ended-session.ts';

let page: EventTarget;
let status: number;
let toasts: Toast[];
const ends: (() => void)[] = [];

beforeEach(() => {
  page = new EventTarget();
  status = 401;
  toasts = [];
  ends.push(
    followTyping(page),
    connectToaster((toast) => toasts.push(toast)),
  );
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status }));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

function type(value: string) {
  const field = { value, isConnected: true };
  page.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: field }));
  return field;
}

it('keeps what is typed on the screen after the session ended, and says it once', async () => {
  type('Olá, Bruna');
  expect([await keepsTyped(), await keepsTyped()]).toEqual([true, true]);
  expect(toasts).toEqual([
    expect.objectContaining({
      title: 'Sua sessão terminou',
      description: 'O que você digitou continua aqui: entre de novo em outra aba.',
      stays: true,
    }),
  ]);
});

it('says it again for the next session that ends', async () => {
  type('Olá');
  await keepsTyped();
  status = 200;
  expect(await keepsTyped()).toBe(false);
  status = 401;
  await keepsTyped();
  expect(toasts).toHaveLength(2);
});

it('asks for nothing where nothing is typed any more', async () => {
  type('');
  type('Enviado').isConnected = false;
  expect(await keepsTyped()).toBe(false);
  type('Olá');
  ends[0]!();
  expect(await keepsTyped()).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

it('takes an answer that never came for no end', async () => {
  type('Olá');
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await keepsTyped()).toBe(false);
  expect(toasts).toEqual([]);
});
