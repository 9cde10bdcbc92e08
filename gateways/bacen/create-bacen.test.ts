import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBacenServer, type BacenServer, type BacenServerOptions } from '#test/providers/bacen-server.ts';
import { makeCertificates, type Certificates } from '#test/providers/make-certificates.ts';
import { readBrCode } from '#test/providers/read-br-code.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createBacen, type BacenOptions } from './create-bacen.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const TOKEN = 'webhook-token-5f1c9a';
const CLIENT_ID = 'Client_Id_4f2a';
const CLIENT_SECRET = 'Client_Secret_b83e';

let certificates: Certificates;
let server: BacenServer;
const servers: BacenServer[] = [];
beforeAll(() => void (certificates = makeCertificates()));
beforeEach(async () => void (server = await startServer()));
afterEach(async () => {
  for (const one of servers.splice(0)) await one.close();
});

async function startServer(changes: BacenServerOptions = {}): Promise<BacenServer> {
  const tls = { ...certificates.server, ca: certificates.ca.cert };
  const one = await startBacenServer({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    chave: KEY,
    tls,
    ...changes,
  });
  servers.push(one);
  return one;
}

function newGateway(changes: Partial<BacenOptions> = {}, bank = server) {
  return createBacen({
    baseUrl: bank.apiUrl,
    tokenUrl: bank.tokenUrl,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    tokenStyle: 'basic',
    scopes: 'cob.write cob.read pix.write pix.read',
    certificate: certificates.client,
    ca: certificates.ca.cert,
    extraQuery: {},
    extraHeaders: {},
    chave: KEY,
    webhookToken: TOKEN,
    merchantName: 'Fulgor',
    merchantCity: 'São Paulo',
    now: () => new Date(),
    timeoutMs: 2_000,
    ...changes,
  });
}

function cobOf(txid: string | null) {
  const cob = server.ledger.get(txid ?? '');
  if (!cob) throw new Error(`no cob ${txid}`);
  return cob;
}

function delivery(url: string, pix: unknown[]) {
  return { url: new URL(url), headers: {}, rawBody: JSON.stringify({ pix }) };
}

const ADDRESS = 'https://loja.test/webhooks/bacen';

function paidPix(gatewayChargeId: string | null) {
  const { txid, valor, chave } = cobOf(gatewayChargeId);
  const endToEndId = `E${'0'.repeat(31)}`;
  return { endToEndId, txid, valor: valor.original, chave, horario: new Date().toISOString() };
}

describeGatewayContract('API Pix 2.9', async () => ({
  gateway: newGateway(),
  pay: async ({ gatewayChargeId }, cents) => {
    await server.pay(gatewayChargeId ?? '', cents === undefined ? {} : { cents });
  },
  expire: async ({ gatewayChargeId }) => server.expire(gatewayChargeId ?? ''),
  chargedCents: async () =>
    [...server.ledger.values()].map(({ valor }) => Number(valor.original.replace('.', ''))),
  descriptionOf: async ({ gatewayChargeId }) => cobOf(gatewayChargeId).solicitacaoPagador ?? '',
  descriptionLength: 140,
  dispute: {
    open: async ({ gatewayChargeId }) => {
      const [pix] = cobOf(gatewayChargeId).pix;
      server.chargeBack(pix?.endToEndId ?? '', 1500, 'EM_PROCESSAMENTO');
    },
    decide: async ({ gatewayChargeId }, as) => {
      const [pix] = cobOf(gatewayChargeId).pix;
      server.settleRefund(pix?.devolucoes?.at(-1)?.id ?? '', as === 'won' ? 'NAO_REALIZADO' : 'DEVOLVIDO');
    },
  },
  network: {
    failNext: server.failNext,
    unreachable: newGateway({ baseUrl: 'https://127.0.0.1:9/v2', tokenUrl: 'https://127.0.0.1:9/oauth' }),
    createCount: () =>
      server.requests.filter(({ method, path }) => /cob/.test(path) && method === 'PUT').length,
    refusalStatus: 400,
    secrets: [CLIENT_SECRET, TOKEN, certificates.client.key.split('\n')[1] ?? '', 'token-'],
  },
  webhook: {
    paid: ({ gatewayChargeId }) => delivery(`${ADDRESS}?token=${TOKEN}`, [paidPix(gatewayChargeId)]),
    forged: ({ gatewayChargeId }) =>
      ['', '?token=', `?token=${TOKEN}x`, `?token=${TOKEN.toUpperCase()}`, `#token=${TOKEN}`]
        .concat(`?Token=${TOKEN}`, `?token=x&token=${TOKEN}`, `/${TOKEN}x`, `/x/${TOKEN}`, '/pix', '/%ff')
        .map((end) => delivery(ADDRESS + end, [paidPix(gatewayChargeId)])),
  },
  close: async () => {},
}));

