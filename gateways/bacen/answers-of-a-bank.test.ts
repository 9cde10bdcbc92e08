import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBrCode } from '#test/providers/read-br-code.ts';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { chargeRequest } from '../contract-suite.ts';
import { chargeWithCob } from './charge-with-cob.ts';
import { listPayments } from './list-payments.ts';
import type { BankApi } from './open-api.ts';
import { refundPix } from './refund-pix.ts';

const KEY = 'loja@chave.test';
const CHARGE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const TXID = CHARGE_ID.replaceAll('-', '');
const NOW = new Date('2026-11-22T12:00:00Z');
const PUT = `PUT /v2/cob/${TXID}`;
const GET = `GET /v2/cob/${TXID}`;
const PATCH = `PATCH /v2/cob/${TXID}`;
const reference = { chargeId: CHARGE_ID, gatewayChargeId: TXID };
const gone = { status: 404, body: {} };
const notFound = { ok: false, reason: 'not_found' };

let provider: ScriptedProvider;
let tokens: string[];
beforeEach(async () => {
  provider = await startScriptedProvider();
  tokens = ['token-1', 'token-2'];
});
afterEach(() => provider.close());

function newApi(): BankApi {
  return {
    settings: {
      baseUrl: `${provider.url}/v2`,
      tokenUrl: provider.url,
      clientId: 'id',
      clientSecret: 'secret',
      tokenStyle: 'basic',
      scopes: '',
      certificate: null,
      ca: null,
      extraQuery: {},
      extraHeaders: {},
    },
    timeoutMs: 2_000,
    fetch,
    token: {
      get: async () => tokens[0] ?? 'none',
      drop: (value) => void (tokens = tokens.filter((one) => one !== value)),
    },
  };
}
const newCharges = () =>
  chargeWithCob(newApi(), { key: KEY, merchantName: 'Fulgor', merchantCity: 'Sao Paulo', now: () => NOW });
const request = (changes = {}) => chargeRequest({ chargeId: CHARGE_ID, ...changes });
const cob = (changes: object = {}) => ({
  txid: TXID,
  revisao: 0,
  status: 'ATIVA',
  calendario: { criacao: NOW.toISOString(), expiracao: 3600 },
  valor: { original: '15.00' },
  chave: KEY,
  pixCopiaECola: 'code',
  ...changes,
});
const pix = (changes: object = {}) => ({
  endToEndId: 'E1',
  txid: TXID,
  valor: '15.00',
  horario: '2026-11-22T12:10:00Z',
  chave: KEY,
  ...changes,
});
const refusal = (detail: string, status = 400) => ({ status, body: { detail } });
const startedAt = (secondsAgo: number, expiracao: number) => ({
  criacao: new Date(NOW.getTime() - secondsAgo * 1000).toISOString(),
  expiracao,
});
const told = (changes: object = {}) => ({
  ok: true,
  charge: {
    gatewayChargeId: TXID,
    status: 'pending',
    pixCode: 'code',
    expiresAt: new Date('2026-11-22T13:00:00Z'),
    paidAmountCents: 0,
    paidAt: null,
    refundedCents: 0,
    chargedBackCents: 0,
    ...changes,
  },
});

