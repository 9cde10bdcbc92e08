import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createMailServer, type AddressInfo, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { startAbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { parseEnv } from '../config/env.ts';
import { ok, type Check, type Place } from './check.ts';
import { checkClock } from './checks/check-clock.ts';
import { checkCookies } from './checks/check-cookies.ts';
import { checkDisk, judgeSpace } from './checks/check-disk.ts';
import { checkGateway } from './checks/check-gateway.ts';
import { checkMailServer } from './checks/check-mail-server.ts';
import { checkProxies } from './checks/check-proxies.ts';
import { checkSender } from './checks/check-sender.ts';
import { checkStorage } from './checks/check-storage.ts';
import { examineShop } from './examine-shop.ts';
import { isLocal } from '../config/is-here.ts';
import type { SignedAnswer } from './signed-answer.ts';
import { isSignedQuestion, signQuestion } from './signed-question.ts';

const NOBODY = 'http://127.0.0.1:9';
const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

function placeOf(variables: Record<string, string>, other: Partial<Place> = {}): Place {
  return {
    env: parseEnv({ CATALOG_URL: NOBODY, ...variables }),
    version: '1',
    now: () => new Date(),
    resolver: new Resolver(),
    running: async () => null,
    ...other,
  };
}
const runningWith = (providers: NonNullable<SignedAnswer['facts']>['providers']): SignedAnswer => ({
  version: '1',
  seen: { peer: '127.0.0.1', isTrusted: false, forwardedFor: null, visitor: '127.0.0.1' },
  facts: { providers, backup: { lastAt: null, trouble: null } },
});
const examine = (check: Check, variables: Record<string, string>, other: Partial<Place> = {}) =>
  check.examine(placeOf(variables, other), AbortSignal.timeout(5_000));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closes.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
const serve = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listen(createServer(listener).on('connection', (socket) => socket.unref()))}`;

describe('the list', () => {
  const silent: Check = { name: 'silent', title: 'Mudo', examine: () => new Promise(() => {}) };
  const failing: Check = {
    name: 'failing',
    title: 'Torto',
    examine: () => Promise.reject(new TypeError('stumbled over it')),
  };
  const healthy: Check = { name: 'healthy', title: 'São', examine: async () => ok('Tudo certo.') };

  test('a silent check and a failing one are rows too, and the others stand', async () => {
    const rows = await examineShop(placeOf({}), { checks: [silent, failing, healthy], patienceMs: 20 });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['silent', 'broken'],
      ['failing', 'broken'],
      ['healthy', 'ok'],
    ]);
    expect(rows[0]!.meaning).toContain('Não houve resposta');
    // The words of a library are for the log, and mostly English.
    expect(rows[1]!.meaning).toBe('A verificação parou num erro que a loja não conhece (TypeError).');
  });

  test('all checks run at once', async () => {
    let running = 0;
    let most = 0;
    const counted: Check = {
      name: 'counted',
      title: '',
      async examine() {
        most = Math.max(most, ++running);
        await new Promise((later) => setImmediate(later));
        running--;
        return ok('');
      },
    };
    await examineShop(placeOf({}), { checks: [counted, counted, counted] });
    expect(most).toBe(3);
  });
});

test('a signed question is good for a minute, and only under the secret of the shop', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const question = signQuestion('segredo', at);
  expect(isSignedQuestion('segredo', question, later(60))).toBe(true);
  expect(isSignedQuestion('segredo', question, later(61))).toBe(false);
  expect(isSignedQuestion('segredo', question, later(-61))).toBe(false);
  expect(isSignedQuestion('outro', question, at)).toBe(false);
  expect(isSignedQuestion('segredo', question.replace(/^\d+/, String(later(30).getTime())), at)).toBe(false);
  for (const invented of ['', '.', 'x.y', `${at.getTime()}.`])
    expect(isSignedQuestion('segredo', invented, at)).toBe(false);
});

test('what only this machine reaches is known in every spelling', () => {
  for (const local of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80', '127.0.0.1', '::1'])
    expect(isLocal(local), local).toBe(true);
  for (const far of ['https://loja.com.br', 'http://0.0.0.0:3000', '10.0.0.1', '127.loja.com.br'])
    expect(isLocal(far), far).toBe(false);
});

describe('clock', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  const peer = (seconds: number) =>
    serve((_, answer) =>
      answer.setHeader('date', new Date(at.getTime() - seconds * 1000).toUTCString()).end(),
    );
  const clock = (catalog: string, variables: Record<string, string> = {}) =>
    examine(checkClock, { CATALOG_URL: catalog, ...variables }, { now: () => at });

  test('right, doubtful and wrong are told apart, with the direction', async () => {
    expect((await clock(await peer(3))).state).toBe('ok');
    expect((await clock(await peer(30))).state).toBe('warning');
    expect(await clock(await peer(90))).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('90 segundos adiantado') as string,
    });
    expect(await clock(await peer(-90))).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('90 segundos atrasado') as string,
    });
  });

  test('of several peers the nearest counts, and without any it says so', async () => {
    const provider = {
      PIX_GATEWAY: 'mercadopago',
      MERCADOPAGO_ACCESS_TOKEN: 'x',
      MERCADOPAGO_WEBHOOK_SECRET: 'x',
    };
    expect((await clock(await peer(2), { ...provider, MERCADOPAGO_URL: await peer(500) })).state).toBe('ok');
    expect((await clock(await peer(2), { ...provider, MERCADOPAGO_URL: NOBODY })).state).toBe('ok');
    expect(await clock(NOBODY)).toMatchObject({
      state: 'warning',
      meaning: expect.stringContaining('nenhum dos serviços') as string,
    });
  });
});

describe('disk', () => {
  const disk = { bsize: 1000, bavail: 5_000_000, files: 100, ffree: 50 };
  test('free space is judged by what a night needs', () => {
    expect(judgeSpace(disk)).toMatchObject({ state: 'ok', meaning: '5,0 GB livres no disco de DATA_DIR.' });
    expect(judgeSpace({ ...disk, bavail: 1_500_000 }).state).toBe('warning');
    expect(judgeSpace({ ...disk, bavail: 200_000 }).state).toBe('broken');
    expect(judgeSpace({ ...disk, ffree: 0 }).state).toBe('broken');
    expect(judgeSpace({ ...disk, files: 0, ffree: 0 }).state).toBe('ok');
  });

  test('a folder that cannot be written to is named', async () => {
    expect(await examine(checkDisk, { DATA_DIR: '/dev/null' })).toMatchObject({
      state: 'broken',
      meaning: 'Não dá para gravar em /dev/null (ENOTDIR).',
    });
  });
});

describe('mail server', () => {
  /** It speaks SMTP up to the sign-in. */
  async function mailServer(authAnswer: string): Promise<string> {
    const port = await listen(
      createMailServer((socket) => {
        socket.unref().write('220 correio\r\n');
        socket.setEncoding('utf8').on('data', (line: string) => {
          if (line.startsWith('EHLO')) socket.write('250-correio\r\n250 AUTH PLAIN\r\n');
          else if (line.startsWith('AUTH')) socket.write(`${authAnswer}\r\n`);
          else socket.end('221 tchau\r\n');
        });
      }),
    );
    return `smtp://loja:senha@127.0.0.1:${port}`;
  }
  const MAIL_FROM = 'loja@exemplo.com.br';

  test('a server that lets the shop in, and one that does not', async () => {
    const open = { SMTP_URL: await mailServer('235 certo'), MAIL_FROM };
    expect((await examine(checkMailServer, open)).state).toBe('ok');
    expect((await examine(checkMailServer, { SMTP_URL: open.SMTP_URL })).state).toBe('warning');
    const refusing = { SMTP_URL: await mailServer('535 não'), MAIL_FROM };
    expect(await examine(checkMailServer, refusing)).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('usuário ou a senha') as string,
    });
  });

  test('nobody there, and no server at all in production', async () => {
    expect(await examine(checkMailServer, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM })).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('não atende') as string,
    });
    expect((await examine(checkMailServer, { NODE_ENV: 'production', ALLOW_SIMULATOR: '1' })).state).toBe(
      'broken',
    );
    expect((await examine(checkMailServer, {})).state).toBe('ok');
  });
});