/** A charge as the shop makes it, with the reference it is asked about by. */
async function createCharge(gateway = newGateway(), changes: Parameters<typeof chargeRequest>[0] = {}) {
  const request = chargeRequest(changes);
  const created = await gateway.create(request);
  if (!created.ok) throw new Error(created.detail);
  const txid = created.charge.gatewayChargeId;
  return {
    request,
    txid,
    charge: created.charge,
    reference: { chargeId: request.chargeId, gatewayChargeId: txid },
  };
}

const apiRequests = (bank = server) => bank.requests.filter(({ path }) => path.startsWith('/v2/'));
const tokenRequests = (bank = server) => bank.requests.filter(({ path }) => path === '/oauth/token');

describe('the connection', () => {
  test.each([
    ['no certificate', { certificate: null }],
    ["another authority's certificate", { certificate: 'stranger' as const }],
  ])('with %s the bank hears nothing', async (_, { certificate }) => {
    const gateway = newGateway({ certificate: certificate && certificates[certificate] });
    const error = await gateway.create(chargeRequest()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      outcome: 'not_applied',
      message: expect.stringContaining('BACEN_PIX_CERT'),
    });
    expect(server.requests).toEqual([]);
  });

  test('a bank by an authority we do not trust is not spoken to', async () => {
    const gateway = newGateway({ ca: null });
    await expect(gateway.create(chargeRequest())).rejects.toMatchObject({ outcome: 'not_applied' });
    expect(server.requests).toEqual([]);
  });

  test('a key that does not belong to the certificate stops the start, naming the settings only', () => {
    const certificate = { cert: certificates.client.cert, key: certificates.stranger.key };
    expect(() => newGateway({ certificate })).toThrow(/^bacen: no mutual TLS with BACEN_PIX_CERT/);
    expect(() => newGateway({ certificate: { cert: 'x', key: 'y' } })).toThrow(/BACEN_PIX_KEY/);
    expect(() => newGateway({ webhookToken: '' })).toThrow(/BACEN_PIX_WEBHOOK_TOKEN/);
  });
});

describe('the token', () => {
  test('is asked for once, also by ten at a time, with the Basic header and the scopes', async () => {
    const gateway = newGateway();
    await Promise.all(Array.from({ length: 10 }, () => gateway.create(chargeRequest())));
    await gateway.create(chargeRequest());
    expect(tokenRequests()).toHaveLength(1);
    expect(tokenRequests()[0]).toMatchObject({
      method: 'POST',
      text: 'grant_type=client_credentials&scope=cob.write+cob.read+pix.write+pix.read',
      headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    });
  });

  test('that the bank no longer takes is renewed, and the call made once more', async () => {
    const gateway = newGateway();
    await createCharge(gateway);
    server.revokeTokens();
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => gateway.create(chargeRequest())));
    expect(atOnce.every(({ ok }) => ok)).toBe(true);
    expect(tokenRequests()).toHaveLength(2);
  });

  test('is renewed before its end', async () => {
    const bank = await startServer({ tokenSeconds: 1 });
    const gateway = newGateway({}, bank);
    await gateway.create(chargeRequest());
    await new Promise((done) => setTimeout(done, 850));
    await gateway.create(chargeRequest());
    expect(tokenRequests(bank)).toHaveLength(2);
    expect(apiRequests(bank)).toHaveLength(2);
  });

  test('that cannot be had leaves the charge untouched, and the next try asks again', async () => {
    const gateway = newGateway();
    for (const [failure, retryable] of [
      [{ status: 401 }, false],
      [{ status: 503 }, true],
      ['garbage', true],
      ['timeout', true],
    ] as const) {
      server.failNextToken(failure);
      await expect(gateway.create(chargeRequest())).rejects.toMatchObject({
        outcome: 'not_applied',
        retryable,
      });
    }
    expect(apiRequests()).toEqual([]);
    await createCharge(gateway);
  });

  test.each(['body', 'json'] as const)('can be asked for in the style "%s"', async (tokenStyle) => {
    await createCharge(newGateway({ tokenStyle }));
    const [request] = tokenRequests();
    expect(request?.headers.authorization === undefined).toBe(tokenStyle === 'body');
    expect(request?.headers['content-type']).toMatch(tokenStyle === 'json' ? /json/ : /urlencoded/);
  });
});

