import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { NODE_FLAGS } from '../../../scripts/run/node-flags.mjs';
import { startS3Server } from '../../providers/s3-server.ts';
import { expect, startShop, test } from '../shop.ts';
import { signInOnScreen } from '../steps.ts';

const built = (file: string) => resolve(import.meta.dirname, '../../../build/server', file);
const script = (file: string) => resolve(import.meta.dirname, '../../../scripts', file);
const START = script('start.mjs');
const run = (file: string, args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, [built(file), ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });

/** What the shell of `npm start` keeps running. */
const servingProcess = (keeper: number) =>
  Number(readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'utf8').trim().split(' ')[0]);
function isRunning(pid: number): boolean {
  const state = existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8');
  // A container without an init of its own leaves the orphan as a zombie.
  return state !== false && !/\) Z /.test(state);
}

// shows: threat 70
test(
  'a wrong setting stops the boot with its name and an example, and without its value',
  { tag: '@release' },
  () => {
    const { status, stderr } = run('main.js', [], {
      PORT: 'abc',
      AUTH_SECRET: 'curto-demais',
      BACEN_PIX_CA: START,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-env-')),
    });
    expect(status).toBe(1);
    expect(stderr).toContain('BACEN_PIX_CA: o arquivo não é um certificado PEM');
    expect(stderr).not.toContain('    at ');
    expect(stderr).toContain('PORT');
    expect(stderr).toContain('3000');
    expect(stderr).toContain('AUTH_SECRET');
    expect(stderr).not.toContain('curto-demais');
  },
);