describe('a charge put', () => {
  test('is told as it was answered, and asked for once', async () => {
    provider.say({ status: 201, body: cob() });
    expect(await newCharges().create(request())).toEqual(told());
    expect(provider.asked()).toEqual([PUT]);
    expect(provider.requests[0]).toMatchObject({
      query: {},
      headers: {
        authorization: 'Bearer token-1',
        accept: 'application/json, application/problem+json',
        'content-type': 'application/json',
      },
    });
  });

  test.each([
    ['12.abc.345/01de-35', { cnpj: '12ABC34501DE35', nome: 'Ana Souza' }],
    ['529.982.247-25', { cpf: '52998224725', nome: 'Ana Souza' }],
    ['', undefined],
  ])('for the tax id "%s"', async (taxId, devedor) => {
    provider.say(ok(cob()));
    const { customer } = request();
    await newCharges().create(request({ customer: { ...customer, taxId }, description: ' ' }));
    expect(provider.requests[0]?.body).toEqual({
      calendario: { expiracao: 3600 },
      ...(devedor && { devedor }),
      valor: { original: '15.00' },
      chave: KEY,
    });
  });

  test('cuts what the bank limits: names to 200, texts to 140, no emoji in halves', async () => {
    const { customer } = request();
    const name = ` ${'n'.repeat(199)}🐉`;
    provider.say(ok(cob()), ok(cob()), ok(cob()));
    await newCharges().create(
      request({ customer: { ...customer, name }, description: ` ${'d'.repeat(141)}` }),
    );
    expect(provider.requests[0]?.body).toMatchObject({
      devedor: { nome: 'n'.repeat(199) },
      solicitacaoPagador: 'd'.repeat(140),
    });
    await newCharges().create(
      request({
        customer: { ...customer, name: `${'n'.repeat(198)}🐉x` },
        description: `${'d'.repeat(139)} d`,
      }),
    );
    expect(provider.requests[1]?.body).toMatchObject({
      devedor: { nome: `${'n'.repeat(198)}🐉` },
      solicitacaoPagador: 'd'.repeat(139),
    });
    await newCharges().create(request({ customer: { ...customer, name: ' ' } }));
    expect(provider.requests[2]?.body).not.toHaveProperty('devedor');
  });

  test.each([
    ['a centavo less', { valor: { original: '14.99' } }, 'a charge of 1499 centavos instead of 1500'],
    ['a centavo more', { valor: { original: '15.01' } }, 'a charge of 1501 centavos instead of 1500'],
    ['another key', { chave: 'alheia@chave.test' }, 'a charge for another Pix key'],
  ])('over %s is never shown', async (_, changes, message) => {
    provider.say(ok(cob(changes)));
    await expect(newCharges().create(request())).rejects.toMatchObject({
      retryable: false,
      outcome: 'unknown',
      message: expect.stringContaining(`PUT /cob/{txid} made ${message}`),
    });
  });

  test('to an address without charges was not made', async () => {
    provider.say(gone);
    await expect(newCharges().create(request())).rejects.toMatchObject({
      retryable: false,
      outcome: 'not_applied',
      message: expect.stringContaining('BACEN_PIX_URL'),
    });
  });

  test.each([
    ['is not there', gone, '[…] não pode'],
    [
      'is of another amount',
      ok(cob({ valor: { original: '1.00' } })),
      '[…] não pode; there is a charge of 100 centavos instead of 1500',
    ],
    ['is for another key', ok(cob({ chave: 'x' })), '[…] não pode; there is a charge for another Pix key'],
  ])('and refused, while its id %s, stays refused', async (_, answer, detail) => {
    provider.say(refusal('Ana Souza não pode'), answer);
    expect(await newCharges().create(request())).toEqual({ ok: false, reason: 'refused', detail });
    expect(provider.asked()).toEqual([PUT, GET]);
  });

  test('and refused because it is there already is that one, with its deadline put right', async () => {
    const late = cob({ calendario: startedAt(1800, 1800) });
    provider.say(refusal('txid', 409), ok(late), ok(cob({ calendario: startedAt(1800, 5400), revisao: 1 })));
    expect(await newCharges().create(request())).toEqual(told());
    expect(provider.asked()).toEqual([PUT, GET, PATCH]);
    expect(provider.requests[2]?.body).toEqual({ calendario: { expiracao: 5400 } });
  });

  test('hides short words of the customer never', async () => {
    const { customer } = request();
    provider.say(refusal('11: 119 x'), gone);
    expect(
      await newCharges().create(request({ customer: { ...customer, cellphone: '11', name: '119' } })),
    ).toEqual({
      ok: false,
      reason: 'refused',
      detail: '11: […] x',
    });
  });

  test.each([
    ['a first one a minute off', { revisao: 0, calendario: startedAt(59, 3600) }, []],
    ['a first one a minute early', { revisao: 0, calendario: startedAt(-59, 3600) }, []],
    [
      'a first one that does not count its revisions',
      { revisao: undefined, calendario: startedAt(59, 3600) },
      [],
    ],
    ['a first one a whole minute off', { revisao: 0, calendario: startedAt(60, 3600) }, [3660]],
    ['a repeated one within five seconds', { revisao: 1, calendario: startedAt(4, 3600) }, []],
    ['a repeated one five seconds off', { revisao: 1, calendario: startedAt(5, 3600) }, [3605]],
    ['a repeated one half an hour off', { revisao: 1, calendario: startedAt(1800, 3600) }, [5400]],
    [
      'a repeated one that was removed',
      { revisao: 1, status: 'REMOVIDA_PELO_PSP', calendario: startedAt(1800, 3600) },
      [],
    ],
  ])('keeps the deadline asked for: %s', async (_, changes, patched) => {
    provider.say(ok(cob(changes)), ok(cob({ revisao: 2 })));
    const made = await newCharges().create(request());
    expect(provider.requests.slice(1).map(({ body }) => body)).toEqual(
      patched.map((expiracao) => ({ calendario: { expiracao } })),
    );
    if (patched.length > 0) expect(made).toEqual(told());
  });

  test('whose deadline can no longer be put right is told as it stands', async () => {
    provider.say(ok(cob({ revisao: 1, calendario: startedAt(1800, 3600) })), refusal('CONCLUIDA'));
    expect(await newCharges().create(request())).toEqual(
      told({ expiresAt: new Date('2026-11-22T12:30:00Z') }),
    );
    expect(provider.asked()).toEqual([PUT, PATCH]);
  });

  test.each(['pix.test/qr/1', 'https://pix.test/qr/1', 'http://pix.test/qr/1'])(
    'without a code has one built for %s',
    async (location) => {
      provider.say(ok(cob({ pixCopiaECola: undefined, location })));
      const made = await newCharges().create(request());
      if (!made.ok) throw new Error(made.detail);
      const code = readBrCode(made.charge.pixCode);
      expect(code.account.get('25')).toBe('pix.test/qr/1');
      expect([code.objects.get('59'), code.objects.get('60')]).toEqual(['Fulgor', 'Sao Paulo']);
    },
  );

  test.each([
    ['no location', {}],
    ['a location without an address', { location: 'https://' }],
  ])('without a code and with %s is open', async (_, changes) => {
    provider.say(ok(cob({ pixCopiaECola: undefined, ...changes })));
    await expect(newCharges().create(request())).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('pixCopiaECola'),
    });
  });
});

