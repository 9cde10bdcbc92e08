import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startAbacatePayServer } from '../providers/abacatepay-server.ts';
import { startS3Server } from '../providers/s3-server.ts';
import { BASE_ENV } from './world/shop-template.ts';
import { findFreePort, startShopProcess } from './world/shop-process.ts';

/** The command beside a running shop: sound, then with three things broken on purpose. */
const SERVER = resolve(import.meta.dirname, '../../build/server');

interface Told {
  code: number | null;
  lines: string[];
  done: { ok: boolean; broken: number; checks: { name: string; state: string; cure: string | null }[] };
}

async function runDoctor(env: Record<string, string>): Promise<Told> {
  const child = spawn(process.execPath, [join(SERVER, 'doctor.js')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const lines = (await text(child.stdout)).trim().split('\n');
  return { code: await ended, lines, done: JSON.parse(lines.at(-1)!) as Told['done'] };
}

const brokenOf = ({ done }: Told) =>
  done.checks.filter(({ state }) => state === 'broken').map(({ name }) => name);

/** As much SMTP as a client asks before it sends. */
async function startGreeter(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 correio\r\n');
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('QUIT') ? '221 tchau\r\n' : '250 certo\r\n'),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

test('a sound shop ends with 0, and three broken parts are named with their cures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fulgor-doctor-'));
  const bank = await startAbacatePayServer({ apiKey: 'abc_certa' });
  const storage = await startS3Server();
  const mail = await startGreeter();
  const port = await findFreePort();
  const env = {
    ...BASE_ENV,
    DATA_DIR: folder,
    // A rehearsal: its address is this machine's.
    ALLOW_SIMULATOR: '1',
    PIX_GATEWAY: 'abacatepay',
    ABACATEPAY_URL: bank.url,
    ABACATEPAY_API_KEY: 'abc_certa',
    ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook',
    S3_ENDPOINT: storage.settings.endpoint,
    S3_REGION: storage.settings.region,
    S3_BUCKET: storage.settings.bucket,
    S3_ACCESS_KEY_ID: storage.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.settings.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${(mail.address() as AddressInfo).port}`,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
  };
  const shop = startShopProcess({ mainFile: join(SERVER, 'main.js'), port, clockShiftMs: 0, env });
  try {
    await shop.ready;
    const sound = await runDoctor(env);
    expect(brokenOf(sound)).toEqual([]);
    expect(sound.code).toBe(0);
    expect(sound.done.checks).toHaveLength(15);

    const ill = await runDoctor({
      ...env,
      ABACATEPAY_API_KEY: 'abc_errada',
      S3_SECRET_ACCESS_KEY: 'errado',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    expect(brokenOf(ill)).toEqual(['gateway', 'mail', 'storage']);
    expect(ill.code).toBe(1);
    expect(ill.done).toMatchObject({ ok: false, broken: 3 });
    expect(ill.done.checks.filter(({ state, cure }) => (state === 'ok') !== (cure === null))).toEqual([]);
    expect(ill.lines.filter((line) => line.startsWith('QUEBRADO'))).toHaveLength(3);
    // Neither a key nor a password is ever printed.
    expect(ill.lines.join('\n')).not.toMatch(/abc_errada|"errado"|segredo/);

    shop.stop();
    await shop.ended;
    expect(brokenOf(await runDoctor(env))).toEqual(['address']);
    const unset = await runDoctor({ ...env, PORT: 'três' });
    expect(unset.code).toBe(1);
    expect(brokenOf(unset)).toEqual(['settings']);
  } finally {
    shop.kill();
    mail.close();
    await storage.close();
    await bank.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
