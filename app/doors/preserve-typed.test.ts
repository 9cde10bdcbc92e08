import { expect, test, vi } from 'vitest';
import { postForm } from '#test/visitor/post-form.ts';
import { preserveTyped } from './preserve-typed.ts';

test('an answer that never arrives knows what was typed, and leaves boxes and lists to the screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fields = [
    ['do', 'webhooks.create'],
    ['note', 'Olá'],
    ['events', 'a'],
    ['events', 'b'],
  ];
  const lost = await preserveTyped({
    request: postForm('/admin/programas', fields),
    serverAction: () => Promise.reject(new TypeError('Failed to fetch')),
  } as never);
  const typed = { do: 'webhooks.create', note: 'Olá' };
  expect(lost).toMatchObject({ data: { do: 'webhooks.create', ok: false, status: 0 } });
  expect((lost as { data: { typed: object } }).data.typed).toEqual(typed);
});