describe('a charge looked up', () => {
  test('is asked for by its id there, and else by ours', async () => {
    const gatewayChargeId = 'x'.repeat(26);
    provider.say(ok(cob({ status: 'CONCLUIDA', pix: [pix()] })), ok(cob({ txid: gatewayChargeId })));
    expect(await newCharges().find({ chargeId: CHARGE_ID, gatewayChargeId: null })).toEqual(
      told({
        status: 'paid',
        paidAmountCents: 1500,
        paidAt: new Date('2026-11-22T12:10:00Z'),
        endToEndId: pix().endToEndId,
      }),
    );
    expect(await newCharges().find({ chargeId: CHARGE_ID, gatewayChargeId })).toMatchObject({ ok: true });
    expect(provider.asked()).toEqual([GET, `GET /v2/cob/${gatewayChargeId}`]);
    expect(provider.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  test.each(['', 'x'.repeat(25), 'x'.repeat(36), `${'x'.repeat(26)}/`, `-${'x'.repeat(26)}`])(
    'by "%s", which can be no id, is not asked for',
    async (gatewayChargeId) => {
      const wrong = { chargeId: CHARGE_ID, gatewayChargeId };
      expect(await newCharges().find(wrong)).toEqual(notFound);
      expect(await newCharges().cancel(wrong)).toEqual(notFound);
      expect(provider.asked()).toEqual([]);
    },
  );

  test.each([gone, { status: 410, body: {} }, refusal('CobConsultaInvalida')])(
    'answered %j is not there',
    async (answer) => {
      provider.say(answer);
      expect(await newCharges().find(reference)).toEqual(notFound);
    },
  );

  test('for another key is an error that asking again does not mend', async () => {
    provider.say(ok(cob({ chave: 'x' })));
    await expect(newCharges().find(reference)).rejects.toMatchObject({
      retryable: false,
      outcome: 'unknown',
      message: expect.stringContaining('BACEN_PIX_CHAVE'),
    });
  });
});

describe('a charge removed', () => {
  test('is told its new status and nothing else', async () => {
    provider.say(ok(cob({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })));
    expect(await newCharges().cancel(reference)).toEqual({ ok: true });
    expect(provider.asked()).toEqual([PATCH]);
    expect(provider.requests[0]?.body).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  test.each([
    ['paid', ok(cob({ status: 'CONCLUIDA' })), { ok: false, reason: 'already_paid' }],
    ['paid, though still active', ok(cob({ pix: [pix()] })), { ok: false, reason: 'already_paid' }],
    ['removed by us', ok(cob({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })), { ok: true }],
    ['removed by the bank', ok(cob({ status: 'REMOVIDA_PELO_PSP' })), { ok: true }],
    ['gone', gone, notFound],
  ])('and refused, while it is %s', async (_, answer, expected) => {
    provider.say(refusal('não'), answer);
    expect(await newCharges().cancel(reference)).toEqual(expected);
    expect(provider.asked()).toEqual([PATCH, GET]);
  });

  test('that the bank does not know is not looked for again', async () => {
    provider.say(gone);
    expect(await newCharges().cancel(reference)).toEqual(notFound);
    expect(provider.asked()).toEqual([PATCH]);
  });

  test.each([{}, { pix: [pix({ chave: 'alheia@chave.test' })] }])(
    'and refused, though it waits with %j, is an error',
    async (changes) => {
      provider.say(refusal('não'), ok(cob(changes)));
      await expect(newCharges().cancel(reference)).rejects.toMatchObject({
        retryable: false,
        outcome: 'unknown',
        message: expect.stringContaining('a charge that is ATIVA'),
      });
    },
  );
});

describe('one call', () => {
  const find = () => newCharges().find(reference);

  test('with a token that is no longer taken is made once more with another', async () => {
    provider.say({ status: 401, body: {} }, ok(cob()));
    expect(await find()).toEqual(told());
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test.each([
    [401, false, 'not_applied', 2],
    [403, false, 'not_applied', 1],
    [429, true, 'not_applied', 1],
    [500, true, 'unknown', 1],
    [302, true, 'unknown', 1],
    [300, true, 'unknown', 1],
  ])('answered %i', async (status, retryable, outcome, times) => {
    provider.say({ status, body: cob() }, { status, body: cob() });
    await expect(newCharges().create(request())).rejects.toMatchObject({ retryable, outcome });
    expect(provider.asked()).toHaveLength(times);
  });

  test('without an answer is named by its kind, never by the id in its path', async () => {
    provider.failNext('dropAfterApply');
    await expect(find()).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('GET /cob/{txid}: the connection failed'),
    });
  });

  test('answered with a page, or a look-up with nothing, is open', async () => {
    provider.failNext('garbage');
    await expect(find()).rejects.toMatchObject({ retryable: true, outcome: 'unknown' });
    provider.say(ok(undefined));
    await expect(find()).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('other than JSON'),
    });
  });

  test('that changes something may be answered with nothing', async () => {
    provider.say({ status: 200, body: undefined }, { status: 204, body: undefined });
    expect(await newCharges().cancel(reference)).toEqual({ ok: true });
    expect(await newCharges().cancel(reference)).toEqual({ ok: true });
  });

  test.each([
    [
      { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', title: 'T', detail: 'D' },
      'CobOperacaoInvalida: D',
    ],
    [{ type: 'a/b', title: 'T' }, 'b: T'],
    [{ nome: 'n', mensagem: 'm', message: 'x' }, 'n: m'],
    [{ message: 'x', title: 'T' }, 'x'],
    [
      {
        detail: 'D',
        violacoes: [{ razao: 'r', propriedade: 'p', valor: '1' }, { razao: 'q' }, { propriedade: 'o' }],
      },
      'D: p r: q: o',
    ],
    [{ detail: 5, violacoes: 'x' }, 'HTTP 400'],
    [{ detail: 'one\n\u0007two' }, 'one two'],
    [{ detail: 'x'.repeat(301) }, 'x'.repeat(300)],
    ['text', 'HTTP 400'],
  ])('refused with %j', async (body, detail) => {
    provider.say({ status: 400, body }, gone);
    expect(await newCharges().create(request())).toEqual({ ok: false, reason: 'refused', detail });
  });
});

describe('a refund', () => {
  const REFUND_ID = '0190bbbb-cccc-7ddd-8eee-ffff00001111';
  const ID = REFUND_ID.replaceAll('-', '');
  const at = (e2eid: string, id = ID) => `/v2/pix/${e2eid}/devolucao/${id}`;
  const back = (valor: string, status = 'DEVOLVIDO', id = 'other') => ({ id, valor, status });
  const paid = (...entries: object[]) => ok(cob({ status: 'CONCLUIDA', pix: entries }));
  const refund = (amountCents: number, reason = 'duas vezes') =>
    refundPix(newApi(), KEY).refund({ charge: reference, refundId: REFUND_ID, amountCents, reason });
  const look = (gatewayRefundId: string | null) =>
    refundPix(newApi(), KEY).findRefund({ charge: reference, refundId: REFUND_ID, gatewayRefundId });
  const most = (cents: number) => ({
    ok: false,
    reason: 'not_refundable',
    detail: `nenhum Pix desta cobrança tem mais de ${cents} centavos a devolver`,
  });

  test.each([
    [
      'the one of just that amount',
      [pix({ endToEndId: 'A', valor: '20.00' }), pix({ endToEndId: 'B' })],
      'B',
    ],
    [
      'the first that has enough',
      [
        pix({ endToEndId: 'A', valor: '14.99' }),
        pix({ endToEndId: 'B', valor: '15.01' }),
        pix({ endToEndId: 'C', valor: '20.00' }),
      ],
      'B',
    ],
    [
      'the one with enough left',
      [
        pix({ endToEndId: 'A', devolucoes: [back('0.01', 'EM_PROCESSAMENTO')] }),
        pix({ endToEndId: 'B', devolucoes: [back('15.00', 'NAO_REALIZADO')] }),
      ],
      'B',
    ],
    [
      'the one whose refunds can all be read',
      [pix({ endToEndId: 'A', devolucoes: [{}] }), pix({ endToEndId: 'B', valor: '99.00' })],
      'B',
    ],
  ])('goes against %s', async (_, received, e2eid) => {
    provider.say(paid(...received), { status: 201, body: back('15.00', 'DEVOLVIDO', ID) });
    expect(await refund(1500)).toEqual({ ok: true, status: 'refunded', gatewayRefundId: `${e2eid}:${ID}` });
    expect(provider.asked()).toEqual([GET, `PUT ${at(e2eid)}`]);
    expect(provider.requests[1]?.body).toEqual({ valor: '15.00', descricao: 'duas vezes' });
  });

  test('leaves out what it has no words for, and cuts them at 140', async () => {
    const made = { status: 201, body: back('0.05', 'EM_PROCESSAMENTO', ID) };
    provider.say(paid(pix()), made, paid(pix()), made);
    expect(await refund(5, '')).toEqual({ ok: true, status: 'processing', gatewayRefundId: `E1:${ID}` });
    expect(provider.requests[1]?.body).toEqual({ valor: '0.05' });
    await refund(5, 'r'.repeat(141));
    expect(provider.requests[3]?.body).toEqual({ valor: '0.05', descricao: 'r'.repeat(140) });
  });

  test.each([
    ['more than one Pix has', 1501, paid(pix(), pix({ endToEndId: 'E2', valor: '1.00' })), 1500],
    ['more than is left', 1400, paid(pix({ devolucoes: [back('1.01')] })), 1399],
    ['nothing', 0, paid(pix()), 1500],
    ['less than nothing', -1, paid(pix()), 1500],
    ['a charge that is not there', 1500, gone, 0],
    ['a charge of another key', 1500, ok(cob({ chave: 'x', pix: [pix()] })), 0],
    ['a Pix of another key', 1500, paid(pix({ chave: 'x' })), 0],
    ['a Pix of which too much is gone', 1, paid(pix({ devolucoes: [back('16.00')] })), 0],
  ])('of %s is not even asked for', async (_, amountCents, answer, cents) => {
    provider.say(answer);
    expect(await refund(amountCents)).toEqual(most(cents));
    expect(provider.asked()).toEqual([GET]);
  });

  test.each([
    ['DEVOLVIDO', undefined, { ok: true, status: 'refunded', gatewayRefundId: `E2:${ID}` }],
    ['EM_PROCESSAMENTO', undefined, { ok: true, status: 'processing', gatewayRefundId: `E2:${ID}` }],
    ['NAO_REALIZADO', undefined, { ok: false, reason: 'not_refundable', detail: 'NAO_REALIZADO' }],
    [
      'NAO_REALIZADO',
      'Conta sem Saldo',
      { ok: false, reason: 'insufficient_funds', detail: 'Conta sem Saldo' },
    ],
  ])('made before and %s (%s) is not made again', async (status, motivo, expected) => {
    const mine = { ...back('15.00', status, ID), motivo };
    provider.say(
      paid(pix({ devolucoes: [back('1.00')] }), pix({ endToEndId: 'E2', devolucoes: [back('1.00'), mine] })),
    );
    expect(await refund(1500)).toEqual(expected);
    expect(provider.asked()).toEqual([GET]);
  });

  test('whose id was used for another amount is not this one', async () => {
    const other = {
      ok: false,
      reason: 'not_refundable',
      detail: 'este id já devolveu 1499 centavos',
    };
    provider.say(paid(pix({ devolucoes: [back('14.99', 'DEVOLVIDO', ID)] })));
    expect(await refund(1500)).toEqual(other);
    provider.say(paid(pix()), { status: 201, body: back('14.99', 'DEVOLVIDO', ID) });
    expect(await refund(1500)).toEqual(other);
    provider.say(paid(pix()), refusal('id'), ok(back('14.99', 'DEVOLVIDO', ID)));
    expect(await refund(1500)).toEqual(other);
  });

  test('refused is looked for under its id, and is what it is there', async () => {
    provider.say(paid(pix()), refusal('id usado'), ok(back('15.00', 'DEVOLVIDO', ID)));
    expect(await refund(1500)).toEqual({ ok: true, status: 'refunded', gatewayRefundId: `E1:${ID}` });
    expect(provider.asked()).toEqual([GET, `PUT ${at('E1')}`, `GET ${at('E1')}`]);
    provider.say(paid(pix()), refusal('Saldo insuficiente'), gone);
    expect(await refund(1500)).toEqual({
      ok: false,
      reason: 'insufficient_funds',
      detail: 'Saldo insuficiente',
    });
    provider.say(paid(pix()), refusal('prazo'), gone);
    expect(await refund(1500)).toEqual({ ok: false, reason: 'not_refundable', detail: 'prazo' });
  });

  test('against a Pix that is gone meanwhile is not possible', async () => {
    provider.say(paid(pix()), gone);
    expect(await refund(1500)).toEqual({
      ok: false,
      reason: 'not_refundable',
      detail: 'o banco não conhece mais este Pix',
    });
    expect(provider.asked()).toHaveLength(2);
  });

  test('answered with what is none is open, and may be asked for again', async () => {
    provider.say(paid(pix()), ok({ id: ID, valor: '15.00', status: 'NOVO' }));
    await expect(refund(1500)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('PUT /pix/{e2eid}/devolucao/{id}: unreadable (status)'),
    });
  });

  test.each([
    ['DEVOLVIDO', 'refunded'],
    ['EM_PROCESSAMENTO', 'processing'],
    ['NAO_REALIZADO', 'failed'],
  ])('looked for by its id there and %s is %s', async (state, status) => {
    provider.say(ok(back('15.00', state, 'mine')));
    expect(await look('E9:mine')).toEqual({ ok: true, status, gatewayRefundId: 'E9:mine' });
    expect(provider.asked()).toEqual([`GET ${at('E9', 'mine')}`]);
  });

  test.each([null, 'E9', 'E9:', ':mine', 'E9:mi/ne', 'E/9:mine', `E9:${'x'.repeat(36)}`])(
    'looked for without one (%s) is asked for at every Pix of the charge',
    async (gatewayRefundId) => {
      provider.say(paid(pix(), pix({ endToEndId: 'E2' })), gone, ok(back('15.00', 'DEVOLVIDO', ID)));
      expect(await look(gatewayRefundId)).toEqual({
        ok: true,
        status: 'refunded',
        gatewayRefundId: `E2:${ID}`,
      });
      expect(provider.asked()).toEqual([GET, `GET ${at('E1')}`, `GET ${at('E2')}`]);
    },
  );

  test('looked for and answered with what is none is open', async () => {
    provider.say(ok({ id: ID, valor: '15', status: 'DEVOLVIDO' }));
    await expect(look('E9:mine')).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('GET /pix/{e2eid}/devolucao/{id}: unreadable (valor)'),
    });
  });

  test('looked for and nowhere is not found', async () => {
    provider.say(gone, gone);
    expect(await look('E9:mine')).toEqual(notFound);
    expect(await look(null)).toEqual(notFound);
    expect(provider.asked()).toEqual([`GET ${at('E9', 'mine')}`, GET]);
  });
});

describe('the list of payments', () => {
  const from = new Date('2026-11-22T10:00:00Z');
  const list = () => listPayments(newApi(), KEY, from, NOW);
  const page = (quantidadeDePaginas: number, entries?: unknown[] | null) =>
    ok({ parametros: { paginacao: { quantidadeDePaginas } }, pix: entries });

  test('is read page by page; what is not ours or no payment is passed over', async () => {
    const devolucoes = [
      { id: '1', valor: '1.00', status: 'DEVOLVIDO' },
      { id: '2', valor: '2.00', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' },
    ];
    provider.say(
      page(3, [{}, pix({ chave: 'x' }), pix({ txid: undefined }), pix({ chave: undefined, devolucoes })]),
      page(3, null),
      page(3, [pix({ valor: '0.01', txid: 'outro', chave: KEY.toUpperCase() })]),
    );
    expect(await list()).toMatchObject([
      {
        gatewayChargeId: TXID,
        chargeId: CHARGE_ID,
        amountCents: 1500,
        chargedBackCents: 200,
        refundedCents: 100,
      },
      { gatewayChargeId: 'outro', chargeId: null, amountCents: 1, chargedBackCents: 0 },
    ]);
    expect(provider.requests.map(({ path, query }) => [path, query])).toEqual(
      ['0', '1', '2'].map((number) => [
        '/v2/pix',
        {
          inicio: '2026-11-22T10:00:00.000Z',
          fim: '2026-11-22T12:00:00.000Z',
          txIdPresente: 'true',
          'paginacao.paginaAtual': number,
          'paginacao.itensPorPagina': '100',
        },
      ]),
    );
  });

  test('without a page is empty after one question', async () => {
    provider.say(page(0));
    expect(await list()).toEqual([]);
    expect(provider.asked()).toEqual(['GET /v2/pix']);
  });

  test.each([
    [refusal('período'), false, '(período)'],
    [gone, false, '(not found)'],
    [ok({ pix: [] }), true, 'unreadable (parametros)'],
  ])('answered %j is an error', async (answer, retryable, message) => {
    provider.say(answer);
    await expect(list()).rejects.toMatchObject({
      retryable,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });
});
