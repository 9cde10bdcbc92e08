import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refuseTakenPort } from './refuse-taken-port.ts';

test('a port that another program has is named before the shop begins, and a free one stays free', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(refuseTakenPort({ port, host: '127.0.0.1' })).rejects.toMatchObject({
    name: 'EnvError',
    message: expect.stringContaining('PORT: outro programa já usa esta porta'),
  });
  other.close();
  await once(other, 'close');
  await refuseTakenPort({ port, host: '127.0.0.1' });
  await refuseTakenPort({ port, host: '127.0.0.1' });
});

test('an address that the machine does not have is named', async () => {
  await expect(refuseTakenPort({ port: 0, host: '203.0.113.7' })).rejects.toThrow(
    /HOST: esta máquina não tem/,
  );
});

test('a name that leads nowhere is named', async () => {
  await expect(refuseTakenPort({ port: 0, host: 'loja.invalid' })).rejects.toThrow(
    /HOST: esta máquina não conhece este nome/,
  );
});