describe('sender', () => {
  /** A name server with these texts; `''`: the name is there and has none. */
  async function nameServer(texts: Record<string, string>): Promise<Resolver> {
    const socket = createSocket('udp4');
    socket.on('message', (question, { port }) => {
      const labels: string[] = [];
      let at = 12;
      for (let length = question[at]!; length > 0; length = question[at]!) {
        labels.push(question.toString('latin1', at + 1, at + 1 + length));
        at += length + 1;
      }
      const text = texts[labels.join('.').toLowerCase()];
      const header = Buffer.from(question.subarray(0, 12));
      header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
      header.writeUInt16BE(text ? 1 : 0, 6);
      header.fill(0, 8);
      const parts = [header, question.subarray(12, at + 5)];
      if (text) {
        const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
        parts.push(Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length]), data);
      }
      socket.send(Buffer.concat(parts), port, '127.0.0.1');
    });
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
    closes.push(() => socket.close());
    return resolverAt(socket.address().port);
  }
  function resolverAt(port: number): Resolver {
    const resolver = new Resolver({ timeout: 200, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver;
  }
  const sender = (resolver: Resolver, from = 'Loja <oi@exemplo.com.br>') =>
    examine(checkSender, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: from }, { resolver });
  const whole = {
    'exemplo.com.br': 'v=spf1 include:correio.exemplo -all',
    '_domainkey.exemplo.com.br': '',
    '_dmarc.exemplo.com.br': 'v=DMARC1; p=none',
  };

  test('a domain with all three, and each one that is missing', async () => {
    expect((await sender(await nameServer(whole))).state).toBe('ok');
    for (const [name, missing] of [
      ['exemplo.com.br', 'SPF'],
      ['_domainkey.exemplo.com.br', 'DKIM'],
      ['_dmarc.exemplo.com.br', 'DMARC'],
    ] as const) {
      const { [name]: _, ...rest } = whole;
      expect(await sender(await nameServer(rest)), missing).toMatchObject({
        state: 'warning',
        meaning: expect.stringContaining(`Falta em exemplo.com.br: ${missing}.`) as string,
      });
    }
  });

  test('the rule of the domain above counts, and silence is not a missing record', async () => {
    const below = {
      'loja.exemplo.com.br': 'v=spf1 -all',
      '_domainkey.loja.exemplo.com.br': '',
      '_dmarc.exemplo.com.br': 'v=DMARC1; p=none',
    };
    expect((await sender(await nameServer(below), 'oi@loja.exemplo.com.br')).state).toBe('ok');
    expect(await sender(resolverAt(9))).toMatchObject({
      state: 'warning',
      meaning: expect.stringContaining('DNS não respondeu') as string,
    });
  });
});