test(
  'a first start offline opens with the demonstration catalogue, and the account that it prints once is let in',
  { tag: '@release' },
  async ({ page }) => {
    // Five starts.
    test.slow();
    const directory = mkdtempSync(join(tmpdir(), 'fulgor-first-'));
    const env = {
      CATALOG_URL: 'http://127.0.0.1:9',
      DATA_DIR: directory,
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
    };
    // The README's own command. It becomes a shell, which keeps the server running.
    const first = await startShop('embedded', env, [START]);
    const serving = servingProcess(first.pid);
    expect(readFileSync(`/proc/${serving}/cmdline`, 'utf8').split('\0')).toEqual([
      expect.stringMatching(/node$/),
      ...NODE_FLAGS,
      built('main.js'),
      '',
    ]);
    expect(readFileSync(`/proc/${serving}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${first.pid}/status`, 'utf8'))?.[1];
    expect(Number(kilobytes)).toBeLessThan(6_000);
    const store = await (await fetch(`${first.url}/loja`)).text();
    expect(store).toMatch(/catálogo de demonstração/i);
    const printed = /email: (admin@localhost)\s+senha: (\S{8,})/.exec(first.output());
    await signInOnScreen(page, first, { email: printed![1]!, password: printed![2]! });
    await page.goto(`${first.url}/admin`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Painel Administrativo');
    const second = spawnSync(process.execPath, [START], {
      env: { PATH: process.env.PATH, ...env, PORT: '0' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    // A start that is refused is not tried again.
    expect([second.status, second.stderr]).toEqual([1, expect.not.stringContaining('caiu')]);
    expect(second.stderr).toContain(`${join(directory, 'db')} já está em uso por outro processo`);
    expect(second.stderr).not.toContain('    at ');
    // One process alone cannot be replaced by a new one: it goes on.
    process.kill(serving, 'SIGHUP');
    await expect.poll(() => first.output()).toContain('workers.too_few_to_roll');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(isRunning(serving)).toBe(false);

    const again = await startShop('embedded', env);
    expect(again.output()).not.toContain('senha:');
    process.kill(again.pid, 'SIGKILL');
    const last = await startShop('embedded', env);
    expect(await last.stop()).toBe(0);
  },
);

// shows: threat 72
test(
  'a shop that died is begun again, and one whose keeper was killed lets its data folder go',
  { tag: '@release' },
  async () => {
    const env = { CATALOG_URL: 'http://127.0.0.1:9', DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-kept-')) };
    const shop = await startShop('embedded', env, [START]);
    const starts = () => shop.output().match(/"event":"shop.started"/g)?.length;
    const died = servingProcess(shop.pid);
    process.kill(died, 'SIGKILL');
    await expect.poll(starts, { timeout: 60_000 }).toBe(2);
    expect(shop.output()).toContain('A loja caiu (código 137). Ela começa de novo em 1 s');
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    const orphan = servingProcess(shop.pid);
    expect(orphan).not.toBe(died);
    process.kill(shop.pid, 'SIGKILL');
    await expect.poll(() => isRunning(orphan)).toBe(false);
    expect(shop.output()).toContain('"event":"shop.stopped"');
    rmSync(env.DATA_DIR, { recursive: true });
  },
);

// shows: threat 54
test('staff are made and unmade from the command line', { tag: '@release' }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fulgor-cli-'));
  const env = { CATALOG_URL: 'http://127.0.0.1:9', DATA_DIR: directory };
  const shop = await startShop('embedded', env);
  const held = run('admin.js', ['grant', 'ana@exemplo.com'], env);
  expect([held.status, held.stderr]).toEqual([1, expect.stringContaining('Pare a loja primeiro')]);
  const post = (url: string, path: string, body: Record<string, string>) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { Origin: url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post(shop.url, 'sign-up/email', { email: 'ana@exemplo.com', password: 'segredo1', name: 'Ana' });
  // Whoever opened it has not shown that the address is theirs: neither the command nor a boot makes them staff.
  await shop.stop();
  const unproved = run('admin.js', ['grant', 'ana@exemplo.com'], env);
  expect([unproved.status, unproved.stderr]).toEqual([1, expect.stringContaining('Esqueci minha senha')]);
  expect(unproved.stderr).not.toContain('    at ');
  const named = { ...env, ADMIN_EMAIL: 'ana@exemplo.com', ADMIN_PASSWORD: 'segredo-da-equipe' };
  await expect(startShop('embedded', named)).rejects.toThrow(/ADMIN_EMAIL: é o e-mail de uma conta/);

  const again = await startShop('embedded', env);
  await post(again.url, 'request-password-reset', { email: 'ana@exemplo.com' });
  const token = () => again.mails().flatMap((mail) => mail.match(/reset-password\/([\w-]+)/)?.[1] ?? [])[0];
  await expect.poll(token).toBeTruthy();
  await post(again.url, 'reset-password', { token: token() ?? '', newPassword: 'outro-segredo' });
  await again.stop();

  expect(run('admin.js', ['grant', 'ana@exemplo.com'], env).stdout).toContain('agora é da equipe');
  expect(run('admin.js', ['grant', 'ana@exemplo.com'], env).stdout).toContain('Nada a fazer');
  expect(run('admin.js', ['revoke', 'ana@exemplo.com'], env).stdout).toContain('não é mais da equipe');
  expect(run('admin.js', ['grant', 'outra@exemplo.com'], env).stderr).toContain('Nenhuma conta usa o email');
  expect(run('admin.js', [], env).stderr).toContain('Uso:');
});

test(
  'with S3_* set, pictures and uploads live in the bucket and nothing is written beside it',
  { tag: '@release' },
  async ({ catalogServer, database }) => {
    const bucket = await startS3Server();
    const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings;
    const directory = mkdtempSync(join(tmpdir(), 'fulgor-s3-shop-'));
    const env = {
      CATALOG_URL: catalogServer.url,
      DATA_DIR: directory,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket.settings.bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    // Not `run`: it would hold this process, and the bucket is in this process.
    const refused = await startShop(database, { ...env, S3_BUCKET: 'outro-bucket' }).catch(String);
    expect(refused).toContain('S3_BUCKET: esse bucket não existe');

    const shop = await startShop(database, env);
    const splash = () => fetch(`${shop.url}/img/Ahri_1?w=480`, { headers: { Accept: 'image/webp' } });
    const first = Buffer.from(await (await splash()).arrayBuffer());
    expect((await sharp(first).metadata()).format).toBe('webp');
    // The second comes from the bucket: the same bytes, though the source is gone.
    catalogServer.down();
    expect(Buffer.from(await (await splash()).arrayBuffer()).equals(first)).toBe(true);
    catalogServer.down(false);

    const headers = { Origin: shop.url, 'content-type': 'application/json' };
    const signedUp = await fetch(`${shop.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'bia@exemplo.com', password: 'segredo1', name: 'Bia' }),
    });
    const body = new FormData();
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffb020' } })
      .png()
      .toBuffer();
    body.set('picture', new File([new Uint8Array(photo)], 'foto.png', { type: 'image/png' }));
    const uploaded = await fetch(`${shop.url}/dashboard/perfil/imagem/avatar`, {
      method: 'POST',
      headers: {
        Origin: shop.url,
        Cookie: signedUp.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; '),
      },
      body,
    });
    expect(await uploaded.json()).toEqual({ ok: true });
    expect(existsSync(join(directory, 'files'))).toBe(false);
    expect(await shop.stop()).toBe(0);
    await bucket.close();
  },
);
