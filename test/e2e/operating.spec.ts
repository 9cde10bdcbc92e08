import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, startShop, test } from './shop.ts';

const built = (file: string) => resolve(import.meta.dirname, '../../build/server', file);
const run = (file: string, args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, [built(file), ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });

test('a wrong setting stops the boot with its name and an example, and without its value', () => {
  const { status, stderr } = run('main.js', [], {
    PORT: 'abc',
    AUTH_SECRET: 'curto-demais',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-env-')),
  });
  expect(status).toBe(1);
  expect(stderr).toContain('PORT');
  expect(stderr).toContain('3000');
  expect(stderr).toContain('AUTH_SECRET');
  expect(stderr).not.toContain('curto-demais');
});

test('a first start offline opens with the demonstration catalogue and prints the first admin once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-first-'));
  const env = { CATALOG_URL: 'http://127.0.0.1:9', DATA_DIR: directory, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const first = await startShop('embedded', env);
  const page = await (await fetch(`${first.url}/loja`)).text();
  expect(page).toMatch(/catálogo de demonstração/i);
  expect(first.output()).toMatch(/email: admin@localhost\s+senha: \S{8,}/);
  const second = run('main.js', [], { ...env, PORT: '0' });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain('já está em uso por outro processo');
  expect(await first.stop()).toBe(0);

  const again = await startShop('embedded', env);
  expect(again.output()).not.toContain('senha:');
  expect(await again.stop()).toBe(0);
});

test('staff are made and unmade from the command line', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-cli-'));
  const env = { CATALOG_URL: 'http://127.0.0.1:9', DATA_DIR: directory };
  const shop = await startShop('embedded', env);
  const held = run('admin.js', ['grant', 'ana@exemplo.com'], env);
  expect([held.status, held.stderr]).toEqual([1, expect.stringContaining('Pare a loja primeiro')]);
  await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { Origin: shop.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@exemplo.com', password: 'segredo1', name: 'Ana' }),
  });
  await shop.stop();

  expect(run('admin.js', ['grant', 'ana@exemplo.com'], env).stdout).toContain('agora é da equipe');
  expect(run('admin.js', ['grant', 'ana@exemplo.com'], env).stdout).toContain('Nada a fazer');
  expect(run('admin.js', ['revoke', 'ana@exemplo.com'], env).stdout).toContain('não é mais da equipe');
  expect(run('admin.js', ['grant', 'outra@exemplo.com'], env).stderr).toContain('Nenhuma conta usa o email');
  expect(run('admin.js', [], env).stderr).toContain('Uso:');
});