describe('a charge', () => {
  test('is put under our own id, exactly as the standard writes it', async () => {
    const { request, txid } = await createCharge();
    expect(txid).toBe(request.chargeId.replaceAll('-', ''));
    expect(apiRequests()).toMatchObject([{ method: 'PUT', path: `/v2/cob/${txid}` }]);
    expect(apiRequests()[0]?.body).toEqual({
      calendario: { expiracao: 3600 },
      devedor: { cpf: '52998224725', nome: 'Ana Souza' },
      valor: { original: '15.00' },
      chave: KEY,
      solicitacaoPagador: 'Fulgor: 1 skin',
    });
  });

  test('without pixCopiaECola gets a BR Code for its location', async () => {
    const bank = await startServer({ copiaECola: false });
    const { charge, txid } = await createCharge(newGateway({}, bank));
    const code = readBrCode(charge.pixCode);
    expect(code.account.get('25')).toBe(bank.ledger.get(txid)?.location);
    expect(code.objects.get('59')).toBe('Fulgor');
  });

  test('repeated late keeps the deadline it was first given', async () => {
    let clock = Date.now();
    const bank = await startServer({ now: () => new Date(clock) });
    const gateway = newGateway({ now: () => new Date(clock) }, bank);
    const { request, charge } = await createCharge(gateway, { ttlSeconds: 3600 });
    clock += 1_800_000;
    const again = await gateway.create({ ...request, ttlSeconds: 1800 });
    expect(again).toMatchObject({ ok: true, charge: { status: 'pending', pixCode: charge.pixCode } });
    if (!again.ok || !again.charge.expiresAt || !charge.expiresAt) throw new Error('no deadline');
    expect(Math.abs(again.charge.expiresAt.getTime() - charge.expiresAt.getTime())).toBeLessThan(2_000);
  });

  test('whose txid the bank calls used is looked up and compared', async () => {
    const bank = await startServer({ dialect: 'efi' });
    const gateway = newGateway({}, bank);
    const { request, charge } = await createCharge(gateway);
    expect(await gateway.create(request)).toMatchObject({ ok: true, charge: { pixCode: charge.pixCode } });
    const other = await gateway.create({ ...request, amountCents: 1 });
    expect(other).toMatchObject({ ok: false, reason: 'refused' });
    expect(other.ok ? '' : other.detail).toMatch(/^txid_duplicado: .+1500 centavos instead of 1$/);
  });

  test('repeated after it was paid is answered as paid, not as a new one', async () => {
    const gateway = newGateway();
    const { request, txid } = await createCharge(gateway);
    await server.pay(txid);
    expect(await gateway.create(request)).toMatchObject({ ok: true, charge: { status: 'paid' } });
    expect(server.ledger.size).toBe(1);
  });

  test("is refused with the bank's reasons, never with the values it refuses", async () => {
    const gateway = newGateway({ chave: 'outra@chave.test' });
    const refused = await gateway.create(chargeRequest());
    expect(refused).toMatchObject({ ok: false, reason: 'refused' });
    expect(refused.ok ? '' : refused.detail).toMatch(/^CobOperacaoInvalida: .+não pertence/);
  });

  test('counts only what arrived at our key', async () => {
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    await server.pay(txid, { chave: 'alheia@chave.test' });
    await expect(gateway.find(reference)).rejects.toMatchObject({ retryable: true });
    await server.pay(txid, { cents: 700, chave: KEY.toUpperCase() });
    expect(await gateway.find(reference)).toMatchObject({ charge: { status: 'paid', paidAmountCents: 700 } });
  });

  test('that belongs to another key is an error, and pays nothing', async () => {
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    await server.pay(txid);
    cobOf(txid).chave = 'alheia@chave.test';
    await expect(gateway.find(reference)).rejects.toThrow(/another Pix key/);
    await expect(gateway.create(chargeRequest({ chargeId: reference.chargeId }))).resolves.toMatchObject({
      ok: false,
    });
  });

  test('sums every Pix on it, and names what was taken back', async () => {
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    await server.pay(txid);
    const { pix } = await server.pay(txid);
    expect(await gateway.find(reference)).toMatchObject({
      charge: { status: 'paid', paidAmountCents: 3000, chargedBackCents: 0 },
    });
    server.chargeBack(pix.endToEndId, 400);
    expect(await gateway.find(reference)).toMatchObject({ charge: { chargedBackCents: 400 } });
  });

  test('is removed with nothing but its status, and once is enough', async () => {
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    expect(await gateway.cancel(reference)).toEqual({ ok: true });
    expect(apiRequests().at(-1)?.body).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    expect(await gateway.cancel(reference)).toEqual({ ok: true });
    expect(await gateway.cancel({ chargeId: randomUUID(), gatewayChargeId: null })).toEqual({
      ok: false,
      reason: 'not_found',
    });
    expect(cobOf(txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  test('carries what one bank asks for beyond the standard', async () => {
    await createCharge(
      newGateway({ extraQuery: { 'gw-dev-app-key': 'a&b' }, extraHeaders: { 'x-sicoob-clientid': 'c' } }),
    );
    expect(apiRequests()[0]).toMatchObject({
      query: { 'gw-dev-app-key': 'a&b' },
      headers: { 'x-sicoob-clientid': 'c' },
    });
  });
});

describe('a refund', () => {
  const refundOf = (reference: { chargeId: string; gatewayChargeId: string }, amountCents: number) => ({
    charge: reference,
    refundId: randomUUID(),
    amountCents,
    reason: 'pago duas vezes',
  });

  test('is under way until the bank settles it, either way', async () => {
    server = await startServer({ refunds: 'none' });
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    await server.pay(txid);
    for (const [end, status] of [
      ['NAO_REALIZADO', 'failed'],
      ['DEVOLVIDO', 'refunded'],
    ] as const) {
      const request = refundOf(reference, 1500);
      const made = await gateway.refund(request);
      if (!made.ok) throw new Error(made.detail);
      expect(made.status).toBe('processing');
      const look = () => gateway.findRefund({ ...request, gatewayRefundId: made.gatewayRefundId });
      expect(await look()).toMatchObject({ ok: true, status: 'processing' });
      server.settleRefund(request.refundId.replaceAll('-', ''), end);
      expect(await look()).toEqual({ ok: true, status, gatewayRefundId: made.gatewayRefundId });
    }
    expect(await gateway.find(reference)).toMatchObject({ charge: { status: 'refunded' } });
  });

  test.each([
    ['standard', true],
    ['standard', false],
    ['efi', false],
  ] as const)(
    'whose answer was lost is found under its id (%s errors, refunds listed: %s)',
    async (dialect, listsRefunds) => {
      server = await startServer({ dialect, listsRefunds });
      const gateway = newGateway();
      const { reference, txid } = await createCharge(gateway);
      await server.pay(txid);
      // Listed, nothing is left for a second one; not listed, the bank says that the id is used.
      const request = refundOf(reference, listsRefunds ? 1500 : 500);
      server.failNext('dropAfterApply', 1, 'PUT');
      await expect(gateway.refund(request)).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
      expect(await gateway.refund(request)).toMatchObject({ ok: true, status: 'refunded' });
      expect(cobOf(txid).pix[0]?.devolucoes).toHaveLength(1);
    },
  );

  test('of a second Pix goes against that Pix, and never beyond what one Pix has left', async () => {
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    const first = await server.pay(txid, { cents: 1000 });
    const second = await server.pay(txid, { cents: 1500 });
    const made = await gateway.refund(refundOf(reference, 1500));
    expect(made).toMatchObject({ ok: true, status: 'refunded' });
    expect(second.pix.devolucoes).toMatchObject([{ valor: '15.00', descricao: 'pago duas vezes' }]);
    expect(await gateway.refund(refundOf(reference, 1001))).toMatchObject({
      ok: false,
      reason: 'not_refundable',
    });
    expect(first.pix.devolucoes).toBeUndefined();
  });

  test('that the account cannot cover is told apart from one that is not allowed', async () => {
    server = await startServer({ refunds: 'none' });
    const gateway = newGateway();
    const { reference, txid } = await createCharge(gateway);
    await server.pay(txid);
    const request = refundOf(reference, 1500);
    await gateway.refund(request);
    server.settleRefund(request.refundId.replaceAll('-', ''), 'NAO_REALIZADO', 'Saldo insuficiente');
    expect(await gateway.refund(request)).toMatchObject({ ok: false, reason: 'insufficient_funds' });
    expect(await gateway.refund({ ...request, amountCents: 1 })).toMatchObject({ reason: 'not_refundable' });
  });
});

describe('the list of payments', () => {
  test('has every Pix of the window, over all its pages, and none for other keys', async () => {
    const gateway = newGateway();
    const { txid, request } = await createCharge(gateway);
    const from = new Date(Date.now() - 1000);
    for (let n = 0; n < 101; n++) await server.pay(txid, { cents: n + 1 });
    await server.pay(txid, { chave: 'alheia@chave.test' });
    const to = new Date(Date.now() + 1000);
    const found = await gateway.findRecentPayments?.(from, to);
    expect(found).toHaveLength(101);
    expect(found?.at(-1)).toMatchObject({
      endToEndId: expect.stringMatching(/^E/) as string,
      paidAt: expect.any(Date) as Date,
      refundedCents: 0,
      gatewayChargeId: txid,
      chargeId: request.chargeId,
      amountCents: 101,
      chargedBackCents: 0,
    });
    expect(await gateway.findRecentPayments?.(new Date(0), from)).toEqual([]);
  });
});
