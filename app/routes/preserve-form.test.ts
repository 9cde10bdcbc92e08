import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preserveForm } from './preserve-form.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const about = (signal?: AbortSignal) => ({
  request: new Request('http://localhost:3000/auth', signal ? { signal } : {}),
  title: 'Erro ao fazer login',
});
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('an answer is handed on as it is', async () => {
  expect(await preserveForm(about(), () => Promise.resolve('answer'), String)).toBe('answer');
});

test('an answer that never arrives becomes a failure of the form, logged, that says what was kept', async () => {
  const result = await preserveForm(about(), lost, (failure) => ({ failure }));
  expect(result).toMatchObject({
    init: { status: 503 },
    data: { failure: { title: 'Erro ao fazer login', description: expect.stringContaining('foi mantido') } },
  });
  const button = await preserveForm({ ...about(), isTyped: false }, lost, ({ description }) => description);
  expect(button).toMatchObject({ data: 'A loja não respondeu. Confira a conexão e tente de novo.' });
  expect(console.error).toHaveBeenCalledWith('Erro ao fazer login', expect.any(TypeError));
});

test('a redirect, and a submission that another one replaced, are none of its business', async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: '/' } });
  const leave = () => Promise.reject(redirect);
  await expect(preserveForm(about(), leave, String)).rejects.toBe(redirect);
  await expect(preserveForm(about(AbortSignal.abort()), lost, String)).rejects.toThrow('Failed to fetch');
});