describe('storage', () => {
  test('a bucket that takes, gives and deletes; a wrong key; nobody there', async () => {
    const { settings, close } = await startS3Server();
    closes.push(close);
    const variables = {
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    };
    expect((await examine(checkStorage, variables)).state).toBe('ok');
    expect(await examine(checkStorage, { ...variables, S3_SECRET_ACCESS_KEY: 'errado' })).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('não deixa gravar no bucket') as string,
    });
    const mayNotDelete = await serve(
      (request, answer) =>
        void fetch(`${settings.endpoint}${request.url}`).finally(() => {
          answer.statusCode = request.method === 'DELETE' ? 403 : 200;
          answer.end(request.method === 'GET' ? 'fulgor' : '');
        }),
    );
    expect(await examine(checkStorage, { ...variables, S3_ENDPOINT: mayNotDelete })).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('não deixa apagar no bucket') as string,
    });
    expect(await examine(checkStorage, { ...variables, S3_ENDPOINT: NOBODY })).toMatchObject({
      state: 'broken',
      meaning: expect.stringContaining('não responde') as string,
    });
  });
});

describe('gateway', () => {
  test('a key that the provider takes, one that it refuses, and nobody there', async () => {
    const provider = await startAbacatePayServer({ apiKey: 'abc_certa' });
    closes.push(() => provider.close());
    const gateway = (key: string, url = provider.url) =>
      examine(checkGateway, {
        PIX_GATEWAY: 'abacatepay',
        ABACATEPAY_URL: url,
        ABACATEPAY_API_KEY: key,
        ABACATEPAY_WEBHOOK_SECRET: 'x',
      });
    expect((await gateway('abc_certa')).state).toBe('ok');
    expect(await gateway('abc_errada')).toMatchObject({
      state: 'broken',
      meaning: 'abacatepay recusou a chave da loja (HTTP 401).',
    });
    expect(await gateway('abc_certa', NOBODY)).toMatchObject({
      state: 'broken',
      meaning: 'abacatepay não respondeu.',
    });
    expect(provider.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    const both = await examine(checkGateway, {
      PIX_GATEWAY: 'simulator,abacatepay',
      ABACATEPAY_URL: provider.url,
      ABACATEPAY_API_KEY: 'abc_errada',
      ABACATEPAY_WEBHOOK_SECRET: 'x',
    });
    expect(both.state).toBe('broken');
  });

  test('those that sell by the order of the panel are asked, whatever PIX_GATEWAY says', async () => {
    const provider = await startAbacatePayServer({ apiKey: 'abc_certa' });
    closes.push(() => provider.close());
    const selling = (...names: string[]) =>
      examine(
        checkGateway,
        {
          PIX_GATEWAY: 'simulator',
          ABACATEPAY_URL: provider.url,
          ABACATEPAY_API_KEY: 'abc_errada',
          ABACATEPAY_WEBHOOK_SECRET: 'x',
        },
        { running: async () => runningWith(names.map((name) => ({ name, paidAt: null, heardAt: null }))) },
      );
    expect((await selling('abacatepay')).meaning).toBe('abacatepay recusou a chave da loja (HTTP 401).');
    expect((await selling('simulator')).state).toBe('ok');
    // A shop of an older release does not tell.
    expect((await selling()).state).toBe('ok');
  });
});

test('a public shop without https:// is broken, and one for this machine is not', async () => {
  expect((await examine(checkCookies, { APP_URL: 'http://loja.exemplo.com.br' })).state).toBe('broken');
  expect((await examine(checkCookies, {})).state).toBe('ok');
});

test('who speaks https:// for the shop is a proxy, also where it does not say for whom', async () => {
  const usual = getCACertificates('default');
  const { ca, server } = makeCertificates();
  setDefaultCACertificates([...usual, ca.cert]);
  closes.push(() => setDefaultCACertificates(usual));
  // A proxy in the next container: no machine's own name leads there.
  const told = runningWith([]);
  const answer = JSON.stringify({ ...told, seen: { ...told.seen, peer: '172.18.0.2' } });
  const front = createSecureServer(server, (_, response) => response.end(answer));
  front.on('connection', (socket) => socket.unref());
  const APP_URL = `https://0.0.0.0:${await listen(front)}`;
  expect(await examine(checkProxies, { APP_URL })).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('não diz de quem') as string,
  });
  const open = await serve((_, response) => response.end(answer));
  expect((await examine(checkProxies, { APP_URL: open.replace('127.0.0.1', '0.0.0.0') })).meaning).toBe(
    'Não há proxy na frente da loja.',
  );
});
