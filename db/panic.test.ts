import { expect, test, vi } from 'vitest';
import { withHiddenValues } from './hide-values.server.ts';

test('a database that ended itself ends the process too, which is begun again', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const fail = (severity: string) =>
    withHiddenValues(async () => Promise.reject(Object.assign(new Error('could not write'), { severity })));
  await expect(fail('ERROR')).rejects.toThrow('could not write');
  expect(exit).not.toHaveBeenCalled();
  await expect(fail('PANIC')).rejects.toThrow('could not write');
  expect(exit).toHaveBeenCalledWith(70);
});
